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
const UNFINISHED = "mosaic.usage.unfinished";
const VERSION = 2;
/** Larger answers are asked for again rather than written and read at every start. */
const MOST_RECORDS = 100_000;

/** Keeps the last answer in a file of the workspace's own storage: it is too large for VS Code's key-value store. */
export class KeptUsage {
  private readonly uri: vscode.Uri;

  constructor(private readonly context: vscode.ExtensionContext) {
    this.uri = vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, FILE);
  }

  /** What was kept last; undefined when there is nothing, or nothing that this version understands. */
  async read(): Promise<Kept | undefined> {
    try {
      const value: unknown = JSON.parse(
        new TextDecoder().decode(await vscode.workspace.fs.readFile(this.uri)),
      );
      return isKept(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  /** The question that was on its way when nobody waited any more. */
  get unfinished(): Unfinished | undefined {
    const value = this.context.workspaceState.get<{ version: number } & Unfinished>(UNFINISHED);
    return value?.version === VERSION ? { question: value.question, run: value.run } : undefined;
  }

  /** Remembers a question on its way, or that there is none. */
  async remember(unfinished: Unfinished | undefined): Promise<void> {
    const value = unfinished && { version: VERSION, ...unfinished };
    await this.context.workspaceState.update(UNFINISHED, value);
  }

  /** Rejects when it cannot be written. */
  async write(kept: Kept): Promise<void> {
    const records = kept.result.records.length + (kept.previous?.records.length ?? 0);
    if (records > MOST_RECORDS) return;
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(this.uri, ".."));
    const text = JSON.stringify({ version: VERSION, ...kept });
    await vscode.workspace.fs.writeFile(this.uri, new TextEncoder().encode(text));
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { version, question, profile, result, askedAt } = value as Record<string, unknown>;
  const isObject = (one: unknown) => typeof one === "object" && one !== null;
  return (
    version === VERSION &&
    isObject(question) &&
    isObject(profile) &&
    isObject(result) &&
    Array.isArray((result as { records?: unknown }).records) &&
    typeof askedAt === "number"
  );
}
