import type { Span } from "../document/node";
import type { Finding, FindingData } from "../finding";

/** A finding as it reads in another text, where its places have other offsets. */
export function moved(finding: Finding, to: (offset: number) => number): Finding {
  const offset = to(finding.offset);
  const { related, data } = finding;
  // Nothing inside can have moved when the start has not, as long as it is all one piece; findings with other places are rare.
  if (offset === finding.offset && !related && data === undefined) return finding;
  return {
    ...finding,
    offset,
    ...(related && { related: related.map((place) => movedSpan(place, to)) }),
    ...(data !== undefined && { data: movedData(data, to) }),
  };
}

function movedSpan<T extends Span>(span: T, to: (offset: number) => number): T {
  return { ...span, offset: to(span.offset) };
}

/** `data` with the offsets in it moved too. */
function movedData(data: FindingData, to: (offset: number) => number): FindingData {
  switch (data.kind) {
    case "add-comma":
    case "insert":
      return { ...data, at: to(data.at) };
    case "inner":
      return { ...data, inner: movedSpan(data.inner, to) };
    case "replacements":
      return { ...data, replacements: data.replacements.map((replacement) => movedSpan(replacement, to)) };
    default:
      return data;
  }
}
