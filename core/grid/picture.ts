import { membersOf, stringOf } from "../shape";
import { type ArrangedTile, type Arrangement, arrange, type LayoutKind, type Slot } from "./arrangement";
import { annotationsOf, labelOf, subtitleOf } from "./describe";
import type { TileKind } from "./kinds";
import { refusedOverlaps } from "./overlaps";
import type { Rect } from "./rect";
import type { MetricLookup } from "./samples/facts";
import { singleLine, truncateText } from "./shorten";
import { type Sketch, type SketchContext, sketchOf } from "./sketch";
import { type ToolbarFilter, toolbarOf } from "./toolbar";

/** What is wrong inside a tile. Information and hints are not counted. */
export interface TileFindings {
  readonly errors: number;
  readonly warnings: number;
  /** The first few messages, errors first. */
  readonly messages: readonly string[];
}

/** One tile as it is drawn. */
export interface PictureTile extends Rect {
  /** JSON pointer of the widget in canonical names. */
  readonly id: string;
  readonly kind: TileKind;
  /** What the tile is called in a sentence, e.g. "line chart". */
  readonly label: string;
  readonly title: string;
  readonly subtitle: string;
  readonly sketch: Sketch;
  readonly notes: readonly string[];
  /** Id of the innermost group that the tile lies in. */
  readonly group?: string;
  readonly slot?: Slot;
  readonly misplaced?: string;
  readonly findings?: TileFindings;
  /** The whole widget is a placeholder of a template, which is the title. */
  readonly placeholder?: true;
}

/** Counts over the whole text, tiles included. */
export interface Problems {
  readonly errors: number;
  readonly warnings: number;
}

/** Everything about a picture but its tiles. */
export interface PictureHead {
  readonly title: string;
  readonly layout: LayoutKind;
  readonly columns: number;
  readonly rows: number;
  readonly rowRatio: number;
  readonly filters: readonly ToolbarFilter[];
  readonly problems: Problems;
  /** How many widgets the file has; more than `tiles` when the picture is cut. */
  readonly widgets: number;
  /** Placeholders, to mark them where they are drawn. */
  readonly placeholders: readonly string[];
}

/** A dashboard as the preview draws it. Plain JSON; holds no source ranges. */
export interface Picture extends PictureHead {
  /** Grows with every change of what is drawn; 0 for a picture that was not given one. */
  readonly version: number;
  readonly tiles: readonly PictureTile[];
}

/** The service takes 100 widgets; beyond this many the rest is left out of the picture. */
export const MAX_TILES = 500;
const MAX_TITLE = 300;

/**
 * The picture of a canonical dashboard value.
 * `findingsOf` gives what is wrong inside a tile, by the tile's id; `lookup` what is known of a metric.
 */
export function drawPicture(
  value: unknown,
  problems: Problems = { errors: 0, warnings: 0 },
  findingsOf: (id: string) => TileFindings | undefined = () => undefined,
  version = 0,
  lookup: MetricLookup = () => undefined,
): Picture {
  const arrangement = arrange(value);
  const members = memberCounts(arrangement);
  const overlapping = overlapNotes(arrangement);
  const filters = toolbarOf(value);
  const context: SketchContext = {
    lookup,
    variable: (name) => filters.find((filter) => filter.kind === "variable" && filter.name === name)?.value,
  };
  return {
    version,
    title: singleLine(stringOf(membersOf(value)["displayName"]), MAX_TITLE),
    layout: arrangement.layout,
    columns: arrangement.columns,
    rows: arrangement.rows,
    rowRatio: arrangement.rowRatio,
    filters,
    problems,
    widgets: arrangement.tiles.length,
    placeholders: [],
    tiles: arrangement.tiles
      .slice(0, MAX_TILES)
      .map((tile) =>
        drawTile(
          tile,
          sketchOf(tile, context),
          members.get(tile.id) ?? 0,
          overlapping.get(tile.id),
          findingsOf(tile.id),
        ),
      ),
  };
}

function drawTile(
  tile: ArrangedTile,
  sketch: Sketch,
  members: number,
  overlap: string | undefined,
  findings: TileFindings | undefined,
): PictureTile {
  const misplaced = [tile.misplaced, overlap].filter(Boolean).join(", ");
  return {
    id: tile.id,
    x: tile.x,
    y: tile.y,
    w: tile.w,
    h: tile.h,
    kind: tile.kind,
    label: labelOf(tile, sketch),
    title: singleLine(tile.title, MAX_TITLE),
    subtitle: subtitleOf(tile, members),
    sketch,
    notes: annotationsOf(tile),
    ...(tile.group === undefined ? {} : { group: tile.group }),
    ...(tile.slot === undefined ? {} : { slot: tile.slot }),
    misplaced: misplaced || undefined,
    ...(findings === undefined ? {} : { findings }),
  };
}

function memberCounts(arrangement: Arrangement): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { group } of arrangement.tiles) {
    if (group !== undefined) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}

function overlapNotes(arrangement: Arrangement): Map<string, string> {
  const notes = new Map<string, string>();
  if (arrangement.layout !== "mosaic") return notes;
  for (const [a, b] of refusedOverlaps(arrangement.tiles)) {
    if (!notes.has(a.id)) notes.set(a.id, `overlaps ${nameOf(b)}`);
    if (!notes.has(b.id)) notes.set(b.id, `overlaps ${nameOf(a)}`);
  }
  return notes;
}

function nameOf(tile: ArrangedTile): string {
  const title = singleLine(tile.title, 60);
  return title ? truncateText(`"${title}"`, 64) : "another tile";
}
