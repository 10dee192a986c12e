import type { Span } from "./document/node";

export type Severity = "error" | "warning" | "information" | "hint";

/** One result of a check at a range of a text. */
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
  /** Data for fixes, so that they need not compute it again. JSON only. */
  readonly data?: FindingData;
}

/** What the fixes of a finding need beside its place, by `kind`. Offsets are of the text that the finding is in. */
export type FindingData =
  /** The name or value that is most likely meant. */
  | { readonly kind: "suggestion"; readonly suggestion: string }
  /** Values that can stand there instead, best first. */
  | { readonly kind: "choices"; readonly choices: readonly string[] }
  /** Keys of members of which one can stay. */
  | { readonly kind: "one-of"; readonly members: readonly string[] }
  /** Name of a member that is missing. */
  | { readonly kind: "missing"; readonly member: string }
  /** Name of a group of members of which none is set although one must be. */
  | { readonly kind: "missing-choice"; readonly group: string }
  | TilePosition
  /** Where the dashboard is inside of something else. */
  | { readonly kind: "inner"; readonly inner: Span }
  | { readonly kind: "replacements"; readonly replacements: readonly Replacement[] }
  /** A comma is missing, at the offset. */
  | { readonly kind: "add-comma"; readonly at: number }
  /** The token stands for this one. */
  | { readonly kind: "replace-token"; readonly by: string }
  /** The text is missing, at the offset. */
  | { readonly kind: "insert"; readonly at: number; readonly text: string }
  | { readonly kind: "close-string" | "remove-dollar" | "add-colon" | "quote-key" | "double-quotes" };

/** A tile that extends beyond the columns of its mosaic. */
export interface TilePosition {
  readonly kind: "tile-position";
  readonly columns: number;
  readonly x: number;
  readonly width: number;
  /** Whether it is more likely the position that is wrong than the width. */
  readonly isMisplaced: boolean;
}

/** One edit that resolves a finding inside a string; the text is not escaped for JSON yet. */
export interface Replacement extends Span {
  readonly title: string;
  readonly text: string;
}

/** A finding's data if it is of that kind. */
export function dataOf<Kind extends FindingData["kind"]>(
  { data }: Finding,
  kind: Kind,
): Extract<FindingData, { readonly kind: Kind }> | undefined {
  return data?.kind === kind ? (data as Extract<FindingData, { readonly kind: Kind }>) : undefined;
}
