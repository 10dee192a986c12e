import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { Io } from "../../cli/io";
import type { Terminal } from "../../cli/terminal";
import { type Emulator, startEmulator } from "../../emulator/server";

/** Without a terminal. */
export const NOBODY: Terminal = {
  interactive: false,
  ask: () => expect.unreachable("nobody is there to ask"),
};

/** Answers every question and records it. */
export function person(
  answer: (question: string) => string | Promise<string>,
): Terminal & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    interactive: true,
    async ask(question) {
      asked.push(question);
      return answer(question);
    },
  };
}

/** A folder, an emulator that its profile "emu" points to, and what commands have printed. New for every test. */
export interface Workspace {
  folder: string;
  emulator: Emulator;
  output: { out: string; err: string };
  io: Io;
}

/** Sets a workspace up before each test of the file, and takes it down after. */
export function useWorkspace(): Workspace {
  const workspace = {} as Workspace;
  beforeEach(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "mosaic-cli-"));
    const emulator = await startEmulator();
    const output = { out: "", err: "" };
    const io: Io = {
      cwd: folder,
      env: {},
      color: false,
      out: (text) => void (output.out += text),
      err: (text) => void (output.err += text),
      stdin: async () => "",
    };
    Object.assign(workspace, { folder, emulator, output, io });
    const profiles = { emu: { project: "demo", endpoint: emulator.url } };
    await writeText(workspace, ".mosaic/config.json", JSON.stringify({ profiles }));
  });
  afterEach(async () => {
    await workspace.emulator.close();
    await rm(workspace.folder, { recursive: true });
  });
  return workspace;
}

export async function writeText({ folder }: Workspace, name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
}

export function readText({ folder }: Workspace, name: string): Promise<string> {
  return readFile(path.join(folder, name), "utf8");
}

type Value = Record<string, unknown>;

/** The remote dashboards, and a way to edit them directly. */
export function remoteOf(workspace: Workspace) {
  const call = async (method: string, id: string, body?: object) => {
    const url = `${workspace.emulator.url}/v1/projects/demo/dashboards${method === "POST" ? "" : `/${id}`}`;
    const response = await fetch(url, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
    });
    return { status: response.status, value: (await response.json()) as Value };
  };
  const get = async (id: string) => (await call("GET", id)).value;
  return {
    call,
    get,
    async change(id: string, edit: (value: Value) => void) {
      const value = await get(id);
      edit(value);
      expect((await call("PATCH", id, value)).status).toBe(200);
    },
  };
}

const tile = (title: string, xPos: number) =>
  `      { "width": 6, "height": 4, "xPos": ${xPos}, "widget": { "title": "${title}", "text": { "content": "${title}!" } } }`;

/** A dashboard in a formatting of its own: two tiles, CPU and RAM. */
export const WEB = `{\n  "displayName":   "Web",\n  "mosaicLayout": {\n    "columns": 12,\n    "tiles": [\n${tile("CPU", 0)},\n${tile("RAM", 6)}\n    ]\n  }\n}\n`;
