import { StringMap } from "../../../document/string-map";
import { languageOf } from "../../../languages/registry";
import type { Refactoring } from "./refactoring";

/** The usual white space in a query, on one line; offered where it changes something. */
export const formatQueryRefactoring: Refactoring = {
  id: "tidy-query",
  // The service keeps white space as it is written.
  keepsMeaning: false,
  offers({ dashboard, node }) {
    if (node?.kind !== "string") return [];
    const language = languageOf(dashboard.canonical.fieldOf(node)?.language);
    const tidy = language?.format?.(node.value, "line");
    if (tidy === undefined || tidy === node.value) return [];
    return [
      {
        title: "Format the whitespace of the query",
        kind: "rewrite",
        edits: () => whiteSpaceEdits(dashboard.text, new StringMap(dashboard.text, node), node.value, tidy),
      },
    ];
  },
};

/** One edit for each run of white space that differs, so that escapes and everything else stay as they are written. */
function whiteSpaceEdits(text: string, map: StringMap, before: string, after: string) {
  const edits: { offset: number; length: number; text: string }[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const had = /^\s*/.exec(before.slice(i))![0];
    const has = /^\s*/.exec(after.slice(j))![0];
    if (had !== has) {
      const offset = map.toSource(i);
      edits.push({ offset, length: map.toSource(i + had.length) - offset, text: has });
    }
    i += had.length;
    j += has.length;
    // Behind white space both go on alike.
    while (i < before.length && before[i] === after[j] && !/\s/.test(before[i]!)) {
      i++;
      j++;
    }
  }
  return edits.filter((edit) => text.slice(edit.offset, edit.offset + edit.length) !== edit.text);
}
