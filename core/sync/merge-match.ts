import { equalityKey, isObject, type Json } from "./json";
import { contentOf } from "./locations";
import {
  commonSubsequence,
  idOf,
  leavesIn,
  type MatchedPair,
  rectangleKey,
  SIMILARITY_THRESHOLD,
  similarity,
} from "./match";

/** Candidates whose similarity differs by less are ambiguous. */
const MARGIN = 0.1;
/** From this similarity on, a new element may be an edit of a removed one. */
const TRACE = 0.2;
/** Bonus for the same position: only enough to decide between equal similarities. */
const SAME_PLACE = 0.15;

/** Which elements of two versions of a list are the same, as far as certain. */
export interface Correspondence {
  /** Certain pairs. */
  readonly pairs: readonly MatchedPair[];
  /** Elements that may be each other: in `a`, and in `b`. Nothing in them is in a pair. */
  readonly unclear: readonly { readonly a: readonly number[]; readonly b: readonly number[] }[];
}

/**
 * Which tiles of two versions of a mosaic are the same tile: by an id that only one tile has, then tiles that are equal as
 * a whole, then by the likeness of the widgets, the place deciding between equally alike ones. Copies of one tile whose
 * number differs, and candidates that are about as good as each other, are not paired but named.
 *
 * @param a tiles in normal form
 * @param b tiles in normal form
 */
export function correspondingTiles(a: readonly Json[], b: readonly Json[]): Correspondence {
  const pairs: MatchedPair[] = [];
  const unclear: { a: number[]; b: number[] }[] = [];
  const freeA = new Set(a.keys());
  const freeB = new Set(b.keys());
  const take = (i: number, j: number) => {
    pairs.push([i, j]);
    freeA.delete(i);
    freeB.delete(j);
  };
  const idsA = uniqueIds(a);
  const idsB = uniqueIds(b);
  for (const [id, i] of idsA) if (idsB.has(id)) take(i, idsB.get(id)!);
  const copies = byKey(b, freeB);
  for (const [key, is] of byKey(a, freeA)) {
    const js = copies.get(key) ?? [];
    if (is.length === js.length) is.forEach((i, k) => void take(i, js[k]!));
    else if (js.length > 0) {
      unclear.push({ a: is, b: js });
      for (const i of is) freeA.delete(i);
      for (const j of js) freeB.delete(j);
    }
  }
  const hasOtherId = (i: number, j: number) => {
    const [x, y] = [idOf(a[i]!), idOf(b[j]!)];
    return x !== undefined && y !== undefined && x !== y && idsA.get(x) === i && idsB.get(y) === j;
  };
  const score = scores([...freeA], [...freeB], (i, j) => {
    if (hasOtherId(i, j)) return 0;
    return (
      alike(widgetOf(a[i]!), widgetOf(b[j]!)) + (rectangleKey(a[i]!) === rectangleKey(b[j]!) ? SAME_PLACE : 0)
    );
  });
  const rest = decide(score, freeA, freeB);
  for (const [i, j] of rest.pairs) pairs.push([i, j]);
  return { pairs, unclear: [...unclear, ...rest.unclear] };
}

/**
 * Which elements of two versions of an ordered list are the same thing: equal ones by longest common subsequence, and
 * between those the ones that are clearly alike and come in the same order. Ascending in both.
 *
 * @param a elements in normal form
 * @param b elements in normal form
 */
export function correspondingElements(a: readonly Json[], b: readonly Json[]): readonly MatchedPair[] {
  const equal = commonSubsequence(a.map(equalityKey), b.map(equalityKey));
  const pairs: MatchedPair[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...equal, [a.length, b.length] as MatchedPair]) {
    const inA = range(i, x).filter((k) => isObject(a[k]));
    const inB = range(j, y).filter((k) => isObject(b[k]));
    const score = scores(inA, inB, (k, m) => alike(a[k]!, b[m]!));
    const found = [...decide(score, new Set(inA), new Set(inB)).pairs].sort((p, q) => p[0] - q[0]);
    // Crossing pairs were moved; in an ordered list, that is a removal and an addition.
    pairs.push(...found.filter(([k, m]) => found.every(([n, o]) => n < k === o < m)));
    if (x < a.length && y < b.length) pairs.push([x, y]);
    [i, j] = [x + 1, y + 1];
  }
  return pairs;
}

