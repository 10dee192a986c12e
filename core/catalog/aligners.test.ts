import { describe, expect, it } from "vitest";
import { afterAligner, afterReducer, alignerFits, alignersFor, reducerFits, reducersFor } from "./aligners";

describe("aligners", () => {
  it.each([
    ["ALIGN_RATE", "DELTA", "INT64", true],
    ["ALIGN_RATE", "DELTA", "DISTRIBUTION", false],
    ["ALIGN_RATE", "GAUGE", "DOUBLE", false],
    ["ALIGN_MEAN", "CUMULATIVE", "DOUBLE", false],
    ["ALIGN_MEAN", "GAUGE", "DOUBLE", true],
    ["ALIGN_PERCENTILE_99", "DELTA", "DISTRIBUTION", true],
    ["ALIGN_PERCENTILE_99", "CUMULATIVE", "DISTRIBUTION", true],
    ["ALIGN_PERCENTILE_99", "DELTA", "INT64", false],
    ["ALIGN_PERCENTILE_99", "CUMULATIVE", "INT64", false],
    ["ALIGN_FRACTION_TRUE", "GAUGE", "BOOL", true],
    ["ALIGN_NONE", "CUMULATIVE", "STRING", true],
  ] as const)("%s on %s %s: %s", (aligner, kind, valueType, fits) => {
    expect(alignerFits(aligner, { kind, valueType })).toBe(fits);
    expect(alignersFor({ kind, valueType }).includes(aligner)).toBe(fits);
  });

  it("returns undefined for unknown names", () => {
    expect(alignerFits("ALIGN_NEW", { kind: "GAUGE", valueType: "DOUBLE" })).toBeUndefined();
    expect(reducerFits("constructor", { kind: "GAUGE", valueType: "DOUBLE" })).toBeUndefined();
    expect(alignerFits("ALIGN_MEAN", { kind: undefined, valueType: undefined })).toBe(true);
  });

  it("offers the usual one first", () => {
    expect(alignersFor({ kind: "DELTA", valueType: "INT64" })[0]).toBe("ALIGN_RATE");
    expect(alignersFor({ kind: "GAUGE", valueType: "DOUBLE" })[0]).toBe("ALIGN_MEAN");
  });
});

describe("reducers see the series after the aligner", () => {
  it("follows a distribution through a percentile and a sum", () => {
    const rate = afterAligner("ALIGN_PERCENTILE_99", { kind: "DELTA", valueType: "DISTRIBUTION" });
    expect(rate).toEqual({ kind: "GAUGE", valueType: "DOUBLE" });
    expect(reducerFits("REDUCE_COUNT_TRUE", rate)).toBe(false);
    expect(reducersFor(rate)).toContain("REDUCE_SUM");
    expect(afterReducer("REDUCE_COUNT", rate)).toEqual({ kind: undefined, valueType: "INT64" });
  });
});
