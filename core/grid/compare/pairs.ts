import { equalityKey, type Json } from "../../sync/json";
import { type MatchedPair, matchTiles } from "../../sync/match";
import { type Correspondence, correspondingElements, correspondingTiles } from "../../sync/merge-match";

/**
 * Which tiles of two mosaics are the same. Certain pairs are those of the three-way merge. Where a merge would find
 * several candidates, the most similar ones are paired, because a reader wants to see a change and not two tiles.
 *
 * @param a tiles in normal form
 * @param b tiles in normal form
 */
export function pairTiles(a: readonly Json[], b: readonly Json[]): readonly MatchedPair[] {
  const found = correspondingTiles(a, b);
  const pairs = [...found.pairs];
  for (const cluster of clusters(found.unclear)) {
    const [is, js] = [[...cluster.a].sort(ascending), [...cluster.b].sort(ascending)];
    const guessed = matchTiles(
      is.map((i) => a[i]!),
      js.map((j) => b[j]!),
    );
    for (const [i, j] of guessed) pairs.push([is[i]!, js[j]!]);
  }
  return pairs;
}

/**
 * Which widgets of two layouts without positions are the same: as in the merge of an ordered list, then equal ones that
 * were moved.
 *
 * @param a widgets in normal form, in the order of the layout
 * @param b widgets in normal form, in the order of the layout
 * @returns pairs, and those of them that were moved
 */
export function pairWidgets(
  a: readonly Json[],
  b: readonly Json[],
): { readonly pairs: readonly MatchedPair[]; readonly moved: ReadonlySet<MatchedPair> } {
  const pairs = [...correspondingElements(a, b)];
  const known = new Set(pairs.map(([i]) => i));
  const left = new Map<string, number[]>();
  for (const [i, widget] of a.entries()) {
    if (known.has(i)) continue;
    const key = equalityKey(widget);
    left.set(key, [...(left.get(key) ?? []), i]);
  }
  const taken = new Set(pairs.map(([, j]) => j));
  const moved = new Set<MatchedPair>();
  for (const [j, widget] of b.entries()) {
    const i = taken.has(j) ? undefined : left.get(equalityKey(widget))?.shift();
    if (i !== undefined) moved.add([i, j]);
  }
  return { pairs: [...pairs, ...moved], moved };
}

/** Joins what overlaps, so that each tile is in one cluster. */
function clusters(unclear: Correspondence["unclear"]): { a: Set<number>; b: Set<number> }[] {
  let out: { a: Set<number>; b: Set<number> }[] = [];
  for (const { a, b } of unclear) {
    const joined = { a: new Set(a), b: new Set(b) };
    const [same, others] = [
      out.filter((one) => a.some((i) => one.a.has(i)) || b.some((j) => one.b.has(j))),
      out.filter((one) => !a.some((i) => one.a.has(i)) && !b.some((j) => one.b.has(j))),
    ];
    for (const one of same) {
      for (const i of one.a) joined.a.add(i);
      for (const j of one.b) joined.b.add(j);
    }
    out = [...others, joined];
  }
  return out;
}

function ascending(x: number, y: number): number {
  return x - y;
}
