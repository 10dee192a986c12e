import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../../emulator/wire/random";
import { type ConsoleEdit, ConsoleUser } from "./console-user";
import { EmulatorProcess, type Ended, type Kill, killTimer, runProgram } from "./killable";
import { type Board, editedBoard, minus, newBoard, tokensOf } from "./tokens";

/** The bundled programs. */
export interface Programs {
  readonly cli: string;
  readonly emulator: string;
}

const IDS = ["a", "b", "c"] as const;
const NEW = "new.json";
const LEFTOVER = /^\.mosaic-[0-9a-f]{16}\.tmp$/;
const STATE = ".mosaic/state/emu";
const FAULTS = ["--fault", "lost=0.12,drop=0.06,truncate=0.04"];
/** A killed program's last request may still be on its way. */
const SETTLE_MS = 40;

type Name = "push" | "pull" | "pull new" | "delete" | "undo";

interface Command {
  readonly who: string;
  readonly name: Name;
  readonly ids: readonly string[];
  readonly args: readonly string[];
  /** The dashboards whose loss the command line agrees to. */
  readonly consent: ReadonlySet<string>;
}

interface Trouble {
  readonly cli: Kill | undefined;
  readonly emulator: Kill | undefined;
  readonly consoleEdits: string | undefined;
}

/** What a file had at any time, and its text now. */
interface File {
  text: string | undefined;
  readonly seen: Set<string>;
}

type Boards = ReadonlyMap<string, Board | undefined>;

/**
 * A walk of random commands of the real command line against the real emulator, as processes that are killed at random
 * moments, while connections break and somebody edits on the console. The seed decides what is done; when exactly a kill
 * arrives is up to the machine.
 *
 * No edit disappears from the service unless the file that was pushed had it, or somebody agreed, or its last text is kept;
 * none from a file unless the service had it. Every file is whole at any time. The next command works.
 */
export class KillWalk {
  private readonly random: () => number;
  private readonly trace: string[] = [];
  private readonly console: ConsoleUser;
  private readonly files = new Map<string, File>();
  /** Everything that was ever seen on the service. */
  private readonly everThere = new Set<string>();
  private tokens = 0;
  private leftovers = 0;
  private isFlaky = false;
  /** How long commands take, for kills to fall into that time; in milliseconds. */
  private usual = 500;
  /** How often each kind of thing was met. */
  readonly met: Record<string, number> = {};

  private constructor(
    readonly seed: number,
    private readonly programs: Programs,
    private readonly folder: string,
    private readonly emulator: EmulatorProcess,
  ) {
    this.random = seededRandom(seed);
    const fresh = this.fresh;
    this.console = new ConsoleUser(
      () => emulator.url,
      fresh,
      (count) => this.pick(count),
    );
  }

  /** @param folder an empty one, for the walk alone */
  static async start(seed: number, programs: Programs, folder: string): Promise<KillWalk> {
    const data = path.join(folder, "data");
    const walk = new KillWalk(seed, programs, folder, new EmulatorProcess(programs.emulator, data));
    await walk.startEmulator(false);
    for (const who of PEOPLE) {
      await mkdir(path.join(folder, who, STATE), { recursive: true });
      const profiles = { emu: { project: "demo", endpoint: walk.emulator.url } };
      const config = JSON.stringify({ profiles, activeProfile: "emu" });
      await writeFile(path.join(folder, who, ".mosaic/config.json"), config);
    }
    for (const id of IDS) walk.noteThere((await walk.console.edit(id)).after);
    return walk;
  }

  /** Throws an error that names the seed and the last steps when an edit was lost or a file is broken. */
  async run(steps: number): Promise<void> {
    try {
      for (let i = 0; i < steps; i++) await this.step();
      await this.settleUp();
    } catch (error) {
      const last = this.trace.slice(-30).map((line) => `  ${line}`);
      const message = error instanceof Error ? error.stack : String(error);
      throw new Error(`processes, seed ${this.seed}:\n${last.join("\n")}\n${message}`);
    }
  }

  async close(): Promise<void> {
    await this.emulator.kill();
  }

  private pick(count: number): number {
    return Math.floor(this.random() * count);
  }

