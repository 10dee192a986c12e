import type { Dashboard } from "../../../dashboard";
import { nodeAt } from "../../../document/node";
import type { Finding } from "../../../finding";
import type { Fix, FixProvider } from "../../../fix";

/** Fixes for what is wrong with the JSON itself. They work on the text, since the tree has no place for these. */
export const SYNTAX_FIXES: Readonly<Record<string, FixProvider>> = {
  "trailing-comma": (_, { offset, length }) => [edited("Remove the comma", offset, length, "")],
  "byte-order-mark": (_, { offset, length }) => [edited("Remove the byte order mark", offset, length, "")],
  // A comment may be the only place where something is written down, so removing it is the author's decision.
  comment: ({ text }, { offset, length }) => [
    { title: "Remove the comment", edits: [commentEdit(text, offset, length)], unambiguous: false },
  ],
  "duplicate-key": removeShadowed,
  syntax: fixToken,
  "terraform-syntax": fixToken,
  "terraform-block": fixToken,
  "terraform-quote": fixToken,
  "terraform-escape": fixToken,
  "terraform-escaped-reference": fixToken,
  "terraform-lost-quote": fixToken,
};

function fixToken({ text }: Dashboard, { offset, length, data }: Finding): Fix[] {
  const end = offset + length;
  const written = text.slice(offset, end);
  switch (data?.kind) {
    case "add-comma":
      return [edited("Add the comma", data.at, 0, ",")];
    case "insert":
      return [edited(`Insert ${data.text.trim()}`, data.at, 0, data.text)];
    case "remove-dollar":
      return [{ ...edited("Remove one $", offset, 1, ""), unambiguous: false }];
    case "close-string": {
      const content = written.replace(/,?\s*$/, "");
      return [{ ...edited("Close the string", offset + content.length, 0, '"'), unambiguous: false }];
    }
    case "add-colon":
      return [edited("Add the colon", end, 0, ":")];
    case "replace-token":
      return [edited(`Replace with ${data.by}`, offset, length, data.by)];
    case "quote-key":
      return [edited(`Write "${written}"`, offset, length, JSON.stringify(written))];
    case "double-quotes": {
      const quoted = JSON.stringify(written.slice(1, -1));
      return [edited(`Write ${quoted}`, offset, length, quoted)];
    }
    default:
      return [];
  }
}

function edited(title: string, offset: number, length: number, text: string): Fix {
  return { title, edits: [{ offset, length, text }], unambiguous: true };
}

/** A comment that has its line to itself goes with the line; one at the end of a line goes with the space before it. */
function commentEdit(text: string, offset: number, length: number) {
  const end = offset + length;
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const restOfLine = /^[ \t]*(\r?\n|$)/.exec(text.slice(end, end + 200));
  const before = text.slice(lineStart, offset);
  if (!restOfLine) return { offset, length, text: "" };
  if (before.trim() === "")
    return { offset: lineStart, length: end + restOfLine[0].length - lineStart, text: "" };
  const start = lineStart + before.trimEnd().length;
  return { offset: start, length: end - start, text: "" };
}

/** Of two equal keys the first never counts, so the text from it to the next key can go. */
function removeShadowed({ document: { root } }: Dashboard, { related }: Finding): Fix[] {
  const earlier = related?.[0]?.offset ?? -1;
  const object = nodeAt(root, earlier);
  if (object?.kind !== "object") return [];
  const at = object.properties.findIndex((property) => property.keyOffset === earlier);
  const next = object.properties[at + 1];
  if (at < 0 || !next) return [];
  const edit = { offset: earlier, length: next.keyOffset - earlier, text: "" };
  return [{ title: `Remove the first "${object.properties[at]!.key}"`, edits: [edit], unambiguous: false }];
}
