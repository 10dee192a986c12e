/** The result of a merge by lines. */
export interface LineMerge {
  /** The merged text, with conflict markers as in git. */
  readonly text: string;
  /** How many places have markers. */
  readonly conflicts: number;
}

/** Labels after the markers. */
export interface Sides {
  readonly ours: string;
  readonly theirs: string;
}

const CONFLICT_START = "<<<<<<<";
const MIDDLE = "=======";
const END = ">>>>>>>";

/** Maximum number of different lines to compare on one side. */
const MOST_EDITS = 1000;

/**
 * Merges two texts by their lines, with the text that both have started from. If both sides changed a line, keeps both
 * versions between markers.
 */
export function mergeLines(base: string, ours: string, theirs: string, sides: Sides): LineMerge {
  const [b, o, t] = [linesOf(base), linesOf(ours), linesOf(theirs)];
  const inOurs = new Map(commonLines(b, o));
  const inTheirs = new Map(commonLines(b, t));
  const eol = ours.includes("\r\n") ? "\r\n" : "\n";
  const out: string[] = [];
  let conflicts = 0;
  let from = { b: 0, o: 0, t: 0 };
  for (let i = 0; i <= b.length; i++) {
    const to = i === b.length ? { o: o.length, t: t.length } : { o: inOurs.get(i), t: inTheirs.get(i) };
    if (to.o === undefined || to.t === undefined) continue;
    const was = b.slice(from.b, i).join("");
    const mine = o.slice(from.o, to.o).join("");
    const others = t.slice(from.t, to.t).join("");
    if (mine === others || was === others) out.push(mine);
    else if (was === mine) out.push(others);
    else {
      conflicts++;
      const ended = (text: string) => (text === "" || text.endsWith("\n") ? text : text + eol);
      out.push(`${CONFLICT_START} ${sides.ours}${eol}`, ended(mine), MIDDLE + eol, ended(others));
      out.push(`${END} ${sides.theirs}${eol}`);
    }
    if (i < b.length) out.push(o[to.o]!);
    from = { b: i + 1, o: to.o + 1, t: to.t + 1 };
  }
  return { text: out.join(""), conflicts };
}

/** The common lines of two texts, in order: used as base if there is none. */
export function commonText(a: string, b: string): string {
  const lines = linesOf(a);
  return commonLines(lines, linesOf(b))
    .map(([i]) => lines[i]!)
    .join("");
}

/** Whether a text has conflict markers. */
export function hasMarkers(text: string): boolean {
  return /^(?:<{7}|={7}|>{7})(?: |\r?$)/m.test(text);
}

/** The lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Pairs of positions of equal lines, as many as possible, both rising (Myers' greedy search from both texts' starts). */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [aEnd, bEnd] = [a.length, b.length];
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  const pairs = Array.from({ length: start }, (_, i): [number, number] => [i, i]);
  for (const [i, j] of middlePairs(a.slice(start, aEnd), b.slice(start, bEnd)))
    pairs.push([start + i, start + j]);
  for (let i = aEnd; i < a.length; i++) pairs.push([i, bEnd + i - aEnd]);
  return pairs;
}

function middlePairs(a: readonly string[], b: readonly string[]): [number, number][] {
  const most = Math.min(a.length + b.length, MOST_EDITS);
  /** For each number of edits, how far into `a` the search has come on each diagonal. */
  const trace: Map<number, number>[] = [];
  let reach = new Map([[1, 0]]);
  for (let edits = 0; edits <= most; edits++) {
    trace.push(reach);
    const next = new Map(reach);
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : reach.get(k - 1)! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length);
    }
    reach = next;
  }
  return [];
}

function walkBack(
  trace: readonly Map<number, number>[],
  aLength: number,
  bLength: number,
): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [aLength, bLength];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits]!;
    const k = x - y;
    const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const before = down ? k + 1 : k - 1;
    const fromX = reach.get(before) ?? 0;
    const fromY = fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0) pairs.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}