  private oneOf<T>(list: readonly T[]): T {
    return list[this.pick(list.length)]!;
  }

  private readonly fresh = (): string => `t${++this.tokens}`;

  private count(what: string): void {
    this.met[what] = (this.met[what] ?? 0) + 1;
  }

  private async startEmulator(isFlaky: boolean): Promise<void> {
    this.isFlaky = isFlaky;
    await this.emulator.start(isFlaky ? [...FAULTS, "--seed", String(1 + this.pick(1000))] : []);
  }

  private noteThere(value: unknown): void {
    for (const token of tokensOf(value)) this.everThere.add(token);
  }

  private file(who: string, id: string): File {
    const key = `${who}/${fileOf(id)}`;
    let file = this.files.get(key);
    if (!file) this.files.set(key, (file = { text: undefined, seen: new Set() }));
    return file;
  }

  private async step(): Promise<void> {
    if (this.random() < 0.1) {
      await this.emulator.kill();
      await this.startEmulator(this.random() < 0.5);
      this.trace.push(`the emulator is killed and started again${this.isFlaky ? ", flaky" : ""}`);
    }
    for (const id of IDS) if (this.random() < 0.12) await this.consoleEdits(id);
    const who = this.oneOf(PEOPLE);
    for (const id of IDS) if (this.random() < 0.3) await this.edit(who, id);
    await this.perform(this.command(who), this.trouble());
  }

  private async consoleEdits(id: string): Promise<ConsoleEdit> {
    const edit = await this.console.edit(id);
    this.trace.push(`console edits ${id}`);
    this.noteThere(edit.before);
    this.noteThere(edit.after);
    return edit;
  }

  private async edit(who: string, id: string): Promise<void> {
    const file = this.file(who, id);
    const board = file.text
      ? editedBoard(JSON.parse(file.text) as Board, this.fresh, (count) => this.pick(count))
      : { name: `projects/demo/dashboards/${id}`, ...newBoard(this.fresh) };
    await this.put(who, id, board);
  }

  private async put(who: string, id: string, board: Board): Promise<void> {
    await writeFile(this.pathOf(who, id), `${JSON.stringify(board, null, 2)}\n`);
    await this.readFile(who, id);
    this.trace.push(`${who} edits ${fileOf(id)}`);
  }

  private command(who: string): Command {
    const kind = this.pick(100);
    const id = this.oneOf(IDS);
    const overwrites = this.random() < 0.3;
    const consent = new Set<string>(overwrites ? [id] : []);
    const overwrite = overwrites ? ["--overwrite", id] : [];
    const there = IDS.filter((one) => this.file(who, one).text !== undefined);
    if (kind < 45 && there.length > 0) {
      const ids = this.random() < 0.3 ? there : [this.oneOf(there)];
      return { who, name: "push", ids, consent, args: ["push", "--yes", ...overwrite, ...ids.map(fileOf)] };
    }
    if (kind < 60 && there.length > 0) {
      const merge = this.random() < 0.5 ? ["--merge"] : [];
      const args = ["pull", ...merge, ...overwrite, ...there.map(fileOf)];
      return { who, name: "pull", ids: there, consent, args };
    }
    if (kind < 70) {
      const args = ["pull", "--id", id, ...overwrite, fileOf(id)];
      return { who, name: "pull", ids: [id], consent, args };
    }
    if (kind < 88) return { who, name: "pull new", ids: [id], consent, args: ["pull", "--id", id, NEW] };
    if (kind < 94) return { who, name: "delete", ids: [id], consent, args: ["delete", "--yes", id] };
    return { who, name: "undo", ids: [id], consent, args: ["delete", "--undo", "--yes", id] };
  }

  private trouble(): Trouble {
    const kill = (): Kill => {
      const kind = this.pick(4);
      if (kind === 0) return { after: this.usual * (0.3 + 0.9 * this.random()) };
      if (kind === 1) return { at: "request", count: 1 + this.pick(4), delay: this.pick(4) };
      return { at: "file", count: 1 + this.pick(8), delay: this.pick(3) };
    };
    const kind = this.random();
    return {
      cli: kind < 0.6 ? kill() : undefined,
      emulator: kind > 0.5 && kind < 0.68 ? kill() : undefined,
      consoleEdits: kind > 0.68 && kind < 0.78 ? this.oneOf(IDS) : undefined,
    };
  }

