import { describe, expect, it } from "vitest";
import type { LanguageContext } from "../language";
import { checkFilter } from "./check";

/** One mistake is one finding with one fix. */

const context: LanguageContext = {
  variables: [
    { name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" },
    { name: "window", filterType: "VALUE_ONLY" },
  ],
};
const metric = 'metric.type="compute.googleapis.com/instance/cpu/utilization"';
const slo = "projects/shop/services/checkout/serviceLevelObjectives/fast";

/** Findings but hints, and the text after the first fix. */
function look(text: string): { found: string[]; fixed: string | undefined; left: string[] } {
  const serious = (filter: string) => checkFilter(filter, context).filter((f) => f.severity !== "hint");
  const findings = serious(text);
  const fix = findings.find((finding) => finding.fixes)?.fixes?.[0];
  const fixed = fix && text.slice(0, fix.offset) + fix.text + text.slice(fix.offset + fix.length);
  const name = (f: { severity: string; code: string }) => `${f.severity} ${f.code}`;
  return { found: findings.map(name), fixed, left: fixed ? serious(fixed).map(name) : [] };
}

const syntax = "error filter-syntax";
const object = "error filter-unknown-object";

describe("one mistake behind a metric", () => {
  it.each([
    // Operators of other languages, and slips.
    ['resource.labels.zone= ="a"', syntax, 'resource.labels.zone="a"'],
    ['resource.labels.zone=!"a"', syntax, 'resource.labels.zone!="a"'],
    ['resource.labels.zone ! = "a"', syntax, 'resource.labels.zone != "a"'],
    ['resource.labels.zone=>"a"', syntax, 'resource.labels.zone>="a"'],
    ['resource.labels.zone==="a"', syntax, 'resource.labels.zone="a"'],
    ['resource.labels.zone is "a"', syntax, 'resource.labels.zone = "a"'],
    ['resource.labels.zone in ("a","b")', syntax, 'resource.labels.zone =one_of("a", "b")'],
    ['resource.labels.zone NOT IN ("a","b")', syntax, 'resource.labels.zone !=one_of("a", "b")'],
    ['resource.labels.zone contains "a"', syntax, 'resource.labels.zone =has_substring("a")'],
    [
      'resource.labels.zone matches "a.*"',
      syntax,
      'resource.labels.zone =monitoring.regex.full_match("a.*")',
    ],
    ['resource.labels.zone LIKE "a%"', syntax, undefined],
    // Values.
    [
      'resource.labels.zone=("a","b")',
      "warning filter-doubtful-syntax",
      'resource.labels.zone=one_of("a", "b")',
    ],
    ['resource.labels.zone=["a","b"]', syntax, 'resource.labels.zone=one_of("a", "b")'],
    ['resource.labels.zone="a","b"', syntax, 'resource.labels.zone=one_of("a", "b")'],
    ['resource.labels.zone="a" OR "b"', syntax, 'resource.labels.zone=one_of("a", "b")'],
    ['resource.labels.zone=a"', syntax, 'resource.labels.zone="a"'],
    ["resource.labels.zone=“a”", syntax, 'resource.labels.zone="a"'],
    ["resource.labels.zone=a@b", syntax, 'resource.labels.zone="a@b"'],
    ["resource.labels.zone=<YOUR_ZONE>", "information filter-placeholder", undefined],
    ['resource.labels.zone="us-*"', "information filter-pattern", 'resource.labels.zone=starts_with("us-")'],
    ['resource.labels.zone!="*-a"', "information filter-pattern", 'resource.labels.zone!=ends_with("-a")'],
    [
      'resource.labels.zone="*east*"',
      "information filter-pattern",
      'resource.labels.zone=has_substring("east")',
    ],
    [
      'resource.labels.zone="^us-.*$"',
      "information filter-pattern",
      'resource.labels.zone=monitoring.regex.full_match("us-.*")',
    ],
    [
      'metric.labels.instance_name="web|api"',
      "information filter-pattern",
      'metric.labels.instance_name=monitoring.regex.full_match("web|api")',
    ],
    // Arguments.
    ['resource.labels.zone=one_of(["a","b"])', syntax, 'resource.labels.zone=one_of("a","b")'],
    ['resource.labels.zone=one_of("a" OR "b")', syntax, 'resource.labels.zone=one_of("a", "b")'],
    [
      'resource.labels.zone=has_substring("a",ignore_case=true)',
      syntax,
      'resource.labels.zone=has_substring("a",true)',
    ],
    [
      "resource.labels.zone=monitoring.regex.full_match(a.*)",
      syntax,
      'resource.labels.zone=monitoring.regex.full_match("a.*")',
    ],
    [
      'resource.labels.zone=contains("a")',
      "error filter-unknown-function",
      'resource.labels.zone=has_substring("a")',
    ],
    ['resource.labels.zone=one_of"a","b")', syntax, 'resource.labels.zone=one_of("a","b")'],
    ['resource.labels.zone=starts_with "a"', syntax, 'resource.labels.zone=starts_with("a")'],
    // Names.
    ['resource."zone"="a"', object, 'resource.labels."zone"="a"'],
    ['resource. labels.zone="a"', syntax, 'resource.labels.zone="a"'],
    ['resource.labels .zone="a"', syntax, 'resource.labels.zone="a"'],
    ['resource.labels["zone"]="a"', syntax, 'resource.labels.zone="a"'],
    ['"resource.labels.zone"="a"', syntax, 'resource.labels.zone="a"'],
    ['resource..labels.zone="a"', "error filter-syntax", 'resource.labels.zone="a"'],
    ['resource.label_zone="a"', object, 'resource.labels.zone="a"'],
    ['labels.zone="a"', object, 'resource.labels.zone="a"'],
    ['zone="a"', object, 'resource.labels.zone="a"'],
    ['instance_name="a"', object, 'metric.labels.instance_name="a"'],
    ['type="gce_instance"', object, 'resource.type="gce_instance"'],
    ['resourceType="gce_instance"', object, 'resource.type="gce_instance"'],
    ['user_labels.team="a"', object, 'metadata.user_labels.team="a"'],
    ['metadata.labels.team="a"', object, 'metadata.user_labels.team="a"'],
    ['project.id="a"', object, 'project="a"'],
    ['project_id="a"', object, 'project="a"'],
    // Variables.
    ["$zone", syntax, "${zone}"],
    ["{zone}", syntax, "${zone}"],
    ["${ zone }", "warning filter-doubtful-syntax", "${zone}"],
    [
      'resource.labels.zone="${zone.values}"',
      "warning filter-unknown-variable",
      'resource.labels.zone="${zone.value}"',
    ],
    // What joins.
    ['& resource.labels.zone="a"', syntax, 'AND resource.labels.zone="a"'],
  ] as const)("%s", (clause, code, clauseAfter) => {
    const { found, fixed, left } = look(`${metric} ${clause}`);
    expect(found).toEqual([code]);
    expect(fixed).toBe(clauseAfter && `${metric} ${clauseAfter}`);
    expect(left).toEqual([]);
  });
});

describe("one mistake in the whole", () => {
  it.each([
    [`AND ${metric}`, metric],
    [`${metric}, resource.type="gce_instance"`, `${metric} resource.type="gce_instance"`],
    [`${metric}; resource.type="gce_instance"`, `${metric} resource.type="gce_instance"`],
    [`${metric} (AND resource.labels.zone="a")`, `${metric} (resource.labels.zone="a")`],
    [`${metric} # only production\nresource.labels.zone="a"`, `${metric}\nresource.labels.zone="a"`],
    [`${metric} -- only production`, metric],
    [
      `resource.type="k8s_pod" ${metric.slice(0, 12)}custom.googleapis.com/a"`,
      'resource.type="k8s_pod" metric.type="custom.googleapis.com/a"',
    ],
    [
      `${metric} resource.type="gce_instance" AND resource.type="gce_instance"`,
      `${metric} resource.type="gce_instance"`,
    ],
    [`select_slo_burn_rate("${slo}", 3600)`, `select_slo_burn_rate("${slo}", "3600s")`],
    [`select_slo_burn_rate("${slo}", "3600")`, `select_slo_burn_rate("${slo}", "3600s")`],
    [`select_slo_burn_rate("${slo}", "1w")`, `select_slo_burn_rate("${slo}", "168h")`],
    [
      'metric.type=\\"custom.googleapis.com/a\\" metric.label.\\"b\\"=one_of(\\"c\\")',
      'metric.type="custom.googleapis.com/a" metric.label."b"=one_of("c")',
    ],
    ['metric.type="prometheus.googleapis.com/a/couner"', 'metric.type="prometheus.googleapis.com/a/counter"'],
  ])("%s", (text, fixed) => {
    const got = look(text);
    expect(got.found).toHaveLength(1);
    expect(got).toMatchObject({ fixed, left: [] });
  });

  it("closes a string and what is around it", () => {
    expect(look(`${metric} resource.labels.zone=one_of("a`)).toMatchObject({
      fixed: `${metric} resource.labels.zone=one_of("a")`,
      left: [],
    });
  });

  it("keeps the second of two equal clauses that OR joins", () => {
    const text = `${metric} resource.labels.zone="a" OR ${metric}`;
    expect(look(text).fixed).not.toBe(`${metric} resource.labels.zone="a" OR`);
  });

  it.each([
    ["fetch gce_instance::compute.googleapis.com/instance/cpu/utilization", /MQL/],
    ['sum(rate(http_requests_total{job="a"}[5m]))', /PromQL/],
    ["up[5m]", /PromQL/],
    ["SELECT a FROM b", /SQL/],
  ])("names the language of %s", (text, message) => {
    const findings = checkFilter(text, context);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ code: "filter-syntax", message: expect.stringMatching(message) });
  });

  it("tells where fields of log entries belong", () => {
    expect(checkFilter(`${metric} severity>="ERROR"`, context)[0]!.message).toMatch(/log-based metric/);
  });
});
