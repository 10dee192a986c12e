import * as vscode from "vscode";
import type { UsageResult, UsageRun } from "../../api/usage/index";
import type { UsageRequest } from "./request";

/** The last result, stored across reloads. */
export interface StoredUsage {
  readonly question: UsageRequest;
  readonly profile: { readonly name: string; readonly baseUrl: string };
  readonly result: UsageResult;
  readonly previous?: UsageResult;
  readonly askedAt: number;
}

/** A query that did not finish: its jobs can be reopened. */
export interface UnfinishedRun {
  readonly question: UsageRequest;
  readonly run: UsageRun;
}

const FILE = "usage.json";
const UNFINISHED = "usage-unfinished.json";
const VERSION = 2;
/** Larger answers are asked for again rather than written and read at every start. */
const MOST_RECORDS = 100_000;

/**
 * Stores the last result and the running query in files of the workspace storage: the result is too large for VS Code's
 * key-value store, and the query must survive a crash.
 */
export class UsageStore {
  private readonly folder: vscode.Uri;
  private remembered: string | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.folder = context.storageUri ?? context.globalStorageUri;
  }

  /** What was kept last; undefined when there is nothing, or nothing that this version understands. */
  async read(): Promise<StoredUsage | undefined> {
    const value = await this.readFile(FILE);
    return isKept(value) ? value : undefined;
  }

  /** Rejects when it cannot be written. */
  async write(kept: StoredUsage): Promise<void> {
    const records = kept.result.records.length + (kept.previous?.records.length ?? 0);
    if (records > MOST_RECORDS) return;
    await this.writeFile(FILE, JSON.stringify({ version: VERSION, ...kept }));
  }

  /** The interrupted query. */
  async unfinished(): Promise<UnfinishedRun | undefined> {
    const value = await this.readFile(UNFINISHED);
    return isUnfinished(value) ? value : undefined;
  }

  /** Remembers a question on its way, or that there is none. Rejects when it cannot be written. */
  async remember(unfinished: UnfinishedRun | undefined): Promise<void> {
    const text = unfinished ? JSON.stringify({ version: VERSION, ...unfinished }) : "null";
    // Do not write on exit: nothing is new, and the file may be truncated.
    if (text === this.remembered) return;
    this.remembered = text;
    await this.writeFile(UNFINISHED, text);
  }

  private async readFile(name: string): Promise<unknown> {
    try {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.folder, name));
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      return undefined;
    }
  }

  private async writeFile(name: string, text: string): Promise<void> {
    await vscode.workspace.fs.createDirectory(this.folder);
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(this.folder, name),
      new TextEncoder().encode(text),
    );
  }
}

function isKept(value: unknown): value is StoredUsage {
  if (!isObject(value)) return false;
  const { version, question, profile, result, askedAt } = value;
  return (
    version === VERSION &&
    isObject(question) &&
    isObject(profile) &&
    isObject(result) &&
    Array.isArray((result as { records?: unknown }).records) &&
    typeof askedAt === "number"
  );
}

function isUnfinished(value: unknown): value is UnfinishedRun {
  if (!isObject(value)) return false;
  const { version, question, run } = value;
  return version === VERSION && isObject(question) && isObject(run) && Array.isArray(run["parts"]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