  private async perform(command: Command, trouble: Trouble): Promise<Ended> {
    const { who, args } = command;
    const before = await this.boards();
    const wasFlaky = this.isFlaky;
    let emulatorKilled: Promise<void> | undefined;
    let edit: Promise<ConsoleEdit> | undefined;
    const folders = [path.join(this.folder, who), path.join(this.folder, who, STATE)];
    const places = { emulator: this.emulator, folders };
    const started = Date.now();
    const ended = await runProgram(this.programs.cli, args, {
      cwd: path.join(this.folder, who),
      during: (kill) => {
        const ends: (() => void)[] = [];
        if (trouble.cli) ends.push(killTimer(trouble.cli, places, kill));
        if (trouble.emulator) {
          const restart = async () => {
            await this.emulator.kill();
            await this.startEmulator(false);
          };
          ends.push(killTimer(trouble.emulator, places, () => (emulatorKilled = restart())));
        }
        const { consoleEdits: id } = trouble;
        if (id !== undefined && command.name !== "delete") {
          const at = { at: "request", count: 1, delay: 0 } as const;
          ends.push(killTimer(at, places, () => (edit = this.consoleEdits(id))));
        }
        return () => {
          for (const end of ends) end();
        };
      },
    });
    await emulatorKilled;
    const edited = await edit;
    if (ended.code === null) await sleep(SETTLE_MS);
    else this.usual = (this.usual + Date.now() - started) / 2;
    const how =
      ended.code === null ? "killed" : `${ended.code}${emulatorKilled ? " without an emulator" : ""}`;
    this.trace.push(`${who}: mosaic ${args.join(" ")} → ${how}`);
    this.count(`${command.name}: ${how}`);
    await this.judge(command, before, ended, edited);
    const calm = !wasFlaky && !emulatorKilled && ended.code !== null;
    if (calm) await this.judgeEnd(command, ended, edited);
    return ended;
  }

  /** What holds after any command, however it has ended. */
  private async judge(
    command: Command,
    before: Boards,
    ended: Ended,
    edited: ConsoleEdit | undefined,
  ): Promise<void> {
    const { who, name } = command;
    check(!/\n\s+at /.test(ended.err), `it broke: ${ended.err}`);
    await this.judgeWholeness(who, ended.code === null);
    const after = await this.boards();
    const deleted = name === "delete" ? await this.keptTexts(who) : "";
    const given = new Set(edited ? minus(tokensOf(edited.before), tokensOf(edited.after)) : []);
    for (const id of IDS) {
      const file = this.file(who, id);
      const had = tokensOf(before.get(id));
      const has = tokensOf(after.get(id));
      if (edited?.after.name?.endsWith(`/${id}`)) for (const token of tokensOf(edited.after)) had.add(token);
      for (const lost of minus(had, has)) {
        if (given.has(lost) || (name === "delete" && deleted.includes(`"${lost}"`))) continue;
        const isPushed = name === "push" && command.ids.includes(id);
        const why = `${lost} of the dashboard ${id} is gone, which ${who}'s file has never had`;
        check(isPushed && (file.seen.has(lost) || command.consent.has(id)), why);
      }
    }
    for (const id of IDS) {
      const old = this.file(who, id).text;
      await this.readFile(who, id);
      const text = this.file(who, id).text;
      if (old === undefined || (command.consent.has(id) && name === "pull")) continue;
      check(text !== undefined, `${fileOf(id)} of ${who} is gone`);
      for (const lost of minus(tokensOf(JSON.parse(old)), tokensOf(JSON.parse(text!)))) {
        check(this.everThere.has(lost), `${fileOf(id)} of ${who} has lost ${lost}, which was nowhere else`);
      }
    }
    if (name === "pull new") await this.judgeNewFile(command, [before, after], edited);
  }

