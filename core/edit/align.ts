import { type Draft, openContainer } from "./draft";

/** Above this many pairs, pair different elements in order, without computing similarity. */
const maxPairs = 40_000;
/** An unchanged element has more weight than any number of small changes in two others. */
const exact = 3;

/**
 * Finds out which element of the list `before` each element of the list `after` continues: equal ones wherever
 * they went, then those alike. Returns an index into `before`, or -1, for each of `after`; no index twice.
 */
export function alignToSource(before: readonly Draft[], after: readonly Draft[]): number[] {
  const sources = new Array<number>(after.length).fill(-1);
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && sameValue(before[start]!, after[start]!)) {
    sources[start] = start;
    start++;
  }
  let tail = 0;
  while (
    tail < shorter - start &&
    sameValue(before[before.length - 1 - tail]!, after[after.length - 1 - tail]!)
  ) {
    tail++;
    sources[after.length - tail] = before.length - tail;
  }
  const old = before.slice(start, before.length - tail).map(traits);
  const fresh = after.slice(start, after.length - tail).map(traits);
  const middle = old.length * fresh.length <= maxPairs ? byLikeness(old, fresh) : byOrder(old, fresh);
  middle.forEach((source, i) => {
    if (source >= 0) sources[start + i] = start + source;
  });
  return sources;
}

interface Traits {
  /** Equal for equal values. */
  readonly text: string;
  readonly kind: string;
  /** Every leaf as path and as path with value. */
  readonly leaves: ReadonlySet<string>;
}

/** The pairing in order of the highest sum of likeness; then equal elements that changed places. */
function byLikeness(old: readonly Traits[], fresh: readonly Traits[]): number[] {
  const width = fresh.length + 1;
  const best = new Float64Array((old.length + 1) * width);
  const pair = new Float64Array(old.length * fresh.length);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      const score = likeness(old[i]!, fresh[j]!);
      pair[i * fresh.length + j] = score;
      best[i * width + j] = Math.max(
        score + best[(i + 1) * width + j + 1]!,
        best[(i + 1) * width + j]!,
        best[i * width + j + 1]!,
      );
    }
  }
  const sources = new Array<number>(fresh.length).fill(-1);
  for (let i = 0, j = 0; i < old.length && j < fresh.length; ) {
    const here = best[i * width + j]!;
    if (here === pair[i * fresh.length + j]! + best[(i + 1) * width + j + 1]!) sources[j++] = i++;
    else if (here === best[(i + 1) * width + j]!) i++;
    else j++;
  }
  return reuseEqual(old, fresh, sources);
}

/** Equal elements wherever they are; the others in order. */
function byOrder(old: readonly Traits[], fresh: readonly Traits[]): number[] {
  const sources = reuseEqual(old, fresh, new Array<number>(fresh.length).fill(-1));
  const used = new Set(sources);
  let next = 0;
  return sources.map((source) => {
    if (source >= 0) return source;
    while (used.has(next)) next++;
    return next < old.length ? next++ : -1;
  });
}

/** Gives elements without a source an unused equal one. */
function reuseEqual(old: readonly Traits[], fresh: readonly Traits[], sources: number[]): number[] {
  const used = new Set(sources);
  const free = new Map<string, number[]>();
  for (let i = old.length - 1; i >= 0; i--) {
    if (used.has(i)) continue;
    const { text } = old[i]!;
    const list = free.get(text);
    if (list) list.push(i);
    else free.set(text, [i]);
  }
  return sources.map((source, j) => (source >= 0 ? source : (free.get(fresh[j]!.text)?.pop() ?? -1)));
}

function likeness(a: Traits, b: Traits): number {
  if (a.text === b.text) return exact;
  if (a.kind !== b.kind) return 0.05;
  let shared = 0;
  for (const leaf of a.leaves) if (b.leaves.has(leaf)) shared++;
  return 0.1 + (0.9 * shared) / Math.max(a.leaves.size, b.leaves.size, 1);
}

function traits(draft: Draft): Traits {
  const leaves = new Set<string>();
  const text = describe(draft, "", leaves);
  return { text, kind: kindOf(draft), leaves };
}

function kindOf(draft: Draft): string {
  return draft.kind === "kept" || draft.kind === "copied" ? draft.node.kind : draft.kind;
}

/** A text that is equal for equal values, whatever the order of the members; collects the leaves on the way. */
function describe(draft: Draft, path: string, leaves: Set<string>): string {
  const container = openContainer(draft);
  if (!container) {
    const text = JSON.stringify(scalarOf(draft));
    if (path) leaves.add(path).add(`${path}=${text}`);
    return text;
  }
  if (container.kind === "array") {
    return `[${container.entries.map((e, i) => describe(e.value!, `${path}/${i}`, leaves)).join()}]`;
  }
  const members = new Map<string, string>();
  for (const { key, value } of container.entries) {
    if (value) members.set(key, describe(value, `${path}/${key}`, leaves));
  }
  return `{${[...members]
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    .sort()
    .join()}}`;
}

function scalarOf(draft: Draft): unknown {
  if (draft.kind === "scalar") return draft.value === 0 ? 0 : draft.value;
  if (draft.kind !== "kept" && draft.kind !== "copied") return undefined;
  return draft.node.kind === "array" || draft.node.kind === "object" ? undefined : draft.node.value;
}

/** Whether two drafts have the same value; stops at the first difference. */
export function sameValue(a: Draft, b: Draft): boolean {
  const one = openContainer(a);
  const other = openContainer(b);
  if (!one || !other) return !one && !other && scalarOf(a) === scalarOf(b);
  if (one.kind !== other.kind) return false;
  if (one.kind === "array") {
    return (
      one.entries.length === other.entries.length &&
      one.entries.every((entry, i) => sameValue(entry.value!, other.entries[i]!.value!))
    );
  }
  const left = new Map(one.entries.map(({ key, value }) => [key, value]));
  const right = new Map(other.entries.map(({ key, value }) => [key, value]));
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const match = right.get(key);
    if (!value || !match || !sameValue(value, match)) return false;
  }
  return true;
}
