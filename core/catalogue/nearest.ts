/** Share of a name's length that may differ for another name to count as what was meant. */
const tolerance = 0.34;

/**
 * The one candidate nearest to `name`, letter case ignored: within 0.34 of its length in edits
 * (insert, delete, replace, swap neighbours). Undefined when none is near or when two are equally near.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let bound = Math.floor(name.length * tolerance);
  let best: string | undefined;
  let tie = false;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > bound) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), bound);
    if (distance === undefined) continue;
    if (best === undefined || distance < bound) {
      best = candidate;
      bound = distance;
      tie = false;
    } else if (candidate !== best) tie = true;
  }
  return tie ? undefined : best;
}

/** Optimal string alignment distance, or undefined as soon as it must exceed `bound`. */
export function editDistance(a: string, b: string, bound: number): number | undefined {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(last[j - 1]! + (same ? 0 : 1), last[j]! + 1, row[j - 1]! + 1);
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > bound) return undefined;
    before = last;
    last = row;
  }
  const distance = last[b.length]!;
  return distance > bound ? undefined : distance;
}
