import { childAt, type Node } from "../document/node";
import { type Canonical, memberOf } from "../schema/canonical";
import { dashboardType, type Field, type MessageType } from "../schema/messages";

/**
 * Where the form of a tile starts: in a mosaic at the tile, whose position is part of the form, else at the widget; without
 * a tile at the dashboard.
 */
export function formPointer(tile: string | undefined): string {
  if (tile === undefined) return "";
  return /^(\/mosaicLayout\/tiles\/\d+)\/widget$/.exec(tile)?.[1] ?? tile;
}

/** Decoded segments of a JSON pointer. */
export function segmentsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer of a member or an entry. */
export function childPointer(pointer: string, segment: string | number): string {
  return `${pointer}/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The pointer without its last segment. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(pointer.lastIndexOf("/"), 0));
}

/** The member or the entry of a value; undefined for null, which counts as unset. */
export function stepInto(node: Node | undefined, segment: string): Node | undefined {
  if (node?.kind === "array") return /^\d+$/.test(segment) ? node.items[Number(segment)] : undefined;
  if (node?.kind !== "object") return undefined;
  const member = memberOf(node, segment) ?? childAt(node, segment);
  return member?.kind === "null" ? undefined : member;
}

/** The value at a pointer, null counting as unset. */
export function nodeAtPointer({ nodeOf }: Canonical, pointer: string): Node | undefined {
  const node = nodeOf(pointer);
  return node?.kind === "null" ? undefined : node;
}

/** The canonical value at a pointer; undefined while it is unset. */
export function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const segment of segmentsOf(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = (at as Record<string, unknown>)[segment];
  }
  return at ?? undefined;
}

/** A short text that is equal for equal values; null for none. Not for secrets: it is a 53-bit hash. */
export function stampOf(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(value) ?? "";
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** The field that a pointer leads to, and the message that has it. Entries belong to the field of their list. */
export function typeAt(pointer: string): {
  readonly owner: MessageType | undefined;
  readonly field: Field | undefined;
} {
  let owner: MessageType | undefined;
  let type: MessageType | undefined = dashboardType();
  let field: Field | undefined;
  for (const segment of segmentsOf(pointer)) {
    if (field && (field.kind === "map" || (field.repeated && /^\d+$/.test(segment)))) continue;
    owner = type;
    field = type?.field(segment);
    type = field?.message;
  }
  return { owner, field };
}
