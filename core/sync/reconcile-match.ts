import { equalityKey, isObject, type Json } from "./json";
import { commonSubsequence, leavesIn, type MatchedPair, SIMILARITY_THRESHOLD, similarity } from "./match";

/** Above this many pairs, pair different elements in order, without computing similarity. */
const MOST_PAIRS = 40_000;

/**
 * Which elements of a list continue which of another, wherever they went: equal ones, in their order first; then those
 * most alike; then those that stand between the same neighbors. No position is in two pairs.
 *
 * @param a elements in normal form
 * @param b elements in normal form
 * @returns pairs in the order of `b`
 */
export function matchItems(a: readonly Json[], b: readonly Json[]): MatchedPair[] {
  const [before, after] = [a.map(equalityKey), b.map(equalityKey)];
  const partner = new Map<number, number>();
  const free = new Set(a.keys());
  const take = (i: number, j: number): void => {
    partner.set(j, i);
    free.delete(i);
  };
  for (const [i, j] of commonSubsequence(before, after)) take(i, j);
  const open = () => [...b.keys()].filter((j) => !partner.has(j));
  for (const j of open()) {
    const i = [...free].find((at) => before[at] === after[j]);
    if (i !== undefined) take(i, j);
  }
  for (const [i, j] of byLikeness(a, b, [...free], open())) take(i, j);
  // Pair the rest between two paired neighbors.
  let last = -1;
  for (const j of b.keys()) {
    const i = partner.get(j);
    if (i !== undefined) last = i;
    else if (free.has(last + 1)) take(++last, j);
  }
  return [...partner].map(([j, i]): MatchedPair => [i, j]).sort((x, y) => x[1] - y[1]);
}

function byLikeness(
  a: readonly Json[],
  b: readonly Json[],
  free: readonly number[],
  open: readonly number[],
): MatchedPair[] {
  if (free.length * open.length > MOST_PAIRS) return [];
  const leaves = (list: readonly Json[], places: readonly number[]) =>
    places.filter((at) => isObject(list[at])).map((at) => ({ at, leaves: leavesIn(list[at]!) }));
  const [olds, news] = [leaves(a, free), leaves(b, open)];
  const candidates = olds.flatMap((old) =>
    news.map((young) => ({ i: old.at, j: young.at, score: similarity(old.leaves, young.leaves) })),
  );
  candidates.sort((x, y) => y.score - x.score || Math.abs(x.i - x.j) - Math.abs(y.i - y.j) || x.j - y.j);
  const pairs: MatchedPair[] = [];
  const taken = { i: new Set<number>(), j: new Set<number>() };
  for (const { i, j, score } of candidates) {
    if (score < SIMILARITY_THRESHOLD || taken.i.has(i) || taken.j.has(j)) continue;
    taken.i.add(i);
    taken.j.add(j);
    pairs.push([i, j]);
  }
  return pairs;
}
