import type { Span } from "../document/node";
import type { Finding } from "../finding";

/** Offsets that the data of findings hold beside their own place. */
interface PlacedData {
  readonly at?: unknown;
  readonly inner?: Span;
  readonly fixes?: readonly Span[];
}

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

function movedData(data: unknown, to: (offset: number) => number): unknown {
  if (typeof data !== "object" || data === null) return data;
  const { at, inner, fixes } = data as PlacedData;
  return {
    ...data,
    ...(typeof at === "number" && { at: to(at) }),
    ...(inner && { inner: movedSpan(inner, to) }),
    ...(fixes && { fixes: fixes.map((fix) => movedSpan(fix, to)) }),
  };
}
