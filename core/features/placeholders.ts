import type { Node } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { Picture } from "../grid/picture";
import type { Canonical } from "../schema/canonical";
import { memberOf } from "../schema/canonical";

/** More of them are drawn like any other text. */
const MAX_PLACEHOLDERS = 100;
/** A longer one is cut where it is drawn, and would not be found. */
const MAX_LENGTH = 200;

/** The picture of a template: marks placeholders. */
export function withPlaceholders(picture: Picture, document: JsonDocument, canonical: Canonical): Picture {
  return {
    ...picture,
    placeholders: placeholdersOf(document),
    tiles: picture.tiles.map((tile) => {
      const name =
        tile.kind === "none" || tile.kind === "unknown"
          ? widgetHole(tile.id, document, canonical)
          : undefined;
      if (name === undefined) return tile;
      return { ...tile, title: name, label: "placeholder", subtitle: "filled in later", placeholder: true };
    }),
  };
}

/** A canonical value in which a null widget still has a position in the layout. */
export function withEmptyWidgets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withEmptyWidgets);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === "widgets" && Array.isArray(inner)
      ? inner.map((widget) => (widget === null ? {} : withEmptyWidgets(widget)))
      : withEmptyWidgets(inner),
  ]);
  return Object.fromEntries(entries);
}

/** The texts of all holes as they are drawn, each once, the longest first. */
function placeholdersOf({ text, holes = [] }: JsonDocument): string[] {
  const found = new Set<string>();
  for (const { kind, offset, length } of holes) {
    if (kind === "escape" || length > MAX_LENGTH) continue;
    const raw = text.slice(offset, offset + length);
    // What lies between two directives is text of the dashboard.
    if (kind !== "directive" || raw.startsWith("%{")) found.add(drawn(raw));
    if (found.size === MAX_PLACEHOLDERS) break;
  }
  return [...found].sort((a, b) => b.length - a.length);
}

/** Quotes and line ends in a hole do not get into the string around it. */
function drawn(raw: string): string {
  return raw.replace(/["\r\n]/g, "_");
}

/** The hole that a widget as a whole is. */
function widgetHole(
  id: string,
  { text, holes = [] }: JsonDocument,
  canonical: Canonical,
): string | undefined {
  const node = canonical.nodeOf(id) ?? widgetIn(canonical.nodeOf(id.replace(/\/widget$/, "")));
  const hole = node && holes.find(({ kind, offset }) => kind === "value" && offset === node.offset);
  return hole && drawn(text.slice(hole.offset, hole.offset + Math.min(hole.length, MAX_LENGTH)));
}

function widgetIn(tile: Node | undefined): Node | undefined {
  return tile && memberOf(tile, "widget");
}
