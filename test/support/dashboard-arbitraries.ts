import fc from "fast-check";

// Few different values, so that equal tiles, equal places and small differences are met often.
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const query = fc.record({
  prometheusQuery: fc.constantFrom("up", "down", ""),
  unitOverride: maybe(fc.constantFrom("", "s")),
});
const dataSet = fc.record({
  timeSeriesQuery: query,
  plotType: maybe(fc.constantFrom<unknown>("LINE", "STACKED_BAR", 1, null)),
  targetAxis: maybe(fc.constantFrom("Y1", "Y2")),
  breakdowns: maybe(fc.array(fc.record({ column: fc.constantFrom("a", "b", "") }), { maxLength: 2 })),
});
const widget = fc.oneof(
  fc.record({
    id: maybe(fc.constantFrom("", "x", "y")),
    title: maybe(fc.constantFrom("", "CPU", "RAM")),
    xyChart: fc.record({
      dataSets: fc.array(dataSet, { maxLength: 3 }),
      yAxis: maybe(fc.record({ scale: maybe(fc.constantFrom("LINEAR", "LOG10")) })),
    }),
  }),
  fc.record({
    title: maybe(fc.constantFrom("CPU", "note")),
    text: fc.record({
      content: fc.constantFrom("", "a", "b"),
      format: maybe(fc.constant("MARKDOWN")),
      style: maybe(fc.constant({})),
    }),
  }),
  fc.constant({ blank: {} }),
);
const tile = fc.record({
  xPos: maybe(fc.constantFrom<unknown>(0, 6, "6")),
  yPos: maybe(fc.constantFrom(0, 4)),
  width: fc.constantFrom(6, 3),
  height: fc.constant(4),
  widget,
});
const labels = maybe(fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("", "1")));
const unknown = maybe(fc.constantFrom<unknown>(0, [], [0], { deep: "", other: 1 }, "x"));
/** A dashboard in one of the spellings that the service reads: small, and with many chances to be ambiguous. */
export const dashboard = fc.oneof(
  fc.record({
    displayName: fc.constantFrom("d", "e"),
    labels,
    later: unknown,
    mosaicLayout: fc.record({
      columns: fc.constantFrom<unknown>(12, "12", 48),
      tiles: maybe(fc.array(tile, { maxLength: 6 })),
    }),
  }),
  fc.record({
    displayName: fc.constant("d"),
    labels,
    etag: maybe(fc.constantFrom("e1", "e2")),
    gridLayout: fc.record({
      columns: maybe(fc.constantFrom<unknown>(0, 2, "2", "3")),
      widgets: fc.array(widget, { maxLength: 4 }),
    }),
  }),
);
