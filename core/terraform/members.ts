import type { ObjectNode, Property } from "../document/node";
import type { NewMember, Replacement } from "../document/reader";
import { LESS } from "./cursor";

/**
 * New members of an object of Terraform's, written as the member before them is: on lines of their own, with the equals signs
 * below each other, or behind it on its line. Undefined where that cannot be done.
 *
 * @param after the member behind which they come; undefined at the beginning
 */
export function newMembers(
  text: string,
  object: ObjectNode,
  after: Property | undefined,
  members: readonly NewMember[],
): Replacement | undefined {
  const like = after ?? object.properties[0];
  if (!like) return inEmpty(text, object, members);
  const { value } = like;
  if (!value) return undefined;
  const line = ownLine(text, like);
  if (!after) {
    const end = line ? `${line.comma}${line.lineEnd}${line.indent}` : ", ";
    const all = members.map((member) => written(text, member, like, line !== undefined) + end);
    return { offset: like.keyOffset, length: 0, text: all.join("") };
  }
  if (line) {
    const { lineEnd, indent, comma } = line;
    const all = members.map((member) => lineEnd + indent + written(text, member, like, true) + comma);
    return { offset: line.end, length: 0, text: all.join("") };
  }
  if (text.charCodeAt(value.offset) === LESS) return undefined;
  const all = members.map((member) => `, ${written(text, member, like, false)}`);
  return { offset: value.offset + value.length, length: 0, text: all.join("") };
}

function inEmpty(
  text: string,
  { offset, length }: ObjectNode,
  members: readonly NewMember[],
): Replacement | undefined {
  const inner = text.slice(offset + 1, offset + length - 1);
  if (!text.startsWith("{", offset) || /[^ \t]/.test(inner)) return undefined;
  const all = members.map(({ key, value }) => `${key} = ${value}`).join(", ");
  return { offset: offset + 1, length: inner.length, text: ` ${all} ` };
}

/** A member in the manner of another one. */
function written(text: string, { key, value }: NewMember, like: Property, aligned: boolean): string {
  const { keyOffset, keyLength, colonOffset } = like;
  const name = text[keyOffset] === '"' ? JSON.stringify(key) : key;
  if (text[colonOffset] === ":") return `${name}${text.slice(keyOffset + keyLength, colonOffset)}: ${value}`;
  const width = aligned && colonOffset > keyOffset ? colonOffset - keyOffset - name.length : 1;
  return `${name}${" ".repeat(Math.max(width, 1))}= ${value}`;
}

/** The lines of a member that shares them with no other; undefined where it does. */
function ownLine(
  text: string,
  { keyOffset, value }: Property,
): { indent: string; comma: string; lineEnd: string; end: number } | undefined {
  const start = text.lastIndexOf("\n", keyOffset - 1) + 1;
  const indent = text.slice(start, keyOffset);
  if (/[^ \t]/.test(indent)) return undefined;
  const REST = /[ \t]*(,?)[ \t]*(?:(?:#|\/\/)[^\r\n]*)?(?=(\r?\n))/y;
  REST.lastIndex = value!.offset + value!.length;
  const rest = REST.exec(text);
  if (!rest) return undefined;
  return { indent, comma: rest[1]!, lineEnd: rest[2]!, end: REST.lastIndex };
}