/** Whether one may be the other after a move and a rewrite. */
export function hasTraceOf(a: Json, b: Json): boolean {
  if (equalityKey(a) === equalityKey(b)) return true;
  return isObject(a) && isObject(b) && similarity(leavesIn(a), leavesIn(b)) >= TRACE;
}

/** How much two widgets (or other messages) have in common, 0 to 1; being of one kind counts as one thing. */
function alike(a: Json, b: Json): number {
  return similarity(traits(a), traits(b));
}

const known = new WeakMap<object, Map<string, number>>();

function traits(value: Json): Map<string, number> {
  const cached = isObject(value) ? known.get(value) : undefined;
  if (cached) return cached;
  const out = leavesIn(value);
  const kind = contentOf(value);
  if (kind !== undefined) out.set(`kind ${kind}`, 1);
  if (isObject(value)) known.set(value, out);
  return out;
}

type Scores = ReadonlyMap<number, ReadonlyMap<number, number>>;

function scores(
  as: readonly number[],
  bs: readonly number[],
  score: (i: number, j: number) => number,
): Scores {
  const out = new Map<number, Map<number, number>>();
  for (const i of as) {
    const row = new Map<number, number>();
    for (const j of bs) {
      const value = score(i, j);
      if (value >= SIMILARITY_THRESHOLD) row.set(j, value);
    }
    out.set(i, row);
  }
  return out;
}

/** Takes the pairs that are each other's best by a margin, until none is left; the rest that has candidates is unclear. */
function decide(
  score: Scores,
  freeA: Set<number>,
  freeB: Set<number>,
): { pairs: MatchedPair[]; unclear: { a: number[]; b: number[] }[] } {
  const pairs: MatchedPair[] = [];
  const valueOf = (i: number, j: number) => score.get(i)?.get(j) ?? 0;
  const rivalsOfA = (i: number) => nearBest([...freeB], (j) => valueOf(i, j));
  const rivalsOfB = (j: number) => nearBest([...freeA], (i) => valueOf(i, j));
  for (let found = true; found; ) {
    found = false;
    for (const i of [...freeA]) {
      const [j, ...others] = rivalsOfA(i);
      if (j === undefined || others.length > 0) continue;
      const back = rivalsOfB(j);
      if (back.length !== 1 || back[0] !== i) continue;
      pairs.push([i, j]);
      freeA.delete(i);
      freeB.delete(j);
      found = true;
    }
  }
  const unclear = [
    ...[...freeA].map((i) => ({ a: [i], b: rivalsOfA(i) })),
    ...[...freeB].map((j) => ({ a: rivalsOfB(j), b: [j] })),
  ].filter(({ a, b }) => a.length > 0 && b.length > 0);
  return { pairs, unclear };
}

function nearBest(candidates: readonly number[], value: (candidate: number) => number): number[] {
  const scored = candidates.map((c) => [c, value(c)] as const).filter(([, v]) => v > 0);
  const best = Math.max(0, ...scored.map(([, v]) => v));
  return scored.filter(([, v]) => v > best - MARGIN).map(([c]) => c);
}

function uniqueIds(tiles: readonly Json[]): Map<string, number> {
  const all = new Map<string, number[]>();
  for (const [i, tile] of tiles.entries()) {
    const id = idOf(tile);
    if (id !== undefined) all.set(id, [...(all.get(id) ?? []), i]);
  }
  return new Map([...all].filter(([, is]) => is.length === 1).map(([id, is]) => [id, is[0]!]));
}

function byKey(tiles: readonly Json[], free: ReadonlySet<number>): Map<string, number[]> {
  const out = new Map<string, number[]>();
  for (const i of free) {
    const key = equalityKey(tiles[i]!);
    const list = out.get(key);
    if (list) list.push(i);
    else out.set(key, [i]);
  }
  return out;
}

/** The widget of a tile; null where there is none. */
export function widgetOf(tile: Json): Json {
  return isObject(tile) ? (tile["widget"] ?? null) : null;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);
}
