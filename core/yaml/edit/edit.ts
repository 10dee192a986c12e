import { type Node, valueOf } from "../../document/node";
import type { JsonDocument, Replacement } from "../../document/reader";
import { applyChange } from "../../edit/apply";
import { type Change, EditError, type EditOptions, type EditResult, type TextEdit } from "../../edit/change";
import { type Draft, type DraftEntry, keptNode } from "../../edit/draft";
import { SourceWriter } from "../../edit/source-writer";
import { applyEdits } from "../../edit/text-edit";
import { YamlEmitter } from "./emit";
import { Printer } from "./print";
import { habitsOf } from "./style";

/** Edits that were made here, which fit as they are. */
const made = new WeakSet<Replacement>();

export function isWrittenYaml(edit: Replacement): boolean {
  return made.has(edit);
}

/**
 * Turns changes of the value into the smallest change of a YAML text. Lines that the changes are not about stay as they are,
 * and so do comments, which go and move with the entry below which or behind which they stand. What an alias or a merge key
 * stands for is not changed through it.
 *
 * All or nothing: the text that comes out is read again, and should it not say what was meant, the reason is given.
 */
export function editYaml(
  document: JsonDocument,
  changes: readonly Change[],
  options: EditOptions,
): EditResult {
  try {
    const root: DraftEntry = { origin: 0, key: "", value: document.root && keptNode(document.root) };
    for (const change of changes) applyChange(root, change);
    if (!root.value) return { ok: true, edits: [], text: document.text };
    const edits = document.root
      ? inTree(document, root.value, document.root, options)
      : inEmpty(document, root.value, options);
    const text = applyEdits(document.text, edits);
    const wrong = edits.length > 0 ? verify(document, text, root.value) : undefined;
    if (wrong) return { ok: false, reason: wrong };
    for (const edit of edits) made.add(edit);
    return { ok: true, edits, text };
  } catch (error) {
    if (error instanceof EditError) return { ok: false, reason: error.message };
    return { ok: false, reason: `internal: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function inTree(document: JsonDocument, draft: Draft, node: Node, options: EditOptions): readonly TextEdit[] {
  const writer = new SourceWriter(document.text, 0);
  new YamlEmitter(document.text, habitsOf(document, options)).root(writer, draft, node);
  writer.keepTo(document.text.length);
  return joined(writer.finish(document.text.length));
}

/** Puts the first value into a document that holds none. */
function inEmpty({ text, form }: JsonDocument, draft: Draft, options: EditOptions): readonly TextEdit[] {
  const part = form?.yaml ?? { offset: 0, length: text.length };
  const offset = part.offset + part.length;
  const document = { text, root: undefined } as unknown as JsonDocument;
  const habits = habitsOf(document, options);
  const { head, lines } = new Printer(text, habits).value(draft, { column: undefined, isItem: false });
  const all = head === "" ? lines : [head, ...lines];
  const before = offset > 0 && text[offset - 1] !== "\n" && text[offset - 1] !== "\ufeff" ? habits.eol : "";
  return [{ offset, length: 0, text: `${before}${all.join(habits.eol)}${habits.eol}` }];
}

function verify(document: JsonDocument, text: string, draft: Draft): string | undefined {
  const after = document.form?.read(text);
  const errors = ({ problems }: JsonDocument) =>
    problems.filter(({ severity }) => severity === "error").length;
  if (after?.root && errors(after) <= errors(document) && isSame(valueOf(after.root), draftValue(draft)))
    return undefined;
  if (/(?:^|\s)[&*]\S/m.test(document.text))
    return "An anchor or an alias would change other values too, or lose its value. Edit the text.";
  return "internal: the edited YAML does not say what was meant";
}

function draftValue(draft: Draft): unknown {
  if (draft.kind === "kept" || draft.kind === "copied") return valueOf(draft.node);
  if (draft.kind === "scalar") return draft.value;
  if (draft.kind === "array") return draft.entries.map(({ value }) => draftValue(value!));
  return new Map(
    draft.entries.flatMap(({ key, value }) => (value ? [[key, draftValue(value)] as const] : [])),
  );
}

/** Whether a plain value is the same as one whose objects may be maps. */
function isSame(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return value === wanted;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, i) => isSame(value[i], item))
    );
  const members = wanted instanceof Map ? wanted : new Map(Object.entries(wanted));
  const own = Object.entries(value);
  return (
    own.length === members.size &&
    own.every(([key, member]) => members.has(key) && isSame(member, members.get(key)))
  );
}

/** Makes one edit of edits that touch. */
function joined(edits: readonly TextEdit[]): TextEdit[] {
  const out: TextEdit[] = [];
  for (const edit of edits) {
    const last = out.at(-1);
    if (last && last.offset + last.length === edit.offset)
      out[out.length - 1] = {
        offset: last.offset,
        length: last.length + edit.length,
        text: last.text + edit.text,
      };
    else out.push(edit);
  }
  return out;
}
