import { nodeAtPath, pathOf, type StringNode } from "../document/node";
import { type JsonDocument, readAgain } from "../document/reader";
import { escapeForJson, StringMap } from "../document/string-map";
import { applyEdits, type TextEdit } from "../edit/edit";
import { queryEdit, queryTextOf } from "../query/text";
import { type Splice, spliced } from "./filter-edits";

/**
 * The edits of the file that make splices in a string: of the tokens alone where the file allows it, else of the whole string.
 * Undefined where the text cannot be written there.
 */
export function stringEdits(
  document: JsonDocument,
  node: StringNode,
  splices: readonly Splice[],
): readonly TextEdit[] | undefined {
  if (splices.length === 0) return [];
  const { text, form, holes = [] } = document;
  const isInside = ({ offset, length }: { offset: number; length: number }) =>
    offset >= node.offset && offset + length <= node.offset + node.length;
  if ((!form || form.isJson) && !holes.some(isInside)) {
    const map = new StringMap(text, node);
    const edits = splices.map(({ offset, end, text: written }): TextEdit => {
      const start = map.toSource(offset);
      return { offset: start, length: map.toSource(end) - start, text: escapeForJson(written) };
    });
    const made = form ? form.write(document, edits) : edits;
    if (made && saysSo(document, node, made, spliced(node.value, splices))) return made;
  }
  // Holes have the same length in the query as its author sees it.
  const whole = queryEdit(document, pathOf(node), spliced(queryTextOf(document, node), splices));
  return whole && [whole];
}

/** Reads the string again: a wrong edit must not reach the file. */
function saysSo(
  document: JsonDocument,
  node: StringNode,
  edits: readonly TextEdit[],
  expected: string,
): boolean {
  const after = readAgain(document, applyEdits(document.text, edits));
  const there = nodeAtPath(after.root, pathOf(node));
  return there?.kind === "string" && there.value === expected;
}
