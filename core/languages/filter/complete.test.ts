import { describe, expect, it } from "vitest";
import type { LanguageCompletion, LanguageContext } from "../language";
import { completeFilter } from "./complete";

const context: LanguageContext = {
  variables: [
    { name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" },
    { name: "team", filterType: "USER_METADATA_LABEL", labelKey: "team" },
    { name: "window", filterType: "VALUE_ONLY" },
  ],
};

const run = 'metric.type="run.googleapis.com/request_count"';
const disk = 'metric.type="compute.googleapis.com/instance/disk/read_bytes_count"';

function at(marked: string): { text: string; offset: number; items: readonly LanguageCompletion[] } {
  const offset = marked.indexOf("|");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { text, offset, items: completeFilter(text, offset, context).items };
}

const labels = (marked: string): string[] => at(marked).items.map((item) => item.label);

/** The text after accepting the item with this label, `|` where the caret is. */
function accept(marked: string, label: string): string {
  const { text, items } = at(marked);
  const item = items.find((candidate) => candidate.label === label);
  if (!item) return `no ${label}; there are ${labels(marked).slice(0, 20).join(" ")}`;
  const caret = item.caret ?? item.insertText.length;
  const inserted = `${item.insertText.slice(0, caret)}|${item.insertText.slice(caret)}`;
  return text.slice(0, item.offset) + inserted + text.slice(item.offset + item.length);
}

describe("accepting", () => {
  it.each([
    // An empty string, and words typed into it.
    ["|", "metric.type", 'metric.type="|"'],
    ["  |", "metric.type", '  metric.type="|"'],
    ["|", "select_slo_health", 'select_slo_health("|")'],
    [
      "run latency|",
      "run.googleapis.com/request_latencies",
      'metric.type="run.googleapis.com/request_latencies" resource.type="cloud_run_revision"|',
    ],
    [
      "cpu util|",
      "compute.googleapis.com/instance/cpu/utilization",
      'metric.type="compute.googleapis.com/instance/cpu/utilization" resource.type="gce_instance"|',
    ],
    [
      'resource.type="cloud_run_revision" AND lat|',
      "run.googleapis.com/request_latencies",
      'resource.type="cloud_run_revision" AND metric.type="run.googleapis.com/request_latencies"|',
    ],
    // Objects.
    ["metr|", "metric.type", 'metric.type="|"'],
    ["metr|=", "metric.type", "metric.type|="],
    [`${run} reso|`, "resource.labels", `${run} resource.labels.|`],
    [`${run} |`, 'resource.type="cloud_run_revision"', `${run} resource.type="cloud_run_revision"|`],
    [`${run}|`, 'resource.type="cloud_run_revision"', `${run} resource.type="cloud_run_revision"|`],
    [`${run} |`, "metric.labels.response_code_class", `${run} metric.labels.response_code_class="|"`],
    [`${run} meta|`, "metadata.user_labels", `${run} metadata.user_labels."|"`],
    [`${run} |`, "${zone}", `${run} \${zone}|`],
    [`${run} |`, "AND", `${run} AND |`],
    [`${run} AND (|)`, "resource.labels.location", `${run} AND (resource.labels.location="|")`],
    [`|resource.type="x"`, "metric.type", `metric.type|="x"`],
    [`${run} | resource.type="x"`, "project", `${run} project="|" resource.type="x"`],
    // Label keys.
    [`${run} metric.labels.|`, "response_code", `${run} metric.labels.response_code="|"`],
    [
      `${run} metric.labels.resp|="x"`,
      "response_code_class",
      `${run} metric.labels.response_code_class|="x"`,
    ],
    [`${run} metric.label."res|"`, "response_code", `${run} metric.label.response_code="|"`],
    [`${run} resource.labels.|`, "service_name", `${run} resource.labels.service_name="|"`],
    [
      `resource.type="gce_instance" resource.label.z|`,
      "zone",
      'resource.type="gce_instance" resource.label.zone="|"',
    ],
    [`${run} metadata.system_labels.|`, "region", `${run} metadata.system_labels.region="|"`],
    [`${run} metadata.user_labels."|"`, "team", `${run} metadata.user_labels.team="|"`],
    // Operators.
    ["metric.type |", "=", 'metric.type ="|"'],
    [`${run} metric.labels."response_code"|`, "!=", `${run} metric.labels."response_code"!="|"`],
    [`${run} metric.labels.response_code |`, "=one_of(…)", `${run} metric.labels.response_code =one_of("|")`],
    // Values in quotes, broken and whole.
    [
      'metric.type="run req lat|"',
      "run.googleapis.com/request_latencies",
      'metric.type="run.googleapis.com/request_latencies|"',
    ],
    [
      'metric.type="run lat|',
      "run.googleapis.com/request_latencies",
      'metric.type="run.googleapis.com/request_latencies"|',
    ],
    [
      'metric.type="run lat| resource.type="cloud_run_revision"',
      "run.googleapis.com/request_latencies",
      'metric.type="run.googleapis.com/request_latencies"| resource.type="cloud_run_revision"',
    ],
    [
      'metric.type="run.googleapis.com/req|uest_count"',
      "run.googleapis.com/request_latencies",
      'metric.type="run.googleapis.com/request_latencies|"',
    ],
    [`${run} resource.type="|"`, "cloud_run_revision", `${run} resource.type="cloud_run_revision|"`],
    [`${run} resource.type="|`, "cloud_run_revision", `${run} resource.type="cloud_run_revision"|`],
    [
      'metric.labels.a="x" resource.type="k8s con|"',
      "k8s_container",
      'metric.labels.a="x" resource.type="k8s_container|"',
    ],
    [
      'metric.type="loadbalancing.googleapis.com/https/internal/request_count" metric.labels.cache_result="|"',
      "HIT",
      'metric.type="loadbalancing.googleapis.com/https/internal/request_count" metric.labels.cache_result="HIT"|',
    ],
    [
      `${run} metric.labels.response_code_class="|"`,
      "5xx",
      `${run} metric.labels.response_code_class="5xx"|`,
    ],
    [
      'metric.type="logging.googleapis.com/log_entry_count" metric.labels.severity=one_of("ERROR", "|")',
      "CRITICAL",
      'metric.type="logging.googleapis.com/log_entry_count" metric.labels.severity=one_of("ERROR", "CRITICAL"|)',
    ],
    [`${disk} resource.labels.zone="|"`, "${zone.value}", `${disk} resource.labels.zone="\${zone.value}"|`],
    // Values without quotes.
    ["metric.type=|", "run.googleapis.com/request_count", 'metric.type="run.googleapis.com/request_count"|'],
    [
      "metric.type=run|",
      "run.googleapis.com/request_count",
      'metric.type="run.googleapis.com/request_count"|',
    ],
    [`${disk} resource.labels.zone=|`, "one_of", `${disk} resource.labels.zone=one_of("|")`],
    [`${disk} resource.labels.zone=st|`, "starts_with", `${disk} resource.labels.zone=starts_with("|")`],
    [`${disk} resource.labels.zone=|`, '""', `${disk} resource.labels.zone="|"`],
    // Arguments.
    [
      'metric.type="loadbalancing.googleapis.com/https/internal/request_count" metric.labels.cache_result=one_of("HIT", |)',
      "MISS",
      'metric.type="loadbalancing.googleapis.com/https/internal/request_count" metric.labels.cache_result=one_of("HIT", "MISS"|)',
    ],
    [
      `${disk} resource.labels.zone=has_substring("a", |)`,
      "true",
      `${disk} resource.labels.zone=has_substring("a", true|)`,
    ],
    ['select_slo_burn_rate("x", "|")', "3600s", 'select_slo_burn_rate("x", "3600s"|)'],
    // Variables.
    [`${disk} \${|`, "zone", `${disk} \${zone}|`],
    [`${disk} \${z|}`, "zone", `${disk} \${zone|}`],
    [
      `${disk} resource.labels.zone="a-\${|"`,
      "zone.value",
      `${disk} resource.labels.zone="a-\${zone.value}|"`,
    ],
    // The middle of a broken filter.
    [
      `${run} AND AND metric.labels.| ) OR`,
      "response_code",
      `${run} AND AND metric.labels.response_code="|" ) OR`,
    ],
    [`((${run} metric.labels.response_code= |`, '""', `((${run} metric.labels.response_code= "|"`],
  ])("%s + %s", (marked, label, result) => {
    expect(accept(marked, label)).toBe(result);
  });
});

describe("what is offered", () => {
  it.each([
    ['metric.type="run.googleapis.com/request_count|"', "run.googleapis.com/request_latencies"],
    ['resource.type="gce_instance|"', "cloud_run_revision"],
    [`${run} metric.labels.response_code_class="5xx|"`, "2xx"],
    [`${run} metric.labels.response_code_class="nonsense|"`, "2xx"],
  ])("on a whole value, also others: %s", (marked, other) => {
    const { text, offset, items } = at(marked);
    const item = items.find(({ label }) => label === other);
    expect(item?.filterText).toBe(text.slice(item?.offset, offset));
  });

  it("begins with objects and goes on with metrics in an empty filter", () => {
    const offered = labels("|");
    expect(offered[0]).toBe("metric.type");
    expect(offered).toContain("compute.googleapis.com/instance/cpu/utilization");
    expect(offered).not.toContain("AND");
  });

  it("puts the metric that was searched first", () => {
    expect(labels("run latency|")[0]).toBe("run.googleapis.com/request_latencies");
    expect(labels('metric.type="run latency|"')[0]).toBe("run.googleapis.com/request_latencies");
  });

  it("offers no second metric and no second resource type", () => {
    const offered = labels(`${run} resource.type="cloud_run_revision" |`);
    expect(offered).not.toContain("metric.type");
    expect(offered).not.toContain("resource.type");
    expect(offered.some((label) => label.startsWith("run.googleapis.com"))).toBe(false);
  });

  it("puts resource types that fit the metric first, and metrics of the given resource", () => {
    expect(labels(`${run} resource.type="|"`)[0]).toBe("cloud_run_revision");
    expect(labels('resource.type="cloud_run_revision" metric.type="|"')[0]).toMatch(
      /^run\.googleapis\.com\//,
    );
  });

  it("leaves out values that one_of has already, and value-only variables as terms", () => {
    const cache =
      'metric.type="loadbalancing.googleapis.com/https/internal/request_count" metric.labels.cache_result';
    expect(labels(`${cache}=one_of("HIT", "|")`)).not.toContain("HIT");
    expect(labels(`${run} |`)).not.toContain("${window}");
  });

  it("is limited, asks for more typing, and keeps what an editor filters again", () => {
    const { items, incomplete } = completeFilter("cpu", 3, context);
    expect(items.length).toBeLessThanOrEqual(200);
    expect(incomplete).toBe(true);
    expect(items.every((item) => item.filterText === "cpu")).toBe(true);
    expect([...items].sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1))).toEqual(items);
  });

  it("offers nothing right behind a closed quote's content that cannot go on", () => {
    expect(labels("{{pla|ce}}")).toEqual([]);
  });
});
