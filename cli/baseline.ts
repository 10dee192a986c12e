import path from "node:path";
import { readRegularFile } from "../disk/read";
import { writeFileSafely } from "../disk/write";
import { CommandLineError, messageOf, visible } from "./io";
import type { Diagnostic, FileReport } from "./report";

/** Known findings of one kind in a file. */
interface Known {
  readonly code: string;
  /** The resource or document in the file, if it has several. */
  readonly resource?: string;
  /** `Detail.at` */
  readonly at: string;
  /** `Detail.hash` */
  readonly hash: string;
  readonly count: number;
}

/** Known findings by file, relative to the folder of the baseline, with `/`. */
type Entries = ReadonlyMap<string, readonly Known[]>;

/** Larger than any baseline, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * The findings that a repository had when it began to use Mosaic. A finding is known by its file, its kind, its member and the
 * hash of the reported text, so that it stays known when lines or tiles move, and is new when the reported text changes.
 */
export class Baseline {
  /** How many of each kind are not met yet. */
  private readonly left: Map<string, number>;
  private readonly found = new Map<string, Map<string, Known>>();
  /** How many findings were left out. */
  known = 0;

  private constructor(
    private readonly file: string,
    private readonly cwd: string,
    entries: Entries,
  ) {
    this.left = new Map(
      [...entries].flatMap(([name, all]) => all.map((one) => [keyOf(name, one), one.count] as const)),
    );
  }

  /**
   * @param isOptional whether the file need not exist
   * @throws CommandLineError if it does not exist or is no baseline
   */
  static async open(file: string, cwd: string, isOptional = false): Promise<Baseline> {
    const absolute = path.resolve(cwd, file);
    let text: string;
    try {
      text = (await readRegularFile(absolute, LARGEST)).toString("utf8");
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
      if (isMissing && isOptional) return new Baseline(absolute, cwd, new Map());
      throw new CommandLineError(
        isMissing
          ? `the baseline ${visible(file)} does not exist; create it with --update-baseline`
          : `the baseline ${visible(file)} cannot be read: ${messageOf(error)}`,
      );
    }
    return new Baseline(absolute, cwd, entriesOf(text, file));
  }

  /** A report without its known findings. */
  apply(report: FileReport): FileReport {
    const name = this.nameOf(report.file);
    const diagnostics = report.diagnostics.filter((diagnostic) => {
      const known = knownOf(report, diagnostic);
      const key = keyOf(name, known);
      this.note(name, key, known);
      const left = this.left.get(key) ?? 0;
      if (left === 0) return true;
      this.left.set(key, left - 1);
      this.known++;
      return false;
    });
    return { ...report, diagnostics };
  }

  /** How many known findings were not found again in the files that were checked. */
  fixed(checked: Iterable<string>): number {
    const names = new Set([...checked].map((file) => this.nameOf(file)));
    let fixed = 0;
    for (const [key, count] of this.left) if (names.has(fileOf(key))) fixed += count;
    return fixed;
  }

  /**
   * Writes what this run has found. Files that were not checked keep their entries.
   *
   * @returns how many findings the baseline has
   */
  async write(checked: Iterable<string>): Promise<number> {
    const names = new Set([...checked].map((file) => this.nameOf(file)));
    const files: Record<string, Known[]> = {};
    for (const [key, count] of this.left) {
      const name = fileOf(key);
      if (!names.has(name) && count > 0) (files[name] ??= []).push({ ...fromKey(key), count });
    }
    for (const [name, all] of this.found) if (all.size > 0) files[name] = [...all.values()];
    const sorted = Object.fromEntries(
      Object.entries(files)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, all]) => [name, all.sort((a, b) => (keyOf(name, a) < keyOf(name, b) ? -1 : 1))]),
    );
    await writeFileSafely(this.file, `${JSON.stringify({ version: 1, files: sorted }, null, 2)}\n`);
    return Object.values(sorted).reduce((sum, all) => sum + all.reduce((n, { count }) => n + count, 0), 0);
  }

  private note(name: string, key: string, known: Known): void {
    let all = this.found.get(name);
    if (!all) this.found.set(name, (all = new Map()));
    all.set(key, { ...known, count: (all.get(key)?.count ?? 0) + 1 });
  }

  private nameOf(file: string): string {
    if (file === "-") return file;
    return path.relative(path.dirname(this.file), path.resolve(this.cwd, file)).replaceAll(path.sep, "/");
  }
}

function knownOf({ resource }: FileReport, { code, detail }: Diagnostic): Known {
  const { at = "", hash = "" } = detail ?? {};
  return { code, ...(resource !== undefined && { resource }), at, hash, count: 1 };
}

function keyOf(file: string, { code, resource, at, hash }: Known): string {
  return JSON.stringify([file, code, at, hash, ...(resource === undefined ? [] : [resource])]);
}

const fileOf = (key: string): string => (JSON.parse(key) as string[])[0]!;

function fromKey(key: string): Omit<Known, "count"> {
  const [, code, at, hash, resource] = JSON.parse(key) as string[];
  return { code: code!, ...(resource !== undefined && { resource }), at: at!, hash: hash! };
}

function entriesOf(text: string, file: string): Entries {
  const broken = () => new CommandLineError(`${visible(file)} is not a baseline of mosaic validate`);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw broken();
  }
  if (!isRecord(read) || !isRecord(read["files"])) throw broken();
  if (read["version"] !== 1)
    throw new CommandLineError(`${visible(file)} was written by a newer version of Mosaic; update Mosaic`);
  return new Map(
    Object.entries(read["files"]).map(([name, all]) => {
      if (!Array.isArray(all)) throw broken();
      return [name, all.map((one) => (isKnown(one) ? one : raise(broken())))] as const;
    }),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function raise(error: Error): never {
  throw error;
}

function isKnown(value: unknown): value is Known {
  if (!isRecord(value)) return false;
  const { code, resource, at, hash, count } = value;
  return (
    [code, at, hash].every((one) => typeof one === "string") &&
    (resource === undefined || typeof resource === "string") &&
    Number.isInteger(count)
  );
}
