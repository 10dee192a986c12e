/** What the tests of push and pull need: an emulator, a folder with a profile for it, and answers to questions. */
import * as assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Answers } from "../../client/ask";
import type { ForTests } from "../../client/extension";
import { test } from "./index";
import { inWorkspace, leaveNothingOpen } from "./support";

export type Json = { [member: string]: unknown };

/** An emulator and a folder of the workspace whose configuration names it. */
export interface Place {
  /** Writes `NAME.dashboard.json` into the folder. */
  write(name: string, value: Json | string): Promise<vscode.Uri>;
  read(name: string): Promise<string>;
  uri(path: string): vscode.Uri;
  /** What the service has; undefined when there is no such dashboard. */
  get(id: string): Promise<Json | undefined>;
  create(id: string, value: Json): Promise<void>;
  /** Edits a dashboard as the console does. */
  edit(id: string, change: (value: Json) => void): Promise<void>;
  /** Address of the emulator. */
  readonly url: string;
  /** What was asked of the emulator so far, as `METHOD path status`. */
  readonly calls: readonly string[];
}

/** A dashboard with a tile for each title. */
export function board(displayName: string, ...titles: string[]): Json {
  const tiles = titles.map((title, index) => ({
    xPos: index * 12,
    width: 12,
    height: 8,
    widget: { title, text: { content: `Text ${index}` } },
  }));
  return { displayName, mosaicLayout: { columns: 48, tiles } };
}

/** The widget of a tile, to be changed. */
export function widget(value: Json, index: number): Json {
  const { tiles } = value["mosaicLayout"] as { tiles: Json[] };
  return tiles[index]!["widget"] as Json;
}

interface Options {
  /** Arguments of the emulator. */
  readonly emulator?: readonly string[];
  /** What the profile says besides project and endpoint. */
  readonly profile?: Json;
  /** Usage profiles by name; each asks the emulator. */
  readonly usage?: Readonly<Record<string, Json>>;
}

let count = 0;

/** Registers a test that has a folder, a profile and a service of its own. */
export function testWith(name: string, options: Options, body: (place: Place) => Promise<void>): void {
  test(name, async () => {
    const emulator = await startEmulator(options.emulator ?? []);
    const folder = `deploy-${++count}`;
    try {
      const config = {
        profiles: {
          stage: { project: "shop", endpoint: emulator.url, credentials: "none", ...options.profile },
        },
        usageProfiles: Object.fromEntries(
          Object.entries(options.usage ?? {}).map(([name, own]) => [name, { baseUrl: emulator.url, ...own }]),
        ),
      };
      await writeFile(inWorkspace(`${folder}/.mosaic/config.json`), JSON.stringify(config));
      await body(place(folder, emulator, options.emulator ?? []));
    } finally {
      const { answerInstead } = await extension();
      answerInstead(undefined);
      await leaveNothingOpen();
      await vscode.workspace.fs.delete(inWorkspace(folder), { recursive: true });
      emulator.stop();
    }
  }, 120_000);
}

/** What the extension gives to tests. */
export async function extension(): Promise<ForTests> {
  const found = vscode.extensions.getExtension<ForTests>("mosaic.mosaic-dashboards");
  assert.ok(found, "the extension is not there");
  const exports = await found.activate();
  assert.ok(exports, "the extension does not know that it is tested");
  return exports;
}

/** One expected question, by a part of its text, and its answer. */
export type Step = readonly [question: string | RegExp, answer: string | readonly string[] | undefined];

/** Answers the expected questions in order, and closes all others. */
export class Person implements Answers {
  /** All questions and messages. */
  readonly heard: string[] = [];
  /** Buttons that the last message had. */
  buttons: readonly string[] = [];
  private readonly steps: Step[];

  constructor(
    steps: readonly Step[] = [],
    private readonly onBusy: (title: string, stop: () => void) => void = () => {},
  ) {
    this.steps = [...steps];
  }

  /** From now on this one is asked. */
  async sitDown(): Promise<this> {
    (await extension()).answerInstead(this);
    return this;
  }

