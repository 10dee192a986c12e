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
  return name.replaceAll("_", "").toLowerCase();
}

/** Edits (insert, delete, replace, swap of neighbors) between two short words; stops counting above `limit`. */
function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
