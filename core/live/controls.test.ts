import { describe, expect, it } from "vitest";
import { shippedCatalog } from "../catalog/catalog";
import { plannedControls, type WrittenQuery } from "./controls";
import { labelRequests, labelValuesIn } from "./label-values";
import { liveVariables } from "./variables";

const NOW = Date.UTC(2026, 2, 1, 12, 0, 37);
const RUN = 'metric.type = "run.googleapis.com/request_count" AND resource.type = "cloud_run_revision"';

function controls(filters: readonly object[], ...queries: WrittenQuery[]) {
  const dashboard = { dashboardFilters: filters };
  return plannedControls(dashboard, liveVariables(dashboard), queries, shippedCatalog(), NOW);
}
const filter = (text: string): WrittenQuery => ({ text, language: "filter" });
const promql = (text: string): WrittenQuery => ({ text, language: "promql" });

describe("controls", () => {
  it("read the values of a variable from a metric that it is compared in, and nothing else of the query", () => {
    const [control] = controls(
      [{ templateVariable: "svc", filterType: "RESOURCE_LABEL", labelKey: "service_name" }],
      filter(`${RUN} AND \${svc} AND metric.labels.response_code = "500"`),
    );
    expect(control).toMatchObject({ key: "svc", kind: "variable", values: [], chosen: false });
    expect(control!.sources).toMatchObject([
      { label: "service_name", request: { kind: "list", filter: RUN, view: "HEADERS", pageSize: 200 } },
    ]);
  });

  it("find the label of a value-only variable in the query", () => {
    const variable = { templateVariable: "code", filterType: "VALUE_ONLY" };
    const [inFilter] = controls([variable], filter(`${RUN} AND metric.labels.response_code = "\${code}"`));
    expect(inFilter!.sources[0]!.label).toBe("response_code");
    const [inPromql] = controls([variable], promql('sum(rate(http_requests_total{code="${code}"}[5m]))'));
    expect(inPromql!.sources).toMatchObject([
      { label: "code", request: { query: 'topk(200, count by (code) ({__name__="http_requests_total"}))' } },
    ]);
  });

  it("ask about a pinned filter only where it applies", () => {
    const pinned = { filterType: "RESOURCE_LABEL", labelKey: "subscription_id" };
    const backlog = 'metric.type = "pubsub.googleapis.com/subscription/num_undelivered_messages"';
    const [control] = controls([pinned], filter(RUN), filter(backlog));
    expect(control!.sources.map(({ request }) => "filter" in request && request.filter)).toEqual([backlog]);
  });

  it("offer the values that the file lists, and ask for none", () => {
    const [control] = controls(
      [{ templateVariable: "w", filterType: "VALUE_ONLY", stringArray: { values: ["1h", "6h"] } }],
      promql("rate(x[${w}])"),
    );
    expect(control).toMatchObject({ listed: ["1h", "6h"], sources: [], values: [] });
  });

  it("say why there are none", () => {
    const [control] = controls([
      { templateVariable: "t", filterType: "USER_METADATA_LABEL", labelKey: "team" },
    ]);
    expect(control!.note).toMatch(/^The service does not list values of metadata labels/);
  });
});

describe("label values", () => {
  it("are read once for each metric", () => {
    const places = [
      { pointer: "/a", language: "filter" as const, sent: `${RUN} AND metric.labels.response_code = "500"` },
      { pointer: "/b", language: "filter" as const, sent: RUN },
      { pointer: "/c", language: "promql" as const, sent: 'up{job="a"} / on() up' },
    ];
    expect(labelRequests(places, NOW).map(({ metric }) => metric)).toEqual([
      "run.googleapis.com/request_count",
      "up",
    ]);
  });

  it("are sorted by metric and label", () => {
    const series = (zone: string) => ({
      metric: "m",
      unit: "",
      points: [],
      labels: [
        { key: "zone", of: "resource" as const, value: zone },
        { key: "__name__", of: "" as const, value: "m" },
      ],
    });
    const answer = {
      kind: "series" as const,
      series: [series("b"), series("a"), series("b")],
      unit: "",
      partial: [],
    };
    expect(labelValuesIn([["m", answer]])).toEqual({ m: { "resource.labels.zone": ["a", "b"] } });
  });
});
