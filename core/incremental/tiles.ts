import type { Node, ObjectNode } from "../document/node";
import type { Canonical } from "../schema/canonical";
import type { TileList } from "./tile-form";

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
