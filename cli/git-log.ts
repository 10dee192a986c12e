import type { HistoryGap } from "../core/sync/history";
import { type GitProgram, isDubious, isStopped, runGit } from "../disk/git/process";

/** Maximum versions per file; the same limit as in the search. */
const MOST_COMMITS = 500;
/** Maximum commits when all files are read at once. */
const MOST_COMMITS_OF_ALL = 20_000;
/** From this many files on, reading all commits once is faster than once per file. */
const ALL_FROM = 4;

/** One commit's version of a file. */
export interface Commit {
  readonly label: string;
  /** Id of the file's contents. */
  readonly blob: string;
}

/** The versions of a file, newest first, and why some may be missing. */
export interface Commits {
  readonly commits: readonly Commit[];
  readonly gap?: HistoryGap;
}

const SHOWN = ["-z", "--format=%x01%h", "--raw", "--no-abbrev", "--no-ext-diff", "--no-textconv"];
// Merges are compared with each parent, because one that was resolved by hand has a new version.
const ORDER = ["--no-show-signature", "--topo-order", "-m"];

/** Lists the commits of files in a work tree: file by file at first, then with one command for all. */
export class GitLog {
  private asked = 0;
  private all: Promise<Changes | undefined> | undefined;

  /** @param folder the folder of the files, relative to the top, with `/`; empty for the top */
  constructor(
    private readonly git: GitProgram,
    private readonly folder: string,
  ) {}

  /** @param file from the top of the work tree, with `/` */
  async commitsOf(file: string): Promise<Commits> {
    if (++this.asked >= ALL_FROM) {
      const changes = await (this.all ??= this.allChanges());
      const commits = changes && follow(changes, file);
      if (commits && (commits.length > 0 || this.folder === "")) return { commits };
    }
    return this.ofOne(file);
  }

  private async ofOne(file: string): Promise<Commits> {
    const log = ["log", ...SHOWN, ...ORDER, `--max-count=${MOST_COMMITS}`, "HEAD", "--no-renames"];
    const followed = await runGit(this.git, [...log, "--follow", "--", file]);
    // Finding renames reads other files, which a partial clone may not have.
    const result =
      "error" in followed && followed.error !== "ENOENT" && !isDubious(followed) && !isStopped(followed)
        ? await runGit(this.git, [...log, "--", file])
        : followed;
    if ("error" in result) return { commits: [] };
    const records = result.out.split("\x01").slice(1);
    const commits = records.flatMap((record): Commit[] => {
      // A regular file on this side; deletions, links and submodules hold no version.
      const [, label, blob] =
        /^([0-9a-f]+)\0\n?:\d{6} 100\d{3} [0-9a-f]+ ([0-9a-f]+) [A-Z]/.exec(record) ?? [];
      return label && blob ? [{ label, blob }] : [];
    });
    if (result !== followed) return { commits, gap: "partial" };
    return records.length >= MOST_COMMITS ? { commits, gap: "limits" } : { commits };
  }

  /** The changes of all commits below the folder; undefined if there are too many, or git fails. */
  private async allChanges(): Promise<Changes | undefined> {
    const log = ["log", ...SHOWN, ...ORDER, `--max-count=${MOST_COMMITS_OF_ALL}`, "-M", "HEAD"];
    const result = await runGit(this.git, [...log, "--", this.folder || "."]);
    if ("error" in result) return undefined;
    const records = result.out.split("\x01").slice(1);
    return records.length < MOST_COMMITS_OF_ALL ? changesIn(records) : undefined;
  }
}

interface Change {
  /** Position of the commit in the log: newer ones come first. */
  readonly at: number;
  readonly label: string;
  /** Undefined if there is no regular file after the commit. */
  readonly blob: string | undefined;
  /** The previous name, if the commit renamed the file. */
  readonly before: string | undefined;
}

/** The changes of each file, newest first. */
type Changes = ReadonlyMap<string, readonly Change[]>;

function changesIn(records: readonly string[]): Changes {
  const changes = new Map<string, Change[]>();
  for (const [at, record] of records.entries()) {
    const [label = "", ...fields] = record.split("\0");
    for (let i = 0; i < fields.length; ) {
      const [, mode, id, status] =
        /^\n?:\d{6} (\d{6}) [0-9a-f]+ ([0-9a-f]+) ([A-Z])\d*$/.exec(fields[i++]!) ?? [];
      if (!mode) continue;
      const first = fields[i++]!;
      const renamed = status === "R" || status === "C";
      const name = renamed ? fields[i++]! : first;
      const change = {
        at,
        label,
        blob: mode.startsWith("100") ? id : undefined,
        before: renamed ? first : undefined,
      };
      const list = changes.get(name);
      if (list) list.push(change);
      else changes.set(name, [change]);
    }
  }
  return changes;
}

/** The versions of a file through its renames, as `--follow` has them. */
function follow(changes: Changes, file: string): Commit[] {
  const commits: Commit[] = [];
  let name: string | undefined = file;
  for (let from = -1; name !== undefined && commits.length < MOST_COMMITS; ) {
    const list: readonly Change[] = changes.get(name) ?? [];
    name = undefined;
    for (const { at, label, blob, before } of list) {
      if (at <= from) continue;
      if (blob !== undefined) commits.push({ label, blob });
      if (before === undefined) continue;
      [name, from] = [before, at];
      break;
    }
  }
  return commits.slice(0, MOST_COMMITS);
}
