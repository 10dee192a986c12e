import { describe, expect, it } from "vitest";
import {
  type LabelValueList,
  MOST_KEPT_VALUES,
  mergeLabelValues,
  ProjectLabelValues,
  readLabelValues,
  writeLabelValues,
} from "./project-values";

const list = (values: LabelValueList["values"]): LabelValueList => ({
  project: "shop",
  readAt: "2026-03-01T12:00:00.000Z",
  values,
});

describe("values of labels of a project", () => {
  it("survive the file", () => {
    const one = list({ "a/b": { "resource.labels.zone": ["z"] } });
    expect(readLabelValues(writeLabelValues(one))).toMatchObject(one);
  });

  it.each(["", "{", "[]", '{"version":1}', '{"version":2,"project":"a","readAt":"b","values":{}}'])(
    "are not read from %j",
    (text) => expect(readLabelValues(text)).toBeUndefined(),
  );

  it("are not read from lists of something else", () => {
    const text = writeLabelValues(list({ a: { b: [1 as unknown as string] } }));
    expect(readLabelValues(text)).toBeUndefined();
  });

  it("are those of a metric and a label, and of nothing that every object has", () => {
    const values = new ProjectLabelValues(list({ m: { "metric.labels.code": ["200"], job: ["api"] } }));
    expect(values.valuesOf("m", "metric.labels", "code")).toEqual(["200"]);
    expect(values.valuesOf("m", "", "job")).toEqual(["api"]);
    expect(values.valuesOf("m", "resource.labels", "code")).toEqual([]);
    expect(values.valuesOf("constructor", "", "name")).toEqual([]);
    expect(values.valuesOf("m", "", "toString")).toEqual([]);
  });

  it("add up, as many as are kept", () => {
    const many = Array.from({ length: MOST_KEPT_VALUES }, (_, i) => `v${i}`);
    const merged = mergeLabelValues(
      list({ a: { x: ["old"], y: ["b"] } }),
      list({ a: { x: many }, c: { z: ["d"] } }),
    );
    expect(merged.values["a"]!["x"]).toHaveLength(MOST_KEPT_VALUES);
    expect(merged.values["a"]!["x"]).not.toContain("old");
    expect(merged.values).toMatchObject({ a: { y: ["b"] }, c: { z: ["d"] } });
  });
});
