import type { Picture, PictureTile } from "../../../core/grid/picture";

/** Longest piece of a text widget that is read out, in letters. */
const SPOKEN = 300;

/** What a screen reader says for a tile: title, kind, place, what is in it, what is wrong with it. */
export function tileLabel(tile: PictureTile, picture: Picture): string {
  return [
    tile.title || "Untitled",
    tile.label,
    placeOf(tile, picture),
    wordsOf(tile),
    ...tile.notes,
    findingsLabel(tile),
    ...(tile.misplaced ? [`invalid position: ${tile.misplaced}`] : []),
  ]
    .filter(Boolean)
    .join(", ");
}

/** "1 error, 2 warnings: first message; second message"; empty when nothing is wrong. */
export function findingsLabel(tile: PictureTile): string {
  const { errors, warnings, messages } = tile.findings ?? { errors: 0, warnings: 0, messages: [] };
  const counts = countsLabel(errors, warnings);
  if (!counts) return "";
  const more = errors + warnings - messages.length;
  const rest = more > 0 ? ` and ${more} more` : "";
  return `${counts}: ${messages.join(" ")}${rest}`;
}

export function countsLabel(errors: number, warnings: number): string {
  return [pluralize(errors, "error"), pluralize(warnings, "warning")].filter(Boolean).join(", ");
}

/** "Mosaic, 48 columns, 23 widgets". */
export function layoutLabel(picture: Picture): string {
  const widgets = pluralize(picture.widgets, "widget") || "no widgets";
  switch (picture.layout) {
    case "mosaic":
      return `Mosaic, ${pluralize(picture.columns, "column")}, ${widgets}`;
    case "grid":
      return `Grid, ${pluralize(picture.columns, "column")}, ${widgets}`;
    case "row":
      return `Row layout, ${widgets}`;
    case "column":
      return `Column layout, ${widgets}`;
    default:
      return "No layout";
  }
}

export function pluralize(count: number, noun: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString("en")} ${noun}s`;
}

/** Of a text as much as can be listened to; of others the line under the title. */
function wordsOf(tile: PictureTile): string {
  if (tile.sketch.kind !== "text" || tile.sketch.blocks.length === 0) return tile.subtitle;
  const words = tile.sketch.blocks.map((block) => block.text).join(" ");
  return words.length > SPOKEN ? `${words.slice(0, SPOKEN)}…` : words;
}

function placeOf(tile: PictureTile, picture: Picture): string {
  const { slot } = tile;
  if (slot && picture.layout === "row") {
    return `row ${slot.line + 1} of ${slot.lines}, widget ${slot.item + 1} of ${slot.items}`;
  }
  if (slot) return `column ${slot.line + 1} of ${slot.lines}, widget ${slot.item + 1} of ${slot.items}`;
  const place = `column ${tile.x + 1} of ${picture.columns}, row ${tile.y + 1}`;
  return picture.layout === "mosaic" ? `${place}, width ${tile.w}, height ${tile.h}` : place;
}