  message(_: unknown, text: string, buttons: readonly string[]): string | undefined {
    const answer = this.answer(text);
    this.buttons = buttons;
    if (typeof answer === "string")
      assert.ok(buttons.includes(answer), `no button "${answer}" in ${buttons}`);
    return typeof answer === "string" ? answer : undefined;
  }

  text(options: vscode.InputBoxOptions): string | undefined {
    const answer = this.answer(`${options.title}: ${options.prompt}`);
    return typeof answer === "string" ? answer : undefined;
  }

  pick(labels: readonly string[], options: vscode.QuickPickOptions): readonly string[] | undefined {
    const answer = this.answer(`${options.title}: ${labels.join(", ")}`);
    return typeof answer === "string" ? [answer] : answer;
  }

  file(options: vscode.SaveDialogOptions): vscode.Uri | undefined {
    return this.answer(`file ${options.defaultUri?.path}`) === undefined ? undefined : options.defaultUri;
  }

  busy(title: string, stop: () => void): void {
    this.onBusy(title, stop);
  }

  /** Fails unless every expected question was asked. */
  isDone(): void {
    const left = this.steps.map(([question]) => String(question));
    assert.deepEqual(left, [], `not asked; what was said:\n${this.heard.join("\n---\n")}`);
  }

  private answer(text: string): Step[1] {
    this.heard.push(text);
    const [question, answer] = this.steps[0] ?? [];
    const fits = typeof question === "string" ? text.includes(question) : question?.test(text);
    if (!fits) return undefined;
    this.steps.shift();
    return answer;
  }
}

/** Lets a person answer while a command runs, and fails when an expected question was not asked. */
export async function run(command: string, argument: unknown, ...steps: Step[]): Promise<Person> {
  const person = await new Person(steps).sitDown();
  await vscode.commands.executeCommand(command, argument);
  person.isDone();
  return person;
}

function place(folder: string, { url, calls }: Emulator, args: readonly string[]): Place {
  const token = args[args.indexOf("--token") + 1];
  const headers = {
    "content-type": "application/json",
    ...(args.includes("--token") ? { authorization: `Bearer ${token}` } : {}),
  };
  const address = `${url}/v1/projects/shop/dashboards`;
  const call = async (path: string, init: RequestInit = {}): Promise<Json | undefined> => {
    const answer = await fetch(address + path, { ...init, headers });
    if (answer.status === 404) return undefined;
    assert.ok(answer.ok, `${init.method ?? "GET"} ${path}: ${answer.status}`);
    return (await answer.json()) as Json;
  };
  const uri = (path: string) => inWorkspace(`${folder}/${path}`);
  return {
    url,
    calls,
    uri,
    async write(name, value) {
      const file = uri(`${name}.dashboard.json`);
      await writeFile(file, typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`);
      return file;
    },
    async read(name) {
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri(`${name}.dashboard.json`)));
    },
    get: (id) => call(`/${id}`),
    async create(id, value) {
      await call("", {
        method: "POST",
        body: JSON.stringify({ ...value, name: `projects/shop/dashboards/${id}` }),
      });
    },
    async edit(id, change) {
      const value = (await call(`/${id}`))!;
      change(value);
      await call(`/${id}`, { method: "PATCH", body: JSON.stringify(value) });
    },
  };
}

async function writeFile(uri: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
}

interface Emulator {
  readonly url: string;
  readonly calls: readonly string[];
  stop(): void;
}

async function startEmulator(args: readonly string[]): Promise<Emulator> {
  const program = join(__dirname, "..", "..", "dist", "emulator.js");
  const child = spawn(process.execPath, [program, ...args], {
    // On the desktop the host's executable is Electron.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const calls: string[] = [];
  let rest = "";
  child.stderr.on("data", (chunk) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const call = /^((?:GET|POST|PATCH|DELETE) \S+ \S+) /.exec(line)?.[1];
      if (call) calls.push(call);
      // Whatever is no call is an error of the emulator's own.
      else console.error(line);
    }
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const found = /http:\/\/[\d.]+:\d+/.exec(output);
      if (found) resolve(found[0]);
    });
    child.once("exit", (code) => reject(new Error(`The emulator ended with ${code}: ${output}`)));
    child.once("error", reject);
  });
  return { url, calls, stop: () => child.kill() };
}
