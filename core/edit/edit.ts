import { valueOf } from "../document/node";
import type { Form, JsonDocument } from "../document/reader";
import { isObject } from "../shape";
import { applyChange } from "./apply";
import { type Change, EditError, type EditOptions, type EditResult, type TextEdit } from "./change";
import { type Draft, type DraftEntry, keptNode } from "./draft";
import { Emitter, type Region } from "./emit";
import { maskedForEditing } from "./hole-mask";
import { printValue } from "./print";
import { SourceWriter } from "./source-writer";
import { FormattingStyle } from "./style";
import { applyEdits } from "./text-edit";
import { changedValue, tokenEdits } from "./token-edits";
import { verifyEdits } from "./verify";

export type { Change, EditOptions, EditResult, TextEdit } from "./change";
export { continuing, copySource } from "./change";
export { detectFormatting } from "./style";
export { applyEdits, changedPart } from "./text-edit";

/**
 * Turns changes of the value into the smallest change of the text.
 *
 * The changes are made one after the other: each path and index is about the value that the changes before it
 * have left. The edits that come out are all against the text of `document`, sorted and disjoint; none of them
 * touches a value that stays the same, its number spelling, escapes and comments included. What is new follows
 * the text around it in indentation, line ends and spacing. Setting a value to what it is already gives no edit.
 *
 * Comments behind an entry on its line and right above it belong to it: they move and go with it.
 *
 * All or nothing: when one change cannot be made (no such path, a container with a syntax error of its own, a
 * value that is not JSON) the result is the reason, fit to be shown. The text that comes out is read again where
 * it changed; should it not say what was meant, the reason starts with `internal:` and nothing is changed.
 */
export function editDocument(
  document: JsonDocument,
  changes: readonly Change[],
  options: EditOptions = {},
): EditResult {
  try {
    const { form } = document;
    if (!form) return editOrThrow(document, changes, options);
    if (form.edit) return form.edit(document, changes, options);
    if (!form.isJson) return editTokens(document, form, changes);
    const made = editOrThrow(document, changes, options);
    if (!made.ok) return made.reason.startsWith("internal:") ? NOT_WRITABLE : made;
    const written = form.write(document, made.edits);
    if (!written) return LOSES_HOLES;
    return { ok: true, edits: [...written], text: applyEdits(document.text, written) };
  } catch (error) {
    if (error instanceof EditError) return { ok: false, reason: error.message };
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: `internal: ${message}` };
  }
}

const NOT_WRITABLE: EditResult = {
  ok: false,
  reason:
    "This edit changes more of the Terraform code than single values. Edit the code, or move the dashboard to a JSON file of its own.",
  needsFile: true,
};

/** JSON in other code can be written like any other, except for what the code inserts. */
const LOSES_HOLES: EditResult = {
  ok: false,
  reason:
    "This edit would remove a value that Terraform inserts. Edit the code, or move the dashboard to a JSON file of its own.",
  needsFile: true,
};

/** Edits of a text that is not JSON. What comes out is read again, and has to say what was meant. */
function editTokens(document: JsonDocument, form: Form, changes: readonly Change[]): EditResult {
  const made = tokenEdits(document, changes);
  const tokens = made && form.write(document, made.tokens);
  if (!made || !tokens) return NOT_WRITABLE;
  const edits = [...tokens];
  for (const { object, after, members } of made.members) {
    const edit = form.insert?.(document, object, after, members);
    if (!edit) return NOT_WRITABLE;
    edits.push(edit);
  }
  edits.sort((a, b) => a.offset - b.offset);
  const text = applyEdits(document.text, edits);
  const after = made.members.length > 0 ? form.read(text) : undefined;
  if (after && !isSame(after.root && valueOf(after.root), changedValue(document, changes)))
    return NOT_WRITABLE;
  return { ok: true, edits, text };
}

function isSame(a: unknown, b: unknown): boolean {
  return equalityKey(a) === equalityKey(b);
}

/** Members in the order of their names: that of the text says nothing. */
function equalityKey(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

function editOrThrow(document: JsonDocument, changes: readonly Change[], options: EditOptions): EditResult {
  const mask = maskedForEditing(document);
  if (!mask) return editJson(document, changes, options);
  const made = editJson(mask.document, changes, options);
  if (!made.ok) return made;
  const edits = mask.restore(made.edits);
  return { ok: true, edits, text: applyEdits(document.text, edits) };
}

function editJson(document: JsonDocument, changes: readonly Change[], options: EditOptions): EditResult {
  const root: DraftEntry = { origin: 0, key: "", value: document.root && keptNode(document.root) };
  for (const change of changes) applyChange(root, change);
  if (!root.value) return { ok: true, edits: [], text: document.text };

  const style = new FormattingStyle(document, options);
  const { edits, regions } = document.root
    ? write(document, root.value, style)
    : start(document, root.value, style);
  const text = applyEdits(document.text, edits);
  const wrong = verifyEdits(document, text, regions, edits);
  if (wrong) return { ok: false, reason: `internal: ${wrong}` };
  return { ok: true, edits: joined(edits), text };
}

interface Written {
  readonly edits: readonly TextEdit[];
  readonly regions: readonly Region[];
}

function write(document: JsonDocument, draft: Draft, style: FormattingStyle): Written {
  const node = document.root!;
  const writer = new SourceWriter(document.text, node.offset);
  const emitter = new Emitter(style);
  emitter.value(writer, draft, node);
  return { edits: writer.finish(node.offset + node.length), regions: emitter.regions };
}

/** Puts the first value into a text that holds none. */
function start({ text }: JsonDocument, draft: Draft, style: FormattingStyle): Written {
  const offset = text.startsWith("\ufeff") ? 1 : 0;
  if (/\S/.test(text.slice(offset))) throw new EditError("the text contains no JSON value to change");
  const place = { indent: "", like: undefined, near: undefined, multiline: true };
  return {
    edits: [{ offset, length: 0, text: printValue(draft, place, style) }],
    regions: [{ from: offset, to: offset, draft }],
  };
}

/** Makes one edit of edits that touch. */
function joined(edits: readonly TextEdit[]): TextEdit[] {
  const out: TextEdit[] = [];
  for (const edit of edits) {
    const last = out.at(-1);
    if (last && last.offset + last.length === edit.offset) {
      out[out.length - 1] = {
        offset: last.offset,
        length: last.length + edit.length,
        text: last.text + edit.text,
      };
    } else out.push(edit);
  }
  return out;
}
