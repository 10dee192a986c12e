import { describe, expect, test } from "vitest";
import { marked } from "../../../test/support/marked";
import {
  accepted,
  acceptedWithVariables,
  refused,
  refusedWithVariables,
} from "../../../test/support/promql-expressions";
import { checkPromql } from "./check";

const context = {
  variables: [
    { name: "cluster", filterType: "RESOURCE_LABEL", labelKey: "cluster_name" },
    { name: "lookback", filterType: "VALUE_ONLY" },
  ],
};
const findings = (text: string) => checkPromql(text, context);
const told = (text: string) =>
  findings(text).map(({ code, offset, length }) => `${code} ${text.slice(offset, offset + length)}`);

describe("what Prometheus accepts", () => {
  test.each(accepted.map((text) => [text]))("%s", (text) => {
    expect(told(text)).toEqual([]);
  });
});

describe("what Prometheus refuses", () => {
  test.each(refused)("%s", (text, finding) => {
    expect(told(text)).toEqual([finding]);
  });
});

describe("variables never make something wrong", () => {
  test.each(acceptedWithVariables.map((text) => [text]))("%s", (text) => {
    expect(told(text)).toEqual([]);
  });
});

describe("variables hide nothing", () => {
  test.each(refusedWithVariables)("%s", (text, finding) => {
    expect(told(text)).toEqual([finding]);
  });
});

test("there are more than 200 expressions of plain PromQL", () => {
  const all = [...accepted, ...refused.map(([text]) => text)];
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(350);
});

test("PromQL is not known to be read on saving, so nothing is an error", () => {
  for (const [text] of [...refused, ...refusedWithVariables]) {
    for (const { severity } of findings(text)) expect(severity, text).toBe("warning");
  }
});

describe("fixes", () => {
  test.each([
    ["sum(shop_a", "sum(shop_a)"],
    ["sum(shop_a))", "sum(shop_a)"],
    ['shop_a{city="Bern]', 'shop_a{city="Bern]"'],
    ["(shop_a]", "(shop_a)"],
    ['rate(shop_a{city="Bern"[5m])', 'rate(shop_a{city="Bern"}[5m])'],
    ["rate(shop_a{${cluster}[5m])", "rate(shop_a{${cluster}}[5m])"],
    ['shop_a{city="Bern, day="Monday"}', 'shop_a{city="Bern", day="Monday"}'],
    ['shop_a{city=Bern", day="Monday"}', 'shop_a{city="Bern", day="Monday"}'],
    ['sum by (city") (shop_a)', 'sum by ("city") (shop_a)'],
    ["sum by (city (shop_a)", "sum by (city) (shop_a)"],
    ["sum(shop_a by (city)", "sum(shop_a) by (city)"],
    ["shop_a{city=“Bern”}", 'shop_a{city="Bern"}'],
    ['shop_a{city="Bern" ${cluster}}', 'shop_a{city="Bern", ${cluster}}'],
    ["shop_a => 5", "shop_a >= 5"],
    ["rate(shop_a)", "rate(shop_a[${__interval}])"],
    ['rate(shop_a{city="(x)"})', 'rate(shop_a{city="(x)"}[${__interval}])'],
    ["rate(shop_a[])", "rate(shop_a[${__interval}])"],
    ["rate(shop_a[10mins])", "rate(shop_a[10m])"],
    ["shop_a[5m]", "rate(shop_a[5m])"],
    ["shop_a = 5", "shop_a == 5"],
    ["shop_a && shop_b", "shop_a and shop_b"],
    ['shop_a{city=="Bern"}', 'shop_a{city="Bern"}'],
    ["shop_a{city=Bern}", 'shop_a{city="Bern"}'],
    ['shop_a{city="Bern" x="y"}', 'shop_a{city="Bern", x="y"}'],
    ['shop_a{path=~"\\d"}', 'shop_a{path=~"\\\\d"}'],
    ["sum by city (shop_a)", "sum by (city) (shop_a)"],
    ["sum(shop_a,)", "sum(shop_a)"],
    ["ratee(shop_a[5m])", "rate(shop_a[5m])"],
    ["mean(shop_a)", "avg(shop_a)"],
    ["rate(shop_a[$__rate_interval])", "rate(shop_a[${__interval}])"],
    ["rate(run.googleapis.com/request_count[5m])", "rate(run_googleapis_com:request_count[5m])"],
    ["run_googleapis_com:request_cont", "run_googleapis_com:request_count"],
    ["run_googleapis_com:request_count_sum", "run_googleapis_com:request_count"],
  ])("%s", (text, fixed) => {
    const fix = findings(text)[0]!.fixes![0]!;
    expect(text.slice(0, fix.offset) + fix.text + text.slice(fix.offset + fix.length)).toBe(fixed);
  });
});

describe("where findings lie", () => {
  test.each([
    ["rate(⟦shop_a⟧) + sum(shop_b)"],
    ['sum(rate(shop_a{path=~"/⟦\\d⟧+"}[5m]))'],
    ['shop_a{path=~"\\\\w⟦(⟧"}'],
    ["sum(shop_a) / ⟦summ⟧(shop_b)"],
    ["# note (\nsum⟦(⟧shop_a"],
  ])("%s", (source) => {
    const { text, spans } = marked(source);
    expect(findings(text).map(({ offset, length }) => ({ offset, length }))).toEqual(spans);
  });
});

test("metrics of a project's own catalog are known", async () => {
  const { shippedCatalog: catalog } = await import("../../catalog/catalog");
  const metric = {
    ...catalog().metric("run.googleapis.com/request_count")!,
    type: "run.googleapis.com/tea_count",
  };
  const overlay = { project: "tea", readAt: new Date().toISOString(), metrics: [metric], resources: [] };
  const own = { ...context, catalog: catalog().extend(overlay) };
  expect(told("run_googleapis_com:tea_count")).toHaveLength(1);
  expect(checkPromql("run_googleapis_com:tea_count", own)).toEqual([]);
});
