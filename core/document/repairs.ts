import type { Finding } from "../finding";
import type { Fix } from "../fix";
import { nodeAt } from "./node";
import type { JsonDocument } from "./reader";

/** Repairs for what is wrong with the JSON itself. They work on the text, since the tree has no place for these. */
export function syntaxFixes(document: JsonDocument, finding: Finding): Fix[] {
  const { text } = document;
  const { offset, length } = finding;
  const written = text.slice(offset, offset + length);
  switch (finding.code) {
    case "trailing-comma":
      return [{ title: "Remove the comma", edits: [{ offset, length, text: "" }], unambiguous: true }];
    case "byte-order-mark":
      return [
        { title: "Remove the byte order mark", edits: [{ offset, length, text: "" }], unambiguous: true },
      ];
    case "comment":
      // A comment may be the only place where something is written down, so removing it is the author's decision.
      return [
        { title: "Remove the comment", edits: [commentEdit(text, offset, length)], unambiguous: false },
      ];
    case "duplicate-key":
      return removeShadowed(document, finding);
  }
  switch ((finding.data as { repair?: string } | undefined)?.repair) {
    case "add-comma": {
      const { at } = finding.data as { at: number };
      return [{ title: "Add the comma", edits: [{ offset: at, length: 0, text: "," }], unambiguous: true }];
    }
    case "insert": {
      const { at, text: inserted } = finding.data as { at: number; text: string };
      const edits = [{ offset: at, length: 0, text: inserted }];
      return [{ title: `Insert ${inserted.trim()}`, edits, unambiguous: true }];
    }
    case "remove-dollar":
      return [{ title: "Remove one $", edits: [{ offset, length: 1, text: "" }], unambiguous: false }];
    case "close-string": {
      const end = offset + written.replace(/,?\s*$/, "").length;
      return [
        { title: "Close the string", edits: [{ offset: end, length: 0, text: '"' }], unambiguous: false },
      ];
    }
    case "add-colon":
      return [
        {
          title: "Add the colon",
          edits: [{ offset: offset + length, length: 0, text: ":" }],
          unambiguous: true,
        },
      ];
    case "replace": {
      const { by } = finding.data as { by: string };
      return [{ title: `Replace with ${by}`, edits: [{ offset, length, text: by }], unambiguous: true }];
    }
    case "quote-key":
      return [
        {
          title: `Write "${written}"`,
          edits: [{ offset, length, text: JSON.stringify(written) }],
          unambiguous: true,
        },
      ];
    case "double-quotes": {
      const quoted = JSON.stringify(written.slice(1, -1));
      return [{ title: `Write ${quoted}`, edits: [{ offset, length, text: quoted }], unambiguous: true }];
    }
    default:
      return [];
  }
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
function removeShadowed({ root }: JsonDocument, { related }: Finding): Fix[] {
  const earlier = related?.[0]?.offset ?? -1;
  const object = nodeAt(root, earlier);
  if (object?.kind !== "object") return [];
  const at = object.properties.findIndex((property) => property.keyOffset === earlier);
  const next = object.properties[at + 1];
  if (at < 0 || !next) return [];
  const edit = { offset: earlier, length: next.keyOffset - earlier, text: "" };
  return [{ title: `Remove the first "${object.properties[at]!.key}"`, edits: [edit], unambiguous: false }];
}
