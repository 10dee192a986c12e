import type { Hole } from "../document/holes";
import { everyNode } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { TextEdit } from "./change";

/** Private characters that name a hole; a text that has any of its own is left as it is. */
const FIRST = 0xe100;
const COUNT = 0x1000;
const PRIVATE = /[\ue100-\uf0ff]/;

/** A document that can be edited as JSON, and the way back to the text with its holes. */
export interface HoleMask {
  readonly document: JsonDocument;
  /** The edits with the holes as they are written. */
  restore(edits: readonly TextEdit[]): readonly TextEdit[];
}

/**
 * Puts a string or a part of one, of the same length, in the place of each hole that is no JSON: without quotes around it, or
 * with quotes in it. Undefined where there is none.
 */
export function maskedForEditing(document: JsonDocument): HoleMask | undefined {
  const { text, root, holes = [] } = document;
  if (holes.length === 0) return undefined;
  const unquoted = new Set<number>();
  for (const node of everyNode(root)) if (node.kind === "null") unquoted.add(node.offset);
  const odd = holes.filter((hole) => unquoted.has(hole.offset) || hasQuotes(text, hole));
  if (odd.length === 0 || odd.length >= COUNT || PRIVATE.test(text)) return undefined;
  const sources = new Map<string, string>();
  const parts: string[] = [];
  let copied = 0;
  odd.forEach(({ offset, length }, index) => {
    const name = String.fromCharCode(FIRST + index);
    const filling = unquoted.has(offset) ? `"${name.repeat(length - 2)}"` : name.repeat(length);
    sources.set(filling, text.slice(offset, offset + length));
    parts.push(text.slice(copied, offset), filling);
    copied = offset + length;
  });
  parts.push(text.slice(copied));
  const found = /"?([\ue100-\uf0ff])\1*"?/g;
  return {
    document: { ...document, text: parts.join("") },
    restore: (edits) =>
      edits.map((edit) => ({
        ...edit,
        text: edit.text.replace(found, (filling) => {
          const bare = filling.replaceAll('"', "");
          return sources.get(filling) ?? filling.replace(bare, () => sources.get(bare) ?? bare);
        }),
      })),
  };
}

function hasQuotes(text: string, { kind, offset, length }: Hole): boolean {
  const source = text.slice(offset, offset + length);
  // What stands between two directives is text of the string.
  return (kind === "value" || source.startsWith("%{")) && /["\r\n]/.test(source);
}
