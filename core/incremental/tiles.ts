import type { ArrayNode, Node, ObjectNode } from "../document/node";
import { type JsonDocument, readDocument } from "../document/reader";
import { type Canonical, canonicalize } from "../schema/canonical";

/** A list of a layout whose entries are checked one by one: tiles of a mosaic, widgets of the other layouts. */
export type TileList = "mosaic" | "grid" | "row" | "column";

/** An entry of such a list that is an object. */
export interface TileNode {
  readonly list: TileList;
  readonly node: ObjectNode;
}

const LISTS: Readonly<Record<string, { readonly list: TileList; readonly path: readonly string[] }>> = {
  mosaicLayout: { list: "mosaic", path: ["tiles"] },
  gridLayout: { list: "grid", path: ["widgets"] },
  rowLayout: { list: "row", path: ["rows", "widgets"] },
  columnLayout: { list: "column", path: ["columns", "widgets"] },
};

/** All tiles of a dashboard in source order; undefined when a list of them is there more than once, or a layout. */
export function tilesOf(root: Node | undefined, canonical: Canonical): TileNode[] | undefined {
  const out: TileNode[] = [];
  if (root?.kind !== "object") return undefined;
  const isClear = Object.entries(LISTS).every(([layout, { list, path }]) =>
    collect(root, [layout, ...path], list, canonical, out),
  );
  return isClear ? out.sort((a, b) => a.node.offset - b.node.offset) : undefined;
}

/** Adds the tiles at a path below an object; false when a member on the way is there more than once. */
function collect(
  object: ObjectNode,
  [name, ...inner]: readonly string[],
  list: TileList,
  canonical: Canonical,
  out: TileNode[],
): boolean {
  const type = canonical.messageOf(object);
  const members = object.properties.filter(({ key }) => type?.field(key)?.name === name);
  if (members.length > 1) return false;
  const value = members[0]?.value;
  if (inner.length === 0) {
    if (value?.kind === "array") {
      for (const node of value.items) if (node.kind === "object") out.push({ list, node });
    }
    return true;
  }
  const objects = value?.kind === "array" ? value.items : value ? [value] : [];
  return objects.every((node) => node.kind !== "object" || collect(node, inner, list, canonical, out));
}

/**
 * The wrapper of a tile that is read alone: the same nesting as in the dashboard, so that error recovery works the same.
 * The number after it shows whether the tile ended at the expected offset.
 */
const AROUND: Readonly<Record<TileList, readonly [string, string]>> = {
  mosaic: ['{"mosaicLayout":{"tiles":[', ",0]}}"],
  grid: ['{"gridLayout":{"widgets":[', ",0]}}"],
  row: ['{"rowLayout":{"rows":[{"widgets":[', ",0]}]}}"],
  column: ['{"columnLayout":{"columns":[{"widgets":[', ",0]}]}}"],
};

/** One tile, read apart from its dashboard. */
export interface TileReading {
  readonly document: JsonDocument;
  readonly canonical: Canonical;
  readonly node: ObjectNode;
}

/**
 * Reads the text of a tile as the dashboard's reader would in its place.
 *
 * @returns undefined when that depends on what stands around it, because the text is no complete object
 */
export function readTile(list: TileList, text: string): TileReading | undefined {
  const [before, after] = AROUND[list];
  const document = readDocument(before + text + after);
  const end = before.length + text.length;
  if (document.namesLines) return undefined;
  for (const { code, offset, length } of document.problems) {
    // Its summary might be read in another way.
    if (code === "syntax" || offset < before.length || offset + length > end) return undefined;
  }
  let at = document.root;
  while (at && at.offset + 1 < before.length) {
    at = at.kind === "object" ? at.properties[0]?.value : at.kind === "array" ? at.items[0] : undefined;
  }
  if (at?.kind !== "array" || !isListOf(at, before.length, end)) return undefined;
  return { document, canonical: canonicalize(document), node: at.items[0] as ObjectNode };
}

/** Whether a list holds an object at these offsets, the number that stands behind each tile, and nothing else. */
function isListOf({ items }: ArrayNode, start: number, end: number): boolean {
  const [tile, number] = items;
  return (
    items.length === 2 &&
    tile!.kind === "object" &&
    tile!.offset === start &&
    tile!.offset + tile!.length === end &&
    number!.offset === end + 1
  );
}
