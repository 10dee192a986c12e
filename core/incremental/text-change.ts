/** A single change from one text to another. */
export interface TextChange {
  /** Where the two texts begin to differ. */
  readonly offset: number;
  /** How many characters of the old text are gone. */
  readonly removed: number;
  /** How many characters of the new text have come. */
  readonly inserted: number;
}

/** The smallest single change between two texts; undefined when they are equal. */
export function changeBetween(before: string, after: string): TextChange | undefined {
  const shorter = Math.min(before.length, after.length);
  const offset = longest(shorter, (length) => before.slice(0, length) === after.slice(0, length));
  if (offset === shorter && before.length === after.length) return undefined;
  const tail = longest(
    shorter - offset,
    (length) => before.slice(before.length - length) === after.slice(after.length - length),
  );
  return { offset, removed: before.length - offset - tail, inserted: after.length - offset - tail };
}

/**
 * The longest length up to `limit` for which something holds that holds for all shorter ones too. Comparing large parts is
 * the engine's own work, which is much faster than to compare characters here.
 */
function longest(limit: number, holds: (length: number) => boolean): number {
  if (holds(limit)) return limit;
  let low = 0;
  let high = limit;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
