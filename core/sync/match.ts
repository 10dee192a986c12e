import { equalityKey, getMember, isArray, isObject, type Json } from "./json";

/** Pairs of positions in two lists, ascending in both. */
export type MatchedPair = readonly [a: number, b: number];

/** Pairs the elements of two ordered lists: equal ones by longest common subsequence, and between those by position. */
export function alignLists(a: readonly Json[], b: readonly Json[]): MatchedPair[] {
  const equal = commonSubsequence(a.map(equalityKey), b.map(equalityKey));
  const pairs: MatchedPair[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...equal, [a.length, b.length] as MatchedPair]) {
    for (let k = 0; k < Math.min(x - i, y - j); k++) pairs.push([i + k, j + k]);
    if (x < a.length && y < b.length) pairs.push([x, y]);
    [i, j] = [x + 1, y + 1];
  }
  return pairs;
}

/** The longest common subsequence, as pairs of positions. */
export function commonSubsequence(a: readonly string[], b: readonly string[]): MatchedPair[] {
  const [rows, columns] = [a.length, b.length];
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const pairs: MatchedPair[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** Minimum similarity of a pair of tiles. */
export const SIMILARITY_THRESHOLD = 0.45;

/**
 * Which tiles of two mosaics are the same tile: by widget id where it is unique, then whole equal tiles, then equal
 * widgets in another place, then the most alike, with title and place as extra weight.
 *
 * @param a tiles in normal form
 * @param b tiles in normal form
 * @returns pairs in the order of `b`
 */
export function matchTiles(a: readonly Json[], b: readonly Json[]): MatchedPair[] {
  const taken = new Map<number, number>();
  const freeA = new Set(a.keys());
  const take = (i: number, j: number) => {
    taken.set(j, i);
    freeA.delete(i);
  };
  const byKey = (key: (tile: Json) => string | undefined, unique: boolean) => {
    const places = new Map<string, number[]>();
    for (const i of freeA) group(places, key(a[i]!), i);
    const wanted = new Map<string, number[]>();
    for (const j of b.keys()) if (!taken.has(j)) group(wanted, key(b[j]!), j);
    for (const [text, js] of wanted) {
      const is = places.get(text) ?? [];
      if (unique && (is.length !== 1 || js.length !== 1)) continue;
      for (let k = 0; k < Math.min(is.length, js.length); k++) take(is[k]!, js[k]!);
    }
  };
  byKey(idOf, true);
  byKey(equalityKey, false);
  byKey((tile) => equalityKey(getMember(tile, "widget")), false);
  const candidates: { i: number; j: number; score: number }[] = [];
  const leaves = new Map([...freeA].map((i) => [i, leavesOf(a[i]!)]));
  for (const j of b.keys()) {
    if (taken.has(j)) continue;
    const other = leavesOf(b[j]!);
    for (const i of freeA) {
      const score = similarity(leaves.get(i)!, other) + bonus(a[i]!, b[j]!);
      if (score >= SIMILARITY_THRESHOLD) candidates.push({ i, j, score });
    }
  }
  candidates.sort((x, y) => y.score - x.score || x.j - y.j || x.i - y.i);
  for (const { i, j } of candidates) if (freeA.has(i) && !taken.has(j)) take(i, j);
  return [...taken].map(([j, i]): MatchedPair => [i, j]).sort((x, y) => x[1] - y[1]);
}

function group(map: Map<string, number[]>, key: string | undefined, position: number): void {
  if (key === undefined) return;
  const list = map.get(key);
  if (list) list.push(position);
  else map.set(key, [position]);
}

/** The id of a tile's widget, when it has one. */
export function idOf(tile: Json): string | undefined {
  const id = getMember(getMember(tile, "widget"), "id");
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** The place of a tile as text, for comparing rectangles. */
export function rectangleKey(tile: Json): string {
  return ["xPos", "yPos", "width", "height"].map((k) => equalityKey(getMember(tile, k) ?? 0)).join(",");
}

function bonus(a: Json, b: Json): number {
  const title = getMember(getMember(a, "widget"), "title");
  const sameTitle = title !== undefined && title === getMember(getMember(b, "widget"), "title");
  return (sameTitle ? 0.35 : 0) + (rectangleKey(a) === rectangleKey(b) ? 0.35 : 0);
}

/** Every scalar of a tile's widget with its path, list positions left out, and how often it is there. */
function leavesOf(tile: Json): Map<string, number> {
  return leavesIn(getMember(tile, "widget") ?? null);
}

/** Every scalar below a value with its path, list positions left out, and how often it is there. */
export function leavesIn(root: Json): Map<string, number> {
  const out = new Map<string, number>();
  const walk = (value: Json, path: string): void => {
    if (isArray(value)) for (const item of value) walk(item, `${path}[]`);
    else if (isObject(value)) {
      const keys = Object.keys(value);
      if (keys.length === 0) walk("", path);
      for (const key of keys) walk(value[key]!, `${path}.${key}`);
    } else {
      const leaf = `${path}=${equalityKey(value)}`;
      out.set(leaf, (out.get(leaf) ?? 0) + 1);
    }
  };
  walk(root, "");
  return out;
}

/** Twice what is common over all there is: 0 to 1. */
export function similarity(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let [common, all] = [0, 0];
  for (const [leaf, count] of a) {
    common += Math.min(count, b.get(leaf) ?? 0);
    all += count;
  }
  for (const count of b.values()) all += count;
  return all === 0 ? 1 : (2 * common) / all;
}
