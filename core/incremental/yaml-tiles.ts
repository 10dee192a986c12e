import { everyNode, type ObjectNode } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { MAX_PROBLEMS } from "../document/token-reader";
import { type Canonical, canonicalize } from "../schema/canonical";
import { yamlDashboards } from "../yaml/dashboards";
import { written, writtenKey } from "../yaml/written";
import type { TileForm, TileKind, TileList, TilePlace, TileReading } from "./tile-form";
import { tilesOf } from "./tiles";
import { endOfTile } from "./yaml-lines";
import { readYamlSkeleton } from "./yaml-skeleton";
import { summarizeYaml } from "./yaml-summary";

/**
 * Tiles of YAML: entries of a list in block style. The text of a tile goes from its first key to the next line that is not
 * indented more than its hyphen.
 */
export const yamlTiles: TileForm = {
  find: findTiles,
  read: readTile,
  summarize: summarizeYaml,
  skeleton: (short, text, tiles, starts, before) =>
    readYamlSkeleton(short, text, tiles, starts, before, readAlone),
};

/** Tabs in front of a line, directives, and line ends that the parser does not know. */
const UNUSUAL = /^ *\t|^%|\r(?!\n)/m;
/** Findings of the reader that say nothing about how the rest of the text is read. */
const HARMLESS = new Set(["yaml-duplicate-key", "yaml-date"]);

function findTiles(document: JsonDocument, canonical: Canonical): readonly TilePlace[] | undefined {
  const { text, root } = document;
  const span = document.form?.yaml;
  if (!isSelfContained(document) || span?.offset !== 0 || span.length !== text.length) return undefined;
  const places: TilePlace[] = [];
  for (const { list, node } of tilesOf(root, canonical) ?? []) {
    const place = placeOf(list, node, text);
    if (!place) return undefined;
    places.push(place);
  }
  return places;
}

/** Undefined where the parser needs more than indentation to tell where a tile ends. */
function placeOf(list: TileList, node: ObjectNode, text: string): TilePlace | undefined {
  const hyphen = written(node)?.dash;
  if (hyphen === undefined) return undefined;
  const line = text.lastIndexOf("\n", hyphen) + 1;
  const columns = { dash: hyphen - line, key: node.offset - line };
  if (!/^ *- +$/.test(text.slice(line, node.offset))) return undefined;
  const end = endOfTile(text, node.offset, columns.dash);
  return node.offset + node.length <= end ? { kind: { list, columns }, node, end } : undefined;
}

/** Whether each part of a text is read as it stands there, without anchors and tags, and without errors. */
function isSelfContained({ text, root, problems }: JsonDocument): boolean {
  if (UNUSUAL.test(text) || problems.some(({ code }) => !HARMLESS.has(code))) return false;
  for (const node of everyNode(root)) {
    const how = written(node);
    if (!how || how.anchor !== undefined || how.hasTag || how.shared !== undefined) return false;
    if (node.kind !== "object") continue;
    if (node.properties.some((property) => writtenKey(property)?.shared !== undefined)) return false;
  }
  return true;
}

/** Reads a text that is to be one document; undefined where its parts depend on each other. */
function readAlone(text: string): JsonDocument | undefined {
  const [only, second] = yamlDashboards(text);
  if (!only || second || only.part.length !== text.length) return undefined;
  const { document } = only;
  if (document.problems.length >= MAX_PROBLEMS || !isSelfContained(document)) return undefined;
  return document;
}

/** What stands around a tile that is read alone, with the least indentation that its list can have. */
const AROUND: Readonly<Record<TileList, readonly [before: string, least: number]>> = {
  mosaic: ["mosaicLayout:\n tiles:\n", 1],
  grid: ["gridLayout:\n widgets:\n", 1],
  row: ["rowLayout:\n rows:\n - widgets:\n", 3],
  column: ["columnLayout:\n columns:\n - widgets:\n", 3],
};

function readTile({ list, columns }: TileKind, text: string): TileReading | undefined {
  const { dash, key } = columns!;
  const [around, least] = AROUND[list];
  if (dash < least) return undefined;
  const before = `${around}${" ".repeat(dash)}-${" ".repeat(key - dash - 1)}`;
  const end = before.length + text.length;
  // The number behind the tile shows whether the tile ends where it should.
  const isClosed = text.endsWith("\n");
  const whole = `${before}${text}${isClosed ? `${" ".repeat(dash)}- 0\n` : ""}`;
  if (endOfTile(whole, before.length, dash) !== end) return undefined;
  const document = readAlone(whole);
  if (!document) return undefined;
  let at = document.root;
  while (at && at.kind !== "array") at = at.kind === "object" ? at.properties[0]?.value : undefined;
  if (list === "row" || list === "column") at = at?.kind === "array" ? valueIn(at.items[0]) : undefined;
  if (at?.kind !== "array") return undefined;
  const [tile, number] = at.items;
  const isWhole =
    tile?.kind === "object" && tile.offset === before.length && tile.offset + tile.length <= end;
  if (!isWhole || at.items.length !== (isClosed ? 2 : 1)) return undefined;
  if (number && (number.kind !== "number" || number.offset !== end + dash + 2)) return undefined;
  return { document, canonical: canonicalize(document), node: tile };
}

function valueIn(row: Parameters<typeof written>[0] | undefined) {
  return row?.kind === "object" ? row.properties[0]?.value : undefined;
}
