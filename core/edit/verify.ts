import type { ContainerNode, Node } from "../document/node";
import { type JsonDocument, readDocument } from "../document/reader";
import type { TextEdit } from "./change";
import { type Draft, type DraftContainer, openContainer } from "./draft";
import type { Region } from "./emit";
import { gapsOf } from "./gaps";

/**
 * Reads each region of the new text again and compares it with the intended value. Returns what is wrong, or undefined.
 * The rest need not be read, because a region is one complete value before and after.
 */
export function verifyEdits(
  document: JsonDocument,
  text: string,
  regions: readonly Region[],
  edits: readonly TextEdit[],
): string | undefined {
  let shift = 0;
  let next = 0;
  for (const { from, to, draft } of regions) {
    const start = from + shift;
    for (let edit = edits[next]; edit && edit.offset + edit.length <= to; edit = edits[++next]) {
      if (edit.offset < from) return `the edit at offset ${edit.offset} is out of place`;
      shift += edit.text.length - edit.length;
    }
    const end = to + shift;
    if (!standsAlone(text, start, end)) return `the value at offset ${start} runs into its neighbor`;
    const region = readDocument(text.slice(start, end));
    const { root } = region;
    if (root?.offset !== 0 || root.length !== end - start) return `no whole value at offset ${start}`;
    const wrong = compare(document, draft, region, root);
    if (wrong) return wrong;
  }
  return next === edits.length ? undefined : `the edit at offset ${edits[next]!.offset} is out of place`;
}

function compare(before: JsonDocument, draft: Draft, after: JsonDocument, node: Node): string | undefined {
  const written = after.text.slice(node.offset, node.offset + node.length);
  const differs = (what: string) =>
    `${what} differs where ${JSON.stringify(written.slice(0, 40))} is written`;
  if (draft.kind === "kept") {
    const { offset, length } = draft.node;
    return before.text.slice(offset, offset + length) === written ? undefined : differs("a kept value");
  }
  if (draft.kind === "copied") {
    const { offset, length } = draft.node;
    const source = before.text.slice(offset, offset + length);
    return withoutIndent(source) === withoutIndent(written) ? undefined : differs("a value that is copied");
  }
  if (draft.kind === "scalar") {
    const same = node.kind !== "array" && node.kind !== "object" && node.value === draft.value;
    return same ? undefined : differs("a new value");
  }
  const now = openContainer({ kind: "kept", node });
  if (!now || now.kind !== draft.kind || now.entries.length !== draft.entries.length)
    return differs("a list");
  if (!isWhole(before, draft, after, now)) return differs("the syntax");
  for (const [i, entry] of draft.entries.entries()) {
    const { key, value } = now.entries[i]!;
    if (key !== entry.key) return differs(`the key ${JSON.stringify(entry.key)}`);
    if (!value || !entry.value) {
      if (value || entry.value) return differs("an unfinished member");
      continue;
    }
    const wrong = compare(before, entry.value, after, (value as { node: Node }).node);
    if (wrong) return wrong;
  }
  return undefined;
}

/** Checks brackets, commas and colons; skips a container that was incomplete before. */
function isWhole(
  before: JsonDocument,
  draft: DraftContainer,
  after: JsonDocument,
  now: DraftContainer,
): boolean {
  const old = draft.node && gapsOf(before.text, draft.node);
  if (draft.node && !old) return true;
  const gaps = gapsOf(after.text, now.node as ContainerNode);
  if (!gaps) return false;
  const trailing = gaps.at(-1)!.comma >= 0;
  return !trailing || (old?.at(-1)?.comma ?? -1) >= 0;
}

/** Whether a token of its own starts at `start` and ends at `end`. */
function standsAlone(text: string, start: number, end: number): boolean {
  return /^$|[\s,:[{/\ufeff]/.test(text.charAt(start - 1)) && /^$|[\s,\]}/]/.test(text.charAt(end));
}

function withoutIndent(text: string): string {
  return text.replace(/(?<=[\r\n])[ \t]+/g, "");
}
