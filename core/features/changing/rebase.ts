import type { Dashboard } from "../../dashboard";
import { syntaxErrors } from "../../document/reader";
import { type ArrangedTile, type Arrangement, arrange } from "../../grid/arrangement";
import { nameOf } from "../../grid/moves/board";
import { type Gesture, renameTiles, tilesOf } from "../../grid/moves/gesture";
import { sameRect } from "../../grid/rect";

/** Number of pictures to keep; gestures lag by one or two. */
const KEPT = 4;

export type RebaseResult =
  | { readonly ok: true; readonly gesture: Gesture }
  | { readonly ok: false; readonly reason: string };

/**
 * What the last few pictures of a document showed, so that a gesture on one of them can be made on the text as it is
 * now: the tiles that it is about may have other ids since, but must not have moved.
 */
export class PictureHistory {
  private readonly values = new Map<number, unknown>();

  /** `version` is that of the picture, and `dashboard` what it was drawn from. */
  add(version: number, { canonical }: Dashboard): void {
    this.values.delete(version);
    this.values.set(version, canonical.value);
    for (const old of this.values.keys()) {
      if (this.values.size <= KEPT) break;
      this.values.delete(old);
    }
  }

  /** The gesture with the ids that its tiles have in `dashboard`, or why it cannot be made there. */
  rebase(gesture: Gesture, version: number, { canonical, document }: Dashboard): RebaseResult {
    // Of a text that is no JSON there is nothing to say but that, which is said when the gesture is made.
    if (syntaxErrors(document).length > 0) return { ok: true, gesture };
    if (!this.values.has(version)) {
      return { ok: false, reason: "The preview is out of date. Wait until it is refreshed." };
    }
    const before = this.values.get(version);
    if (before === canonical.value) return { ok: true, gesture };
    return rebaseGesture(gesture, arrange(before), arrange(canonical.value));
  }
}

/** As `PictureHistory.rebase`, from one arrangement to another. */
function rebaseGesture(gesture: Gesture, before: Arrangement, now: Arrangement): RebaseResult {
  const isPlacing = !["title", "fold", "fields"].includes(gesture.type);
  if (isPlacing && (before.layout !== now.layout || before.columns !== now.columns))
    return { ok: false, reason: "The layout changed in the meantime. No change was made." };
  const ids = new Map<string, string>();
  for (const id of tilesOf(gesture)) {
    const tile = before.tiles.find((other) => other.id === id);
    const found = tile && findAgain(tile, now);
    if (!found) {
      const name = tile ? nameOf(tile) : "the tile";
      const reason = `${name.charAt(0).toUpperCase()}${name.slice(1)} was moved or removed in the meantime. No change was made.`;
      return { ok: false, reason };
    }
    ids.set(id, found.id);
  }
  return { ok: true, gesture: renameTiles(gesture, (id) => ids.get(id) ?? id) };
}

/** The same tile, though others may have come or gone before it; or the one in its place of its kind. */
function findAgain(tile: ArrangedTile, { layout, tiles }: Arrangement): ArrangedTile | undefined {
  const written = JSON.stringify(tile.widget);
  // In other layouts the place follows from those before it, and says nothing.
  const isInPlace = (other: ArrangedTile) => layout !== "mosaic" || sameRect(other, tile);
  const alike = tiles.filter((other) => isInPlace(other) && JSON.stringify(other.widget) === written);
  const own = tiles.find(({ id }) => id === tile.id);
  if (own && alike.includes(own)) return own;
  if (alike.length === 1) return alike[0];
  return own && sameRect(own, tile) && own.kind === tile.kind ? own : undefined;
}
