import type { Span } from "./document/node";

export type Severity = "error" | "warning" | "information" | "hint";

/** One thing to say about a place in a text. */
export interface Finding extends Span {
  /** Stable kebab-case id; also the name of the page that explains it. */
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong, and what to do instead. Names things as the author spelled them. */
  readonly message: string;
  /** Other places that belong to the same finding, such as the second of two overlapping tiles. */
  readonly related?: readonly (Span & { readonly message: string })[];
  /** How a client may render the range beside its severity. */
  readonly tag?: "deprecated" | "unnecessary";
  /** Facts a fix needs, so that it does not have to work them out again. JSON only. */
  readonly data?: unknown;
}
