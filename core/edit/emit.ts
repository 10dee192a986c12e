import type { ContainerNode, Node } from "../document/node";
import type { Draft, DraftContainer, DraftEntry } from "./draft";
import { ListEmitter } from "./emit-list";
import { entryStart, entryValue } from "./gaps";
import { type PrintPosition, printMember, printValue } from "./print";
import type { SourceWriter } from "./source-writer";
import { adjacentEntry, type FormattingStyle, isContainer, isMultiline } from "./style";

/** A stretch of the old text that becomes the text of `draft`. */
export interface Region {
  readonly from: number;
  readonly to: number;
  readonly draft: Draft;
}

/** Writes a draft over the text that it was made of. */
export class Emitter {
  /** The outermost values that are written again or whose entries change, in the order of the text. */
  readonly regions: Region[] = [];
  private inside = false;

  constructor(private readonly style: FormattingStyle) {}

  /** Writes what becomes of the value `original`. Goes down without recursion where entries stay as they are. */
  value(writer: SourceWriter, draft: Draft, original: Node): void {
    writer.skipTo(original.offset);
    const open: [Draft, Node][] = [[draft, original]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [inner, node] = next;
      if (isAsWritten(inner, node)) continue;
      const end = node.offset + node.length;
      if (!isContainer(node) || !isOpened(inner) || inner.node !== node) {
        writer.keepTo(node.offset);
        this.region(node.offset, end, inner);
        writer.replace(node.offset, end, this.replacement(inner, node));
      } else if (isStructural(inner, node) || isRenamed(inner, node)) {
        writer.keepTo(node.offset);
        this.region(node.offset, end, inner);
        this.list(writer, inner, node);
      } else {
        for (let i = inner.entries.length - 1; i >= 0; i--) {
          const { value } = inner.entries[i]!;
          if (value && value.kind !== "kept") open.push([value, entryValue(node, i)!]);
        }
      }
    }
    writer.keepTo(original.offset + original.length);
  }

  private list(writer: SourceWriter, draft: DraftContainer, node: ContainerNode): void {
    const outermost = !this.inside;
    this.inside = true;
    if (isStructural(draft, node)) new ListEmitter(this, this.style, writer, draft, node).emit();
    else {
      draft.entries.forEach((entry, i) => {
        writer.keepTo(entryStart(node, i));
        this.entry(writer, entry, node);
      });
    }
    if (outermost) this.inside = false;
  }

  /** Writes an entry of `parent` from its old text. */
  entry(writer: SourceWriter, entry: DraftEntry, parent: ContainerNode): void {
    const value = entryValue(parent, entry.origin);
    if (parent.kind === "object") {
      const { key, keyOffset, keyLength } = parent.properties[entry.origin]!;
      if (entry.key === key) writer.keep(keyOffset, keyOffset + keyLength);
      else writer.replace(keyOffset, keyOffset + keyLength, JSON.stringify(entry.key));
      if (value) writer.keepTo(value.offset);
    }
    if (value) this.value(writer, entry.value!, value);
  }

  private region(from: number, to: number, draft: Draft): void {
    if (!this.inside) this.regions.push({ from, to, draft });
  }

  private replacement(draft: Draft, original: Node): string {
    const { style } = this;
    const { parent } = original;
    const wanted = draft.kind === "array" ? "array" : "object";
    const place: PrintPosition = {
      indent: style.indentAt(original.offset),
      like: (parent && adjacentEntry(parent, original, wanted)) ?? original,
      near: parent ?? original,
      multiline: parent
        ? isMultiline(style.text, parent)
        : /[\r\n]/.test(style.text) || !isContainer(original),
    };
    return parent?.kind === "array" ? printValue(draft, place, style) : printMember(draft, place, style);
  }
}

function isAsWritten(draft: Draft, original: Node): boolean {
  if (draft.kind === "kept" || draft.kind === "copied") return draft.node === original;
  return draft.kind === "scalar" && !isContainer(original) && draft.value === original.value;
}

function isOpened(draft: Draft): draft is DraftContainer {
  return draft.kind === "array" || draft.kind === "object";
}

/** Whether entries came, went or changed places. */
function isStructural(draft: DraftContainer, node: ContainerNode): boolean {
  const count = node.kind === "array" ? node.items.length : node.properties.length;
  return draft.entries.length !== count || draft.entries.some(({ origin }, i) => origin !== i);
}

function isRenamed(draft: DraftContainer, node: ContainerNode): boolean {
  return (
    node.kind === "object" && draft.entries.some(({ origin, key }) => node.properties[origin]?.key !== key)
  );
}
