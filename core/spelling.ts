/**
 * The candidate that a misspelled name most likely means; undefined if in doubt.
 *
 * A candidate that differs in letter case or underscores only always wins. Else the edit distance may be at most a third
 * of the length, the lengths may differ by two at most, and two equally near candidates give no answer.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const plain = fold(name);
  if (!plain) return undefined;
  let best: string | undefined;
  let bestDistance = Math.floor(plain.length * 0.34) + 1;
  let tie = false;
  for (const candidate of candidates) {
    const other = fold(candidate);
    if (other === plain) return candidate;
    if (other.length < 3 || Math.abs(other.length - plain.length) > 2) continue;
    const distance = editDistance(plain, other, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
      tie = false;
    } else if (distance === bestDistance && best !== undefined) tie = true;
  }
  return tie ? undefined : best;
}

/**
 * The nearest name whose parts that differ are near, too: long names that share most of their parts are not alike
 * because of it.
 */
export function nearestByParts(
  name: string,
  candidates: Iterable<string>,
  separator: string,
): string | undefined {
  const found = nearestName(name, candidates);
  if (!found) return undefined;
  const [a, b] = [name.split(separator), found.split(separator)];
  while (a.length > 1 && b.length > 1 && a[0] === b[0]) {
    a.shift();
    b.shift();
  }
  return nearestName(a.join(separator), [b.join(separator)]) && found;
}

/** Whether two names differ in letter case and underscores at most. */
export function equalIgnoringCaseAndUnderscores(a: string, b: string): boolean {
  return fold(a) === fold(b);
}

/**
 * Whether a name is a slip of the keyboard for another one: a letter too many, too few, swapped or mistaken, in long names two.
 * Where only digits differ, either may be meant.
 */
export function isTypo(written: string, meant: string): boolean {
  const [a, b] = [fold(written), fold(meant)];
  const digits = (text: string) => text.replace(/\D/g, "");
  if (digits(a) !== digits(b)) return false;
  const limit = Math.min(a.length, b.length) >= 8 ? 2 : 1;
  return Math.min(a.length, b.length) >= 4 && editDistance(a, b, limit) <= limit;
}

function fold(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes("_") ? lower.replaceAll("_", "") : lower;
}

/** Rows of the table below, reused because one name is compared with thousands. */
let rows: [Uint32Array, Uint32Array, Uint32Array] = [new Uint32Array(), new Uint32Array(), new Uint32Array()];

/** Edits (insert, delete, replace, swap of neighbors) between two short words; stops counting above `limit`. */
function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  const width = b.length;
  if (rows[0].length <= width)
    rows = [new Uint32Array(width + 64), new Uint32Array(width + 64), new Uint32Array(width + 64)];
  let [beforeLast, last, row] = rows;
  for (let j = 0; j <= width; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    let least = i;
    row[0] = i;
    for (let j = 1; j <= width; j++) {
      const other = b.charCodeAt(j - 1);
      let cost = last[j - 1]! + (letter === other ? 0 : 1);
      if (last[j]! + 1 < cost) cost = last[j]! + 1;
      if (row[j - 1]! + 1 < cost) cost = row[j - 1]! + 1;
      const isSwap = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other;
      if (isSwap && beforeLast[j - 2]! + 1 < cost) cost = beforeLast[j - 2]! + 1;
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[width]!;
}
