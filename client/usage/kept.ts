import * as vscode from "vscode";
import type { UsageResult, UsageRun } from "../../api/usage/index";
import type { Question } from "./question";

/** The last answer, as it outlives a reload. */
export interface Kept {
  readonly question: Question;
  readonly profile: { readonly name: string; readonly baseUrl: string };
  readonly result: UsageResult;
  readonly previous?: UsageResult;
  readonly askedAt: number;
}

/** A question on its way: its jobs can be opened again. */
export interface Unfinished {
  readonly question: Question;
  readonly run: UsageRun;
}

const FILE = "usage.json";
const UNFINISHED = "usage-unfinished.json";
const VERSION = 2;
/** Larger answers are asked for again rather than written and read at every start. */
const MOST_RECORDS = 100_000;

/**
 * Keeps the last answer, and the question on its way, in files of the workspace's own storage: the one is too large for
 * VS Code's key-value store, and the other has to be there even when VS Code ends without saying so.
 */
export class KeptUsage {
  private readonly folder: vscode.Uri;
  private remembered: string | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.folder = context.storageUri ?? context.globalStorageUri;
  }

  /** What was kept last; undefined when there is nothing, or nothing that this version understands. */
  async read(): Promise<Kept | undefined> {
    const value = await this.readFile(FILE);
    return isKept(value) ? value : undefined;
  }

  /** Rejects when it cannot be written. */
  async write(kept: Kept): Promise<void> {
    const records = kept.result.records.length + (kept.previous?.records.length ?? 0);
    if (records > MOST_RECORDS) return;
    await this.writeFile(FILE, JSON.stringify({ version: VERSION, ...kept }));
  }

  /** The question that was on its way when nobody waited any more. */
  async unfinished(): Promise<Unfinished | undefined> {
    const value = await this.readFile(UNFINISHED);
    return isUnfinished(value) ? value : undefined;
  }

  /** Remembers a question on its way, or that there is none. Rejects when it cannot be written. */
  async remember(unfinished: Unfinished | undefined): Promise<void> {
    const text = unfinished ? JSON.stringify({ version: VERSION, ...unfinished }) : "null";
    // When VS Code ends, nothing is new, and a file that is written then may be cut off.
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

function isKept(value: unknown): value is Kept {
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

function isUnfinished(value: unknown): value is Unfinished {
  if (!isObject(value)) return false;
  const { version, question, run } = value;
  return version === VERSION && isObject(question) && isObject(run) && Array.isArray(run["parts"]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
