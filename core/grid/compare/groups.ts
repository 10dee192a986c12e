import { inertText } from "../../inert-text";
import type { MatchedPair } from "../../sync/match";
import type { ArrangedTile, Arrangement } from "../arrangement";
import { isGroup, kindName } from "../kinds";
import type { Change } from "./model";

/** Longest title in a change, in UTF-16 units. */
const TITLE = 40;
/** How many tiles of a group are named. */
const NAMED = 3;

/** What a comparison says of groups. Membership is geometry, so it changes only by moves and resizes. */
export interface GroupWords {
  /** The changes of a tile that was moved or resized, with the group that it entered or left, and what it contains now. */
  about(pair: MatchedPair, changes: readonly Change[]): readonly Change[];
}

export function groupWords(
  before: Arrangement,
  after: Arrangement,
  pairs: readonly MatchedPair[],
): GroupWords {
  const partner = new Map(pairs.map(([i, j]) => [before.tiles[i]!.id, after.tiles[j]!.id]));
  const byId = new Map(after.tiles.map((tile) => [tile.id, tile]));
  const former = new Map(before.tiles.map((tile) => [tile.id, tile]));
  const isOther = ([i, j]: MatchedPair) => {
    const [from, to] = [before.tiles[i]!.group, after.tiles[j]!.group];
    return (from === undefined ? undefined : (partner.get(from) ?? "removed")) !== to;
  };
  const stayed = (pair: MatchedPair) => {
    const [a, b] = [before.tiles[pair[0]]!, after.tiles[pair[1]]!];
    return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
  };
  const changed = pairs.filter((pair) => isOther(pair));
  const entered = (pair: MatchedPair): string => {
    if (!isOther(pair)) return "";
    const { group } = after.tiles[pair[1]]!;
    if (group !== undefined) return `, into group ${nameOf(byId.get(group)!)}`;
    return `, out of group ${nameOf(former.get(before.tiles[pair[0]]!.group!)!)}`;
  };
  /** Tiles that stayed where they are, while the group was moved or resized. */
  const members = ([i, j]: MatchedPair): Change[] => {
    const [from, to] = [before.tiles[i]!, after.tiles[j]!];
    if (!isGroup(to.kind)) return [];
    const names = (own: (pair: MatchedPair) => boolean) =>
      changed.filter((pair) => stayed(pair) && own(pair)).map((pair) => nameOf(after.tiles[pair[1]]!));
    const into = names((pair) => after.tiles[pair[1]]!.group === to.id);
    const out = names((pair) => before.tiles[pair[0]]!.group === from.id);
    return [
      ...(into.length > 0 ? [{ path: "", text: `now contains ${listed(into)}` }] : []),
      ...(out.length > 0 ? [{ path: "", text: `no longer contains ${listed(out)}` }] : []),
    ];
  };
  return {
    about: (pair, [first, ...rest]) => [
      ...(first ? [{ path: first.path, text: `${first.text}${entered(pair)}` }] : []),
      ...rest,
      ...members(pair),
    ],
  };
}

function nameOf({ title, kind, x, y }: ArrangedTile): string {
  const text = inertText(title.replace(/\s+/g, " ").trim(), TITLE);
  return text ? `"${text}"` : `${kindName(kind)} at column ${x}, row ${y}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
