import { CompletionItemKind } from "vscode-languageserver-types";
import { arrange } from "../../../grid/arrangement";
import { integerOf } from "../../../shape";
import type { Suggestion } from "../item";
import { suggestTilePosition } from "../tile-position";
import { ownerValue, type ValueContext, type ValueProvider } from "./provider";

/** How many columns a mosaic may have. */
export const mosaicColumnValues: ValueProvider = () =>
  numbers({ 48: "console default", 24: "", 12: "coarse" });

/** How many columns a grid may have; the renderer decides for 0. */
export const gridColumnValues: ValueProvider = () =>
  ["1", "2", "3", "4"].map((text) => ({ label: text, kind: CompletionItemKind.Value, value: text }));

/** The next free place for a tile, and its usual sizes. */
export const tileNumberValues: ValueProvider = (context) => {
  const { dashboard, site } = context;
  const { columns, tiles } = arrange(dashboard.canonical.value);
  const { width, height, xPos, yPos } = ownerValue(context);
  const usual = (blocks: number) => Math.max(1, Math.round((blocks * columns) / 48));
  if (site.field.name === "width") {
    return numbers({
      [usual(48)]: "whole width",
      [usual(24)]: "half",
      [usual(16)]: "a third",
      [usual(12)]: "a quarter",
    });
  }
  if (site.field.name === "height") {
    return numbers({ [usual(16)]: "a chart", [usual(8)]: "a number", [usual(4)]: "a line of text" });
  }
  const own = idOfTile(context);
  const others = tiles.filter(({ id }) => id !== own);
  const place = suggestTilePosition(
    others,
    columns,
    integerOf(width) ?? usual(24),
    integerOf(height) ?? usual(16),
  );
  const isX = site.field.name === "xPos";
  // Beside a row or column that is given already, only what is free there would be of use.
  const given = isX ? integerOf(yPos) : integerOf(xPos);
  if (given !== undefined && given !== (isX ? place.y : place.x)) return [];
  return numbers({ [isX ? place.x : place.y]: `next free position: column ${place.x}, row ${place.y}` });
};

function idOfTile({ dashboard, site }: ValueContext): string {
  const { index } = site.owner;
  const pointer = `/mosaicLayout/tiles/${index}`;
  return dashboard.canonical.nodeOf(pointer) === site.owner ? `${pointer}/widget` : "";
}

function numbers(words: Readonly<Record<number, string>>): Suggestion[] {
  return Object.entries(words)
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([number, about]) => ({
      label: number,
      kind: CompletionItemKind.Value,
      value: Number(number),
      words: about || undefined,
    }));
}
