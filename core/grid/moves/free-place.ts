import type { Rect } from "../rect";

/** Where to look: a strip of columns, open at the bottom. */
export interface ColumnStrip {
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

/**
 * The first place of that size in reading order that none of `taken` has a part of; one exists always, below all of them.
 * `w` must be at most the strip's.
 */
export function findFreeRect(
  taken: readonly Rect[],
  { w, h }: { readonly w: number; readonly h: number },
  strip: ColumnStrip,
): Rect {
  const tops = new Set([strip.y]);
  for (const { y, h: height } of taken) if (y + height > strip.y) tops.add(y + height);
  for (const y of [...tops].sort((a, b) => a - b)) {
    const x = firstGap(
      taken.filter((other) => other.y < y + h && other.y + other.h > y),
      w,
      strip,
    );
    if (x !== undefined) return { x, y, w, h };
  }
  return { x: strip.x, y: Math.max(...tops), w, h };
}

/** The leftmost `x` of the strip at which a width is free beside these. */
function firstGap(band: readonly Rect[], w: number, strip: ColumnStrip): number | undefined {
  let x = strip.x;
  for (const other of [...band].sort((a, b) => a.x - b.x)) {
    if (other.x >= x + w) break;
    x = Math.max(x, other.x + other.w);
  }
  return x + w <= strip.x + strip.w ? x : undefined;
}
