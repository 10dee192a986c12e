/** A change of a text as VS Code reports it; offsets are those of the text before all changes of the event. */
export interface TextChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/**
 * Moves spans along with edits, and drops those that an edit touches, because their message may be out of date.
 *
 * @param spans half-open, in UTF-16 code units
 * @param changes disjoint, in any order
 */
export function moveSpans<S extends { readonly offset: number; readonly length: number }>(
  spans: readonly S[],
  changes: readonly TextChange[],
): S[] {
  return spans.flatMap((span) => {
    let shift = 0;
    const end = span.offset + span.length;
    for (const { rangeOffset, rangeLength, text } of changes) {
      const changeEnd = rangeOffset + rangeLength;
      if (changeEnd < span.offset || (changeEnd === span.offset && rangeLength > 0 && text === "")) {
        shift += text.length - rangeLength;
      } else if (rangeOffset <= end) return [];
    }
    return [{ ...span, offset: span.offset + shift }];
  });
}
