import { describe, expect, it } from "vitest";
import { ALIGNED, END, GAUGE, PERCENTILES, REDUCED, START } from "../../test/support/vectors";
import { alignedValue, applySteps, reducedValue } from "./arithmetic";
import { heatOf, histogramQuantile, mergeHistograms } from "./histograms";
import type { LivePoint, LiveSeries } from "./model";
import { divided } from "./ratio";

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);
const points: readonly LivePoint[] = [
  { time: at("11:55:30"), value: 1 },
  { time: at("11:56:30"), value: 2 },
  { time: at("11:57:30"), value: 4 },
  { time: at("11:59:30"), value: 8 },
];

describe("aligners of gauges", () => {
  it.each(ALIGNED.filter(({ metric }) => metric === GAUGE))(
    "$aligner $seconds s",
    ({ aligner, seconds, expected }) => {
      const [start, end] = [Date.parse(START), Date.parse(END)];
      const found: Record<string, number> = {};
      for (let to = end; to > start; to -= seconds * 1000) {
        const value = alignedValue(aligner, points, to - seconds * 1000, to);
        if (value !== undefined) found[new Date(to).toISOString().slice(11, 16)] = value as number;
      }
      expect(found).toEqual(expected);
    },
  );
});

it.each(REDUCED)("%s", (reducer, value) => {
  expect(reducedValue(reducer, [1, 2, 3, 4, 10])).toBeCloseTo(value, 9);
});

describe("histograms", () => {
  const histogram = { bounds: [0, 10, 20, 40], counts: [0, 2, 6, 2, 0], mean: 16 };
  it.each(PERCENTILES)("percentile %s", (percent, value) => {
    expect(histogramQuantile(histogram, Number(percent) / 100)).toBeCloseTo(value, 9);
  });

  it("merge", () => {
    const other = { ...histogram, counts: [1, 0, 0, 0, 0], mean: 5 };
    expect(mergeHistograms([histogram, other])).toEqual({ ...histogram, counts: [1, 2, 6, 2, 0], mean: 15 });
    const unlike = { bounds: [1], counts: [3, 3], mean: 1 };
    expect(mergeHistograms([histogram, unlike])).toEqual(histogram);
  });

  it("make a heat map of the rows that have something", () => {
    const series: LiveSeries = { metric: "m", labels: [], unit: "", points: [{ time: 2, value: histogram }] };
    expect(heatOf([series], [1, 2])).toEqual({
      bounds: [0, 10, 20, 40],
      columns: [
        [0, 0, 0],
        [1 / 3, 1, 1 / 3],
      ],
    });
  });
});

describe("ratios", () => {
  const series = (
    labels: Readonly<Record<string, string>>,
    values: readonly number[],
    unit = "By",
  ): LiveSeries => ({
    metric: "m",
    labels: Object.entries(labels).map(([key, value]) => ({ key, of: "resource", value })),
    points: values.map((value, i) => ({ time: i, value })),
    unit,
  });
  const valuesOf = (list: readonly LiveSeries[]) =>
    list.map(({ labels, points: all }) => [labels[0]?.value, all.map(({ value }) => value)]);

  it("divide what has the same labels", () => {
    const top = [series({ zone: "a" }, [1, 2]), series({ zone: "b" }, [3, 4])];
    const below = [series({ zone: "b" }, [6, 0]), series({ zone: "c" }, [1, 1])];
    expect(valuesOf(divided(top, below))).toEqual([["b", [0.5]]]);
    expect(divided(top, below)[0]!.unit).toBe("1");
  });

  it("divide everything by one series without labels", () => {
    const top = [series({ zone: "a" }, [1]), series({ zone: "b" }, [3])];
    const whole = [series({ project_id: "p" }, [4], "s")];
    expect(valuesOf(divided(top, whole))).toEqual([
      ["a", [0.25]],
      ["b", [0.75]],
    ]);
    expect(divided(top, whole)[0]!.unit).toBe("By/s");
  });

  it("are aligned and reduced afterwards", () => {
    const quotients = [series({ zone: "a" }, [1, 2]), series({ zone: "b" }, [3, 4])].map((one) => ({
      ...one,
      points: one.points.map(({ time, value }) => ({ time: (time + 1) * 60_000, value })),
    }));
    const step = { period: 120, aligner: "ALIGN_MEAN", reducer: "REDUCE_SUM", groupBy: [] };
    expect(applySteps(quotients, [step], { start: 0, end: 120_000 })).toMatchObject([
      { labels: [], points: [{ time: 120_000, value: 5 }] },
    ]);
  });
});
