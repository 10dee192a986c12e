import type { ArrayNode, ObjectNode } from "../document/node";
import { readDocument } from "../document/reader";
import { MAX_PROBLEMS } from "../document/token-reader";
import { canonicalize } from "../schema/canonical";
import { summarize } from "./summary";
import type { SkeletonReading, SkeletonTile, TileForm, TileKind, TileList, TileReading } from "./tile-form";
import { tilesOf } from "./tiles";

/** Tiles of JSON: objects in brackets, which end where they say. */
export const jsonTiles: TileForm = {
  find(document, canonical) {
    // A syntax error may make what follows part of something else.
    if (document.namesLines || document.problems.some(({ code }) => code === "syntax")) return undefined;
    return tilesOf(document.root, canonical)?.map(({ list, node }) => ({
      kind: { list },
      node,
      end: node.offset + node.length,
    }));
  },
  read: readTile,
  summarize,
  skeleton: readSkeleton,
};

function readSkeleton(
  short: string,
  _text: string,
  tiles: readonly SkeletonTile[],
  starts: readonly number[],
): SkeletonReading | undefined {
  const document = readDocument(short);
  const canonical = canonicalize(document);
  if (document.namesLines || document.problems.length >= MAX_PROBLEMS) return undefined;
  const nodes = tilesOf(document.root, canonical);
  if (nodes?.length !== tiles.length) return undefined;
  const isAsBefore = ({ kind, summary }: SkeletonTile, i: number) => {
    const there = nodes[i]!;
    return (
      there.list === kind.list && there.node.offset === starts[i] && there.node.length === summary.text.length
    );
  };
  return tiles.every(isAsBefore) ? { document, canonical } : undefined;
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

/** Undefined when the text is no complete object. */
function readTile({ list }: TileKind, text: string): TileReading | undefined {
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
