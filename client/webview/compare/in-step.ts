/** A tile that both panes have: how far down it begins in each, in pixels. */
export type Anchor = readonly [from: number, to: number];

/**
 * Where one pane has to be scrolled to, so that it shows what another one shows at `top`: between two tiles that both
 * have, in proportion; below the last one, as far below it.
 */
export function topInStep(top: number, anchors: readonly Anchor[]): number {
  let [lowFrom, lowTo]: Anchor = [0, 0];
  for (const [from, to] of ascending(anchors)) {
    if (from > top) return lowTo + ((top - lowFrom) / (from - lowFrom)) * (to - lowTo);
    [lowFrom, lowTo] = [from, to];
  }
  return lowTo + top - lowFrom;
}

/** Anchors in the order of both panes: a tile that moved past others is none. */
function ascending(anchors: readonly Anchor[]): Anchor[] {
  const sorted = anchors
    .filter(([from, to]) => from > 0 && to > 0)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  // The longest row of anchors that ascends in the other pane as well.
  const best: { length: number; before: number }[] = [];
  let last = -1;
  for (const [i, [from, to]] of sorted.entries()) {
    best[i] = { length: 1, before: -1 };
    for (let j = 0; j < i; j++) {
      const [otherFrom, otherTo] = sorted[j]!;
      if (otherFrom < from && otherTo < to && best[j]!.length >= best[i].length)
        best[i] = { length: best[j]!.length + 1, before: j };
    }
    if (last < 0 || best[i].length > best[last]!.length) last = i;
  }
  const out: Anchor[] = [];
  for (let i = last; i >= 0; i = best[i]!.before) out.unshift(sorted[i]!);
  return out;
}
