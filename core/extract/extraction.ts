import type { Span } from "../document/node";

/** A dashboard that can leave the text in which it stands for a JSON file of its own. */
export interface Extraction {
  readonly ok: true;
  /** What the file is called after: a title, or the name of a resource. */
  readonly name: string;
  /** The text of the file. */
  readonly json: string;
  /** What a reference to the file takes the place of. */
  readonly span: Span;
  /** The reference to a file beside the text. */
  reference(file: string): string;
  /** What somebody has to know or do afterwards, as sentences. */
  readonly notes: readonly string[];
}

/** Why a dashboard cannot leave its text, as a message for the user. */
export interface NoExtraction {
  readonly ok: false;
  readonly reason: string;
}

export function noExtraction(reason: string): NoExtraction {
  return { ok: false, reason };
}