  /** A file that a pull makes holds all that the service had, or is not there. */
  private async judgeNewFile(
    { who, ids }: Command,
    boards: readonly Boards[],
    edited: ConsoleEdit | undefined,
  ): Promise<void> {
    const file = path.join(this.folder, who, NEW);
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) return;
    const has = tokensOf(JSON.parse(text));
    const versions = [...boards.map((all) => all.get(ids[0]!)), edited?.after];
    const isOne = versions.some(
      (value) => value && minus(tokensOf(value), has).length + minus(has, tokensOf(value)).length === 0,
    );
    check(isOne, `${NEW} is no version that the service had`);
    await rm(file);
  }

  /** Every file is JSON from its beginning to its end; only who was killed leaves something beside them. */
  private async judgeWholeness(who: string, killed: boolean): Promise<void> {
    let leftovers = 0;
    for (const name of await readdir(this.folder, { recursive: true })) {
      const file = path.join(this.folder, name);
      if (LEFTOVER.test(path.basename(name))) leftovers++;
      else if (name.startsWith(who) && name.endsWith(".json") && (await stat(file)).isFile()) {
        const text = await readFile(file, "utf8");
        try {
          JSON.parse(text);
        } catch {
          throw new Error(`${name} is broken: ${JSON.stringify(text.slice(-80))}`);
        }
      }
    }
    check(killed || leftovers <= this.leftovers, "a file was left behind");
    this.leftovers = leftovers;
  }

  /** What holds when nothing stood in the way of a command. */
  private async judgeEnd(
    { who, name, ids }: Command,
    ended: Ended,
    edited: ConsoleEdit | undefined,
  ): Promise<void> {
    check(ended.code !== 2, `it does not work: ${ended.err}`);
    if (name !== "push" || ended.code !== 0 || edited) return;
    for (const id of ids) {
      const [local, there] = [tokensOf(JSON.parse(this.file(who, id).text!)), await this.console.get(id)];
      const differ = minus(local, tokensOf(there)).length + minus(tokensOf(there), local).length;
      check(differ === 0, `${fileOf(id)} was pushed, but the service has something else`);
    }
  }

  /** In the end, all users can synchronize their files. */
  private async settleUp(): Promise<void> {
    await this.emulator.kill();
    await this.startEmulator(false);
    const calm: Trouble = { cli: undefined, emulator: undefined, consoleEdits: undefined };
    const ids = [...IDS];
    for (const id of ids) await this.consoleEdits(id);
    const agreed = ids.flatMap((id) => ["--overwrite", id]);
    for (const who of PEOPLE) {
      for (const id of ids) if (this.file(who, id).text === undefined) await this.edit(who, id);
      const pull = ["pull", ...agreed, ...ids.map(fileOf)];
      await this.perform({ who, name: "pull", ids, consent: new Set(ids), args: pull }, calm);
      const board = JSON.parse(this.file(who, ids[0]!).text!) as Board;
      await this.put(who, ids[0]!, { ...board, displayName: this.fresh() });
      const push = ["push", "--yes", ...ids.map(fileOf)];
      const { code, err } = await this.perform(
        { who, name: "push", ids, consent: new Set(), args: push },
        calm,
      );
      check(code === 0, `the last push does not work: ${err}`);
    }
  }

  private async boards(): Promise<Boards> {
    const out = new Map<string, Board | undefined>();
    for (const id of IDS) {
      const board = await this.console.get(id);
      this.noteThere(board);
      out.set(id, board);
    }
    return out;
  }

  private async keptTexts(who: string): Promise<string> {
    const folder = path.join(this.folder, who, STATE, "deleted");
    const names = await readdir(folder).catch(() => []);
    const texts = names.filter((name) => name.endsWith(".json"));
    return (await Promise.all(texts.map((name) => readFile(path.join(folder, name), "utf8")))).join();
  }

  private pathOf(who: string, id: string): string {
    return path.join(this.folder, who, fileOf(id));
  }

  private async readFile(who: string, id: string): Promise<void> {
    const file = this.file(who, id);
    file.text = await readFile(this.pathOf(who, id), "utf8").catch(() => undefined);
    if (file.text === undefined) return;
    for (const token of tokensOf(JSON.parse(file.text))) file.seen.add(token);
  }
}

const PEOPLE = ["ada", "ben"] as const;

function fileOf(id: string): string {
  return `${id}.dashboard.json`;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
