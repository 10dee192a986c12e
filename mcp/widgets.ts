import { createHash } from "node:crypto";
import type { Dashboard } from "../core/dashboard";
import { type ArrangedTile, arrange } from "../core/grid/arrangement";
import { stringOf } from "../core/shape";
import { nearestName } from "../core/spelling";
import { quoted } from "./open";
import { Wrong } from "./wrong";

/** A widget with a name that stays the same when others are added, moved or removed. */
export interface NamedWidget {
  /** Its id or title if no other widget has it, else `#` and a hash of its content and place. */
  readonly ref: string;
  readonly id: string;
  readonly tile: ArrangedTile;
}

/** The widgets of a dashboard with their names, in the order of the file. */
export function widgetsOf(dashboard: Dashboard): NamedWidget[] {
  const { tiles } = arrange(dashboard.canonical.value);
  const idOf = (tile: ArrangedTile) => stringOf(tile.widget["id"]);
  const uses = new Map<string, number>();
  for (const tile of tiles)
    for (const name of new Set([idOf(tile), tile.title])) uses.set(name, (uses.get(name) ?? 0) + 1);
  const isOwn = (name: string) => name.trim() !== "" && name.length <= 120 && uses.get(name) === 1;
  const hashes = new Map<string, number>();
  return tiles.map((tile) => {
    const id = idOf(tile);
    const own = [id, tile.title].find(isOwn);
    if (own !== undefined) return { ref: own, id, tile };
    const hash = hashOf(tile);
    const count = hashes.get(hash) ?? 0;
    hashes.set(hash, count + 1);
    return { ref: count === 0 ? hash : `${hash}-${count + 1}`, id, tile };
  });
}

function hashOf({ widget, x, y }: ArrangedTile): string {
  const text = JSON.stringify([widget, x, y]);
  return `#${createHash("sha256").update(text, "utf8").digest("hex").slice(0, 6)}`;
}

/**
 * The widget that a name means: a ref of an outline, an id, or a title that only one has.
 *
 * @throws Wrong with the names that there are
 */
export function findWidget(dashboard: Dashboard, name: string): NamedWidget {
  const widgets = widgetsOf(dashboard);
  const matches =
    byName(widgets, (one) => one.ref === name) ??
    byName(widgets, ({ id, tile }) => id === name || tile.title === name) ??
    byName(widgets, ({ tile }) => fold(tile.title) === fold(name) && fold(name) !== "");
  const [only, ...others] = matches ?? [];
  if (only && others.length === 0) return only;
  if (only)
    throw new Wrong(
      `${others.length + 1} widgets have the title ${JSON.stringify(name)}. Use a ref: ${[only, ...others]
        .slice(0, 12)
        .map(({ ref, tile }) => `${JSON.stringify(ref)} (${tile.kind} at x ${tile.x}, y ${tile.y})`)
        .join(", ")}.`,
    );
  if (widgets.length === 0) throw new Wrong("The dashboard has no widgets.");
  const refs = widgets.map(({ ref }) => ref);
  const near = nearestName(name, refs) ?? refs.find((ref) => fold(ref).includes(fold(name)));
  const hint = /^\d+$/.test(name) ? " Widgets are named by title or id, not by number." : "";
  throw new Wrong(
    `There is no widget ${JSON.stringify(name)}.${hint}${near ? ` Did you mean ${JSON.stringify(near)}?` : ""} Widgets: ${quoted(refs)}.`,
  );
}

function byName(
  widgets: readonly NamedWidget[],
  is: (widget: NamedWidget) => boolean,
): readonly NamedWidget[] | undefined {
  const found = widgets.filter(is);
  return found.length > 0 ? found : undefined;
}

function fold(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}
