import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Host } from "./host";
import { Roots } from "./roots";

/** What one process of the server knows: which versions of files it has shown, and which comparisons. */
export class Session {
  readonly roots: Roots;
  /** File → version of the text that was shown or written last. */
  private readonly seen = new Map<string, string>();
  private last: Promise<unknown> = Promise.resolve();
  private readonly key = randomBytes(32);
  private readonly shown = new Set<string>();
  private readonly asked = new Set<string>();

  constructor(readonly host: Host) {
    this.roots = new Roots(host.roots);
  }

  /** Runs edits one after the other, so that each starts from what the one before has written. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Records that a version of a file was shown. */
  saw(file: string, version: string): void {
    this.seen.set(file, version);
  }

  /** The version of a file that was shown last. */
  lastSeen(file: string): string | undefined {
    return this.seen.get(file);
  }

  /** A token of a comparison, which nobody else can compute. */
  tokenOf(comparison: string): string {
    return createHmac("sha256", this.key).update(comparison).digest("base64url").slice(0, 22);
  }

  /** Records that the comparison of a token was shown. */
  show(token: string): void {
    this.shown.add(token);
  }

  wasShown(token: string): boolean {
    return this.shown.has(token);
  }

  /** Records that the user is asked about the comparison of a token. */
  ask(token: string): void {
    this.asked.add(token);
  }

  /** Whether the user was asked about it; true once for each question. */
  takeQuestion(token: string): boolean {
    return this.asked.delete(token);
  }

  /** Forgets a comparison that was carried out. */
  spend(token: string): void {
    this.shown.delete(token);
  }
}

/** A short name of a version of a text. */
export function versionOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex").slice(0, 12);
}
