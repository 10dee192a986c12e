import { type ObjectNode, pathOf } from "../document/node";
import { dataOf } from "../finding";
import { memberProperty } from "../schema/canonical";
import { fixWith, propertyOf } from "./fix-builders";
import { type PlacedTile, placedTiles } from "./placed-tiles";
import type { Rule } from "./rule";
import { spanOf } from "./span";

export const tileBeyondColumns: Rule = {
  id: "tile-beyond-columns",
  severity: "error",
  message: "MosaicLayout",
  evidence: "documented",
  summary: "A tile extends beyond the last column of the mosaic.",
  details:
    "The sum of `xPos` (0 by default) and `width` of a tile must be at most the `columns` of the mosaic.",
  check(node, { canonical, value, report }) {
    const columns = value["columns"];
    if (typeof columns !== "number" || !Number.isInteger(columns) || columns < 1) return;
    const { tiles } = placedTiles(node, canonical);
    for (const { node: tile, name, x, w } of tiles) {
      const over = x + w - columns;
      if (over <= 0) continue;
      const starts = x >= columns;
      const isMisplaced = starts || (w <= columns && isOddStart(x, tile, tiles));
      const how = starts ? `starts at column ${x}` : `extends to column ${x + w}`;
      const fix = starts ? "Move it left." : `Make it ${over} narrower, or move it left.`;
      report({
        ...spanOf(tile, isMisplaced ? "xPos" : "width"),
        message: `${sentence(name)} ${how} in a mosaic with ${columns} columns. ${fix}`,
        data: { kind: "tile-position", columns, x, width: w, isMisplaced },
      });
    }
  },
  fixes(dashboard, finding) {
    const tile = propertyOf(dashboard, finding)?.parent;
    const position = dataOf(finding, "tile-position");
    if (!tile || !position) return [];
    const { columns, x, width, isMisplaced } = position;
    const set = (name: string, value: number) => ({
      op: "set" as const,
      path: [...pathOf(tile), memberProperty(tile, name)?.key ?? name],
      value,
    });
    const narrower =
      x < columns
        ? fixWith(dashboard, `Make it ${columns - x} wide`, [set("width", columns - x)], !isMisplaced)
        : [];
    const left =
      width <= columns
        ? fixWith(
            dashboard,
            `Move it to column ${columns - width}`,
            [set("xPos", columns - width)],
            isMisplaced,
          )
        : [];
    return isMisplaced ? [...left, ...narrower] : [...narrower, ...left];
  },
  bad: { tiles: [{ xPos: 36, width: 24, height: 16, widget: { blank: {} } }] },
  good: { tiles: [{ xPos: 24, width: 24, height: 16, widget: { blank: {} } }] },
};

/** Whether a tile starts where no other one starts or ends, which in a mosaic hardly ever is meant. */
function isOddStart(x: number, tile: ObjectNode, tiles: readonly PlacedTile[]): boolean {
  const others = tiles.filter((other) => other.node !== tile);
  return others.length > 0 && x > 0 && !others.some((other) => other.x === x || other.x + other.w === x);
}

function sentence(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
