import { describe, expect, it } from "vitest";
import { shippedCatalog } from "../../catalog/catalog";
import type { LanguageContext } from "../language";
import { hoverFilter } from "./hover";
import { filterSignature } from "./signature";
import { filterTokens } from "./tokens";

const context: LanguageContext = {
  variables: [{ name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" }],
};

const run = 'metric.type="run.googleapis.com/request_latencies"';

/** The hovered text and what is said about it. */
function hovered(marked: string): [string, string] | undefined {
  const offset = marked.indexOf("|");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const hover = hoverFilter(text, offset, context);
  return hover && [text.slice(hover.offset, hover.offset + hover.length), hover.markdown];
}

describe("hover on a metric", () => {
  const about = (type: string, catalog?: LanguageContext["catalog"]) =>
    hoverFilter(`metric.type="${type}"`, 15, { ...context, ...(catalog && { catalog }) })!.markdown;

  it.each([
    [
      "run.googleapis.com/request_latencies",
      "Distribution of request latencies in milliseconds. Each point holds the values since the previous point.",
    ],
    ["run.googleapis.com/request_count", "Request count. Each point is the change since the previous point."],
    [
      "compute.googleapis.com/instance/cpu/utilization",
      "Instance CPU utilization, a ratio that is shown as %. Each point is the value at that time.",
    ],
    ["compute.googleapis.com/instance/cpu/utilization", "GAUGE DOUBLE, ratio, shown as % · GA"],
    ["run.googleapis.com/request_count", "(https://cloud.google.com/monitoring/api/metrics_gcp_p_z#gcp-run)"],
    ["kubernetes.io/container/restart_count", "(https://cloud.google.com/monitoring/api/metrics_kubernetes)"],
  ])("%s says %s", (type, text) => {
    expect(about(type)).toContain(text);
  });

  it("has no page for metrics of users", () => {
    expect(about("prometheus.googleapis.com/uptime/gauge")).not.toContain("https://");
  });

  it("shows what the project says, as plain text", () => {
    const description = "Orders of [a](command:x) *store*\u202e.";
    const overlay = {
      project: "p",
      readAt: new Date().toISOString(),
      resources: [],
      metrics: [{ type: "custom.googleapis.com/orders", description, samplePeriod: 60 }],
    };
    const text = about("custom.googleapis.com/orders", shippedCatalog().extend(overlay));
    expect(text).toContain(String.raw`Orders of \[a\]\(command:x\) \*store\*.`);
    expect(text).toContain("sampled every 60 seconds");
  });
});

describe("hover", () => {
  it.each([
    [
      'metric.type="run.goo|gleapis.com/request_latencies"',
      "run.googleapis.com/request_latencies",
      /DELTA DISTRIBUTION, ms/,
    ],
    [
      'metric.type="run.goo|gleapis.com/request_latencies"',
      "run.googleapis.com/request_latencies",
      /Labels: .*response_code/,
    ],
    ['metric.type="x/y" resource.type="gce_|instance"', "gce_instance", /Labels: .*`zone`/],
    [`${run} |AND metric.labels.response_code="200"`, "AND", /both sides/],
    [`${run} metric.lab|els.response_code="200"`, "metric.labels", /A label of the metric/],
    [`${run} metric.labels.resp|onse_code="200"`, "response_code", /Label of the metric `run/],
    [`${run} resource.label."loc|ation"="x"`, '"location"', /monitored resource `cloud_run_revision`/],
    [`${run} resource.labels.location|!="x"`, "!=", /not equal/],
    [`${run} resource.labels.location=one|_of("x")`, "one_of", /100 strings/],
    [`${run} $|{zone}`, "${zone}", /comparison with the selected value/],
    [`${run} resource.labels.location="a-\${zo|ne.value}"`, "${zone.value}", /selected value/],
    [
      'metric.type="loadbalancing.googleapis.com/https/internal/request_count" metric.labels.cache|_result="HIT"',
      "cache_result",
      /Values: .*`MISS`/,
    ],
    [
      'metric.type="prometheus.googleapis.com/up|time/gauge"',
      "prometheus.googleapis.com/uptime/gauge",
      /GAUGE DOUBLE/,
    ],
    ["select_|slo_health(", "select_slo_health", /good service/],
  ])("%s", (marked, range, markdown) => {
    expect(hovered(marked)).toEqual([range, expect.stringMatching(markdown)]);
  });

  it.each(["|", `${run} | `, 'metric.type="custom.googleapis.com/un|known"'])(
    "says nothing at %s",
    (marked) => {
      expect(hovered(marked)).toBeUndefined();
    },
  );
});

describe("tokens", () => {
  it("color every part, and variables inside strings apart", () => {
    const text = `${run} AND resource.label."location"!=one_of("a-\${zone.value}", b, 12) \${zone}`;
    const tokens = filterTokens(text).map((token) => [
      text.slice(token.offset, token.offset + token.length),
      token.type,
    ]);
    expect(tokens).toEqual([
      ["metric.type", "property"],
      ["=", "operator"],
      ['"run.googleapis.com/request_latencies"', "type"],
      ["AND", "keyword"],
      ["resource.label.", "property"],
      ['"location"', "property"],
      ["!=", "operator"],
      ["one_of", "function"],
      ['"a-', "string"],
      ["${zone.value}", "variable"],
      ['"', "string"],
      ["b", "string"],
      ["12", "number"],
      ["${zone}", "variable"],
    ]);
  });
});

describe("signature", () => {
  it.each([
    ['metric.labels.a=has_substring("x"|, true)', "has_substring", 0],
    ['metric.labels.a=has_substring("x", |true)', "has_substring", 1],
    ['metric.labels.a=one_of("a", "b", "c"|', "one_of", 1],
    ['select_slo_burn_rate("a", |', "select_slo_burn_rate", 1],
  ])("%s", (marked, name, active) => {
    const offset = marked.indexOf("|");
    const signature = filterSignature(marked.replace("|", ""), offset);
    expect(signature?.label.startsWith(`${name}(`)).toBe(true);
    expect(signature?.active).toBe(active);
    for (const parameter of signature!.parameters) expect(signature!.label).toContain(parameter);
  });

  it("is silent outside", () => {
    expect(filterSignature('metric.labels.a=one_of("a") ', 28)).toBeUndefined();
  });
});
