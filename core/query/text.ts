import { nodeAtPath, type Path, type StringNode } from "../document/node";
import type { FormEdit, JsonDocument, Piece, Replacement } from "../document/reader";
import { escapeForJson, StringMap } from "../document/string-map";

/** The text of a query as its author edits it: decoded, with what is filled in later as it is written in the file. */
export function queryTextOf(document: JsonDocument, node: StringNode): string {
  const holes = holesIn(document, node);
  if (holes.length === 0) return node.value;
  const map = new StringMap(document.text, node);
  let out = "";
  let copied = 0;
  for (const { offset, length } of holes) {
    const at = map.toDecoded(offset);
    const written = document.text.slice(offset, offset + length);
    // In the decoded text it has no quotes, and the same length.
    if (node.value.slice(at, at + length) !== withoutQuotes(written)) continue;
    out += node.value.slice(copied, at) + written;
    copied = at + length;
  }
  return out + node.value.slice(copied);
}

/**
 * Another text for the query at a path, as an edit of the file. What is filled in stays as it is written. Undefined where the
 * text cannot be written there.
 */
export function queryEdit(document: JsonDocument, path: Path, text: string): Replacement | undefined {
  const node = nodeAtPath(document.root, path);
  if (node?.kind !== "string") return undefined;
  const { form } = document;
  if (form?.edit) {
    if (node.value === text) {
      const { offset, length } = node;
      return { offset, length, text: document.text.slice(offset, offset + length) };
    }
    return asOne(document.text, form.edit(document, [{ op: "set", path, value: text }], {}));
  }
  const pieces = piecesOf(document, node, text);
  const written = form ? form.literal?.(document, node, pieces) : jsonLiteral(pieces);
  if (written === undefined) return undefined;
  const edit = { offset: node.offset, length: node.length, text: written };
  if (!form) return edit;
  const after = form.read(applied(document.text, edit));
  const there = after && nodeAtPath(after.root, path);
  return there?.kind === "string" && queryTextOf(after!, there) === text ? edit : undefined;
}

/** All edits as one, over everything between them. */
function asOne(text: string, made: FormEdit): Replacement | undefined {
  const first = made.ok ? made.edits[0] : undefined;
  const last = made.ok ? made.edits.at(-1) : undefined;
  if (!made.ok || !first || !last) return undefined;
  const end = last.offset + last.length;
  const grown = made.text.length - text.length;
  return {
    offset: first.offset,
    length: end - first.offset,
    text: made.text.slice(first.offset, end + grown),
  };
}

function applied(text: string, edit: Replacement): string {
  return text.slice(0, edit.offset) + edit.text + text.slice(edit.offset + edit.length);
}

function jsonLiteral(pieces: readonly Piece[]): string {
  return `"${pieces.map(({ text, isHole }) => (isHole ? text : escapeForJson(text))).join("")}"`;
}

/** A text cut where the holes of a string are in it. */
function piecesOf(document: JsonDocument, node: StringNode, text: string): Piece[] {
  const sources = new Set(
    holesIn(document, node).map(({ offset, length }) => document.text.slice(offset, offset + length)),
  );
  if (sources.size === 0) return [{ text, isHole: false }];
  const pattern = [...sources]
    .sort((a, b) => b.length - a.length)
    .map((source) => source.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("|");
  return text
    .split(new RegExp(`(${pattern})`))
    .flatMap((piece) => (piece ? [{ text: piece, isHole: sources.has(piece) }] : []));
}

function holesIn({ text, holes = [] }: JsonDocument, { offset, length }: StringNode) {
  return holes.filter(
    (hole) =>
      hole.offset > offset &&
      hole.offset + hole.length < offset + length &&
      (hole.kind === "value" || (hole.kind === "directive" && text.startsWith("%{", hole.offset))),
  );
}

function withoutQuotes(written: string): string {
  return written.replace(/["\\\r\n]/g, "_");
}
