import { childAt, type Node } from "../document/node";
import type { Draft } from "./draft";
import { type FormattingStyle, isContainer, isMultiline } from "./style";

/** Members of one object differ in kind, so a long one is not squeezed on one line because a short one is. */
const longLine = 100;

export interface PrintPosition {
  /** Indentation of the line that the value starts on. */
  readonly indent: string;
  /** The value as written whose form is followed: a neighbor of the same kind. */
  readonly like: Node | undefined;
  /** Where to look for habits that `like` does not show. */
  readonly near: Node | undefined;
  /** Whether containers go over several lines where `like` does not say. */
  readonly multiline: boolean;
}

/** The JSON text of a new value. */
export function printValue(draft: Draft, place: PrintPosition, style: FormattingStyle): string {
  if (draft.kind === "kept") throw new Error("a value as written cannot be reformatted");
  if (draft.kind === "copied") return moved(draft.node, place.indent, style);
  if (draft.kind === "scalar") return JSON.stringify(draft.value);
  const [open, close] = draft.kind === "array" ? "[]" : "{}";
  if (draft.entries.length === 0) return `${open}${close}`;

  const like = place.like?.kind === draft.kind && isContainer(place.like) ? place.like : undefined;
  const shown = like && (like.kind === "array" ? like.items.length : like.properties.length) > 0;
  const multiline = shown ? isMultiline(style.text, like) : place.multiline;
  const near = shown ? like : place.near;
  const indent = multiline ? place.indent + style.unit(near) : place.indent;
  const parts = draft.entries.map(({ key, value }) => {
    const inner = likeEntry(like, key, value!);
    const text = printValue(value!, { indent, like: inner, near, multiline }, style);
    return draft.kind === "array" ? text : `${JSON.stringify(key)}${style.colon(near)}${text}`;
  });
  if (multiline) {
    const line = style.eol + indent;
    return `${open}${line}${parts.join(`,${line}`)}${style.eol}${place.indent}${close}`;
  }
  const space = style.padding(draft.kind, near);
  return open + space + parts.join(`,${style.afterComma(near)}`) + space + close;
}

/** As `printValue`, for a member among others of an object over several lines. */
export function printMember(draft: Draft, place: PrintPosition, style: FormattingStyle): string {
  const text = printValue(draft, place, style);
  const squeezed = place.multiline && text.length > longLine && !/[\r\n]/.test(text);
  return squeezed ? printValue(draft, { ...place, like: undefined }, style) : text;
}

function likeEntry(like: Node | undefined, key: string, value: Draft): Node | undefined {
  if (like?.kind === "array") return like.items.find(({ kind }) => kind === value.kind);
  return childAt(like, key);
}

/** The text of a value as it is written, with its lines below the first moved to another indentation. */
function moved({ offset, length }: Node, indent: string, style: FormattingStyle): string {
  const text = style.text.slice(offset, offset + length);
  const before = style.indentAt(offset);
  if (before === indent) return text;
  return text.replace(/(\r\n|\n|\r)([ \t]*)/g, (_, end: string, space: string) => {
    let shared = 0;
    while (shared < before.length && space[shared] === before[shared]) shared++;
    return `${end}${indent}${space.slice(shared)}`;
  });
}
