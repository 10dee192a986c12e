import { describe, expect, it } from "vitest";
import type { QueryFacts, ValueShape } from "./facts";
import { seriesName } from "./names";
import { sampleHeat, sampleSeries, sampleTimes } from "./series";
import { bytesIn, formatValue, unitName } from "./units";

const facts = (more: Partial<QueryFacts> = {}): QueryFacts => ({
  name: "requests",
  key: "",
  unit: "1",
  values: "level",
  labels: [{ key: "zone", of: "resource", values: [] }],
  series: 3,
  period: 60,
  ...more,
});

describe("sample series", () => {
  it("are the same for the same seed and others for another", () => {
    expect(sampleSeries(facts(), "a", 20)).toEqual(sampleSeries(facts(), "a", 20));
    expect(sampleSeries(facts(), "a", 20)).not.toEqual(sampleSeries(facts(), "b", 20));
  });

  it("differ in their labels", () => {
    const rows = sampleSeries(facts({ series: 4 }), "a", 2).map(({ labels }) => labels.join());
    expect(new Set(rows).size).toBe(4);
  });

  it.each([
    ["share", (v: number) => v >= 0 && v <= 1],
    ["percent", (v: number) => v >= 0 && v <= 100],
    ["count", (v: number) => Number.isInteger(v) && v >= 0],
    ["flag", (v: number) => v === 0 || v === 1],
    ["rate", (v: number) => v >= 0],
  ] as [ValueShape, (v: number) => boolean][])("keep to what %s means", (values, holds) => {
    for (const seed of ["a", "b", "c", "d"]) {
      const all = sampleSeries(facts({ values, unit: "1" }), seed, 60).flatMap((one) => one.values);
      expect(all.every(holds)).toBe(true);
      expect(all.every(Number.isFinite)).toBe(true);
    }
  });

  it("come near a threshold without always being above it", () => {
    const all = sampleSeries(facts(), "a", 60, 5000).flatMap((one) => one.values);
    expect(Math.max(...all)).toBeGreaterThan(1500);
    expect(Math.max(...all)).toBeLessThan(8000);
  });

  it("of quantiles lie above each other", () => {
    const curve = (quantile: number) => sampleSeries(facts({ quantile, series: 1 }), "a", 30)[0]!.values;
    const [median, high] = [curve(0.5), curve(0.99)];
    expect(high.every((value, i) => value > median[i]!)).toBe(true);
  });

  it("have times an hour long by default, longer for longer periods", () => {
    const span = (period: number, window = 0) => {
      const { times } = sampleTimes(period, window);
      return (times.at(-1)! - times[0]!) / 1000;
    };
    expect(span(0)).toBe(3600);
    expect(span(60)).toBe(3600);
    expect(span(86_400)).toBe(24 * 86_400);
    expect(span(60, 7200)).toBe(7200);
    expect(sampleTimes(60, 1e12).times.length).toBeLessThan(70);
  });

  it("of a distribution have a heat between 0 and 1 in rising buckets", () => {
    const { bounds, columns } = sampleHeat(facts({ unit: "ms", values: "distribution" }), "a", 10);
    expect(columns).toHaveLength(10);
    expect(columns.every((column) => column.length === bounds.length - 1)).toBe(true);
    expect([...bounds].sort((a, b) => a - b)).toEqual(bounds);
    expect(columns.flat().every((heat) => heat >= 0 && heat <= 1)).toBe(true);
  });
});

describe("names of series", () => {
  it.each([
    ["", "west"],
    ["${resource.labels.zone}", "west"],
    ["${resource.label.zone} up", "west up"],
    ["${labels.zone}", "west"],
    ["p95", "p95"],
    ["${shortMetric}", "requests"],
    ["${metadata.system_labels\\.name}", "sample-a"],
    ["${metric.labels.verb}", "verb-a"],
    ["${", "${"],
  ])("%s", (template, name) => {
    const known = name === "sample-a" ? expect.any(String) : name;
    expect(seriesName(template, facts(), ["west"])).toEqual(known);
  });

  it("count on where a label is not known", () => {
    const names = [0, 1, 2].map((i) => seriesName("${metric.labels.verb}", facts(), ["west"], i));
    expect(new Set(names).size).toBe(3);
  });
});

describe("values with units", () => {
  it.each([
    [0, "1", "0"],
    [1234, "1", "1.23k"],
    [0.0371, "", "0.0371"],
    [12.5, "1/s", "12.5/s"],
    [0.42, "10^2.%", "42%"],
    [42, "%", "42%"],
    [3_435_973_837, "By", "3.2 GiB"],
    [2048, "By/s", "2 KiB/s"],
    [5, "GiBy", "5 GiB"],
    [0.25, "s", "250 ms"],
    [250, "ms", "250 ms"],
    [90, "min", "90 min"],
    [3, "d", "3 d"],
    [7, "{request}", "7 request"],
    [7, "{request}/s", "7 request/s"],
    [21.5, "Cel", "21.5 Cel"],
    [Number.NaN, "s", "–"],
    [-1500, "1", "-1.5k"],
    [999_999, "1", "1M"],
  ])("%d %s", (value, unit, expected) => {
    expect(formatValue(value, unit)).toBe(expected);
  });

  it("know what is an amount of data and what a unit is called", () => {
    expect(bytesIn("By/s")).toBe(1);
    expect(bytesIn("MiBy")).toBe(1024 ** 2);
    expect(bytesIn("s")).toBeUndefined();
    expect(unitName("{request}")).toBe("request");
    expect(unitName("By")).toBe("");
  });
});
