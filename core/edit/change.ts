import type { Node, Path } from "../document/node";

/** Replaces `length` UTF-16 code units at `offset` of the original text by `text`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/**
 * One change of the value. Paths use the keys as the author wrote them; of duplicate keys the last is meant.
 *
 * - `set` replaces the value at `path`; an object member that does not exist is added at the end of its object.
 *   A container is compared with what it replaces, so that equal members and elements keep their text.
 * - `insert` puts `value` into the array at `path`, before the element at `index` (its length: at the end).
 * - `remove` takes a member or an element out. Shadowed duplicates of a member go with it, because they would
 *   come to life otherwise.
 * - `move` takes the element `from` out of the array at `path` and puts it back so that its index becomes `to`.
 * - `rename` gives the member at `path` another key. Shadowed duplicates go, as with `remove`.
 *
 * A value may hold parts of the text as they are written, see `copySource`, and say which element of a list it comes from,
 * see `continuing`.
 */
export type Change =
  | { readonly op: "set"; readonly path: Path; readonly value: unknown }
  | { readonly op: "insert"; readonly path: Path; readonly index: number; readonly value: unknown }
  | { readonly op: "remove"; readonly path: Path }
  | { readonly op: "move"; readonly path: Path; readonly from: number; readonly to: number }
  | { readonly op: "rename"; readonly path: Path; readonly key: string };

/** Style to use if the text has none, such as an empty document. */
export interface EditOptions {
  readonly insertSpaces?: boolean;
  readonly tabSize?: number;
  readonly eol?: string;
}

/** `edits` are against the original text, sorted and disjoint; `text` is what they make of it. */
export type EditResult =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: string;
      /** It could be made if the dashboard stood in a JSON file of its own. */
      readonly needsFile?: boolean;
    };

/** Why a change cannot be made; becomes the `reason` of the result. */
export class EditError extends Error {}

/**
 * A copy of a value of the document as part of a new value: its text is copied with number format, escapes and comments,
 * and re-indented. The original stays.
 */
export function copySource(node: Node): unknown {
  return new SourceValue(node);
}

/** Result of `copySource`. */
export class SourceValue {
  constructor(readonly node: Node) {}
}

/**
 * A new value of an element of the list that it is put into: in a `set`, what the two have in common keeps its text, be
 * the element in another place. Elsewhere it is `value` and no more.
 */
export function continuing(node: Node, value: unknown): unknown {
  return new Continued(node, value);
}

/** Result of `continuing`. */
export class Continued {
  constructor(
    readonly node: Node,
    readonly value: unknown,
  ) {}
}
