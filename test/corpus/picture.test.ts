import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../core/document/reader";
import { pictureOf, rangeOfTile, tileAtOffset } from "../../core/features/reading/picture";
import { canonicalize } from "../../core/schema/canonical";

const CORPUS = new URL("../../../shared/corpus/", import.meta.url);
const files = existsSync(CORPUS)
  ? readdirSync(CORPUS).filter((name) => name.endsWith(".dashboard.json"))
  : [];

/** Objects that stand where a widget stands, counted in the plain value, without any of Mosaic's own walks. */
function widgetsIn(value: unknown, key = ""): number {
  if (Array.isArray(value)) {
    const own = key === "widgets" ? value.length : 0;
    return value.reduce((sum: number, item) => sum + widgetsIn(item), own);
  }
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + (name === "widget" ? 1 : 0) + widgetsIn(member, name),
    0,
  );
}

describe.skipIf(files.length === 0)("real dashboards", () => {
  it.each(files)("%s: as many tiles as widgets, each in its place", (name) => {
    const text = readFileSync(fileURLToPath(new URL(name, CORPUS)), "utf8");
    const document = readDocument(text);
    const canonical = canonicalize(document);
    const picture = pictureOf(document, canonical, []);
    expect(picture.tiles).toHaveLength(widgetsIn(JSON.parse(text)));
    // The service has taken every one of these.
    expect(picture.tiles.filter((tile) => tile.misplaced)).toEqual([]);
    for (const tile of picture.tiles) {
      expect(tile.kind).not.toBe("unknown");
      const { offset, length } = rangeOfTile(canonical, tile.id)!;
      for (const at of [offset + 0.5, offset + length - 0.5]) {
        expect(tileAtOffset(canonical, document, at)).toBe(tile.id);
      }
    }
  });
});
