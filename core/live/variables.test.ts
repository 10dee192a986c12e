import { describe, expect, it } from "vitest";
import { shippedCatalog } from "../catalog/catalog";
import { droppableTerms, fillFilter } from "./fill-filter";
import { fillPromql } from "./fill-promql";
import { type FilterType, type LiveVariable, liveVariables } from "./variables";

const variable = (
  name: string,
  values: readonly string[],
  filterType: FilterType = "RESOURCE_LABEL",
  labelKey = name,
): LiveVariable => ({ name, values, filterType, labelKey, chosen: true });

const ONE = variable("zone", ["a"]);
const TWO = variable("zone", ["a", 'b"c']);
const NONE = variable("zone", []);
const CPU = 'metric.type = "compute.googleapis.com/instance/cpu/utilization"';
const filter = (rest: string, ...variables: LiveVariable[]) =>
  fillFilter(`${CPU} ${rest}`, variables, shippedCatalog()).text.replace(CPU, "CPU");

describe("the values of dashboard filters", () => {
  const dashboard = {
    dashboardFilters: [
      { filterType: "METRIC_LABEL", labelKey: "code", templateVariable: "code", stringValue: "500" },
      { labelKey: "zone", templateVariable: "zone", stringArrayValue: { values: ["a", "*", ""] } },
      { filterType: "VALUE_ONLY", templateVariable: "window" },
    ],
  };
  it("are the defaults, or what was chosen", () => {
    const values = (chosen?: ReadonlyMap<string, readonly string[]>) =>
      liveVariables(dashboard, chosen).map((one) => one.values);
    expect(values()).toEqual([["500"], ["a"], []]);
    expect(values(new Map([["code", ["404", "200"]]]))).toEqual([["404", "200"], ["a"], []]);
    expect(values(new Map([["code", ["*"]]]))[0]).toEqual([]);
  });
});

describe("variables in filters", () => {
  it.each<readonly [string, LiveVariable, string]>([
    ["${zone}", ONE, 'CPU AND resource.labels."zone" = "a"'],
    ["AND ${zone}", TWO, 'CPU AND resource.labels."zone" = one_of("a", "b\\"c")'],
    ["AND ${zone}", NONE, "CPU"],
    ['(${zone} OR resource.labels.x = "1")', NONE, 'CPU AND (resource.labels.x = "1")'],
    ["NOT ${zone}", NONE, "CPU"],
    ["${zone}", variable("zone", ["a"], "METRIC_LABEL", "z.z"), 'CPU AND metric.labels."z.z" = "a"'],
    ["${zone}", variable("zone", ["g"], "GROUP"), 'CPU AND group.id = "g"'],
    ['resource.labels.zone = "${zone}"', ONE, 'CPU AND resource.labels.zone = "a"'],
    ['resource.labels.zone = "${zone.value}"', NONE, "CPU"],
    ["resource.labels.zone = ${zone.value}", ONE, 'CPU AND resource.labels.zone = "a"'],
    [
      'resource.labels.zone = monitoring.regex.full_match("x-${zone.value}")',
      variable("zone", ["a.b"]),
      'CPU AND resource.labels.zone = monitoring.regex.full_match("x-a\\\\.b")',
    ],
    [
      'resource.labels.zone = monitoring.regex.full_match("${zone.value}")',
      NONE,
      'CPU AND resource.labels.zone = monitoring.regex.full_match(".*")',
    ],
  ])("%s with %j", (rest, one, expected) => {
    expect(filter(rest, one)).toBe(expected);
  });

  it.each<readonly [string, LiveVariable, string]>([
    ["${other}", ONE, "The variable other is not declared."],
    ["${zone}", variable("zone", ["a\nb"]), "line break"],
    ["resource.labels.zone = ", ONE, "syntax error"],
    ["{{zone}}", ONE, "A template fills in part"],
    ['resource.labels.zone = "${zone}"', TWO, "several values"],
  ])("%s cannot be filled in", (rest, one, message) => {
    expect(() => filter(rest, one)).toThrow(message);
  });

  it("a pinned filter applies where the metric has the label and the filter does not name it", () => {
    const pinned = (key: string, type: FilterType = "RESOURCE_LABEL") => variable("", ["a"], type, key);
    expect(filter("", pinned("zone"))).toBe('CPU AND resource.labels."zone" = "a"');
    expect(filter('resource.labels.zone = "b"', pinned("zone"))).toBe('CPU AND resource.labels.zone = "b"');
    expect(filter("", pinned("cluster_name"))).toBe("CPU");
    expect(filter("", pinned("project_id"))).toBe('CPU AND resource.labels."project_id" = "a"');
    expect(filter("", pinned("nothing", "METRIC_LABEL"))).toBe("CPU");
  });

  it("terms that can be left out are those behind the types", () => {
    const text = `${CPU} resource.type = "gce_instance" \${zone} resource.labels.zone != "x" (metric.labels.a = "1" OR metric.labels.b = "2")`;
    const terms = droppableTerms(text);
    expect(terms.map((term) => [term.text, term.object])).toEqual([
      ["${zone}", ""],
      ['resource.labels.zone != "x"', 'resource.labels."zone"'],
      ['(metric.labels.a = "1" OR metric.labels.b = "2")', ""],
    ]);
    expect(fillFilter(text, [ONE], undefined, terms[1]!.node).text).toBe(
      `${CPU} AND resource.type = "gce_instance" AND resource.labels."zone" = "a" AND (metric.labels.a = "1" OR metric.labels.b = "2")`,
    );
  });
});

describe("variables in PromQL", () => {
  const fill = (text: string, ...variables: LiveVariable[]) => fillPromql(text, variables, 300).text;
  it.each<readonly [string, LiveVariable, string]>([
    ['up{${zone},a="1"}', ONE, 'up{zone="a",a="1"}'],
    ['up{${zone},a="1"}', NONE, 'up{a="1"}'],
    ["up{${zone}}", NONE, "up{}"],
    ['up{a="1", ${zone}}', TWO, 'up{a="1",zone=~"a|b\\"c"}'],
    ['up{zone=~"${zone.value}"}', variable("zone", ["a.b", "c"]), 'up{zone=~"a\\\\.b|c"}'],
    ["up{zone=~'x${zone.value}'}", variable("zone", ["it's"]), "up{zone=~'xit\\'s'}"],
    ['up{zone=~"${zone.value}"}', NONE, 'up{zone=~".*"}'],
    ['up{zone="${zone.value}",b="2"}', NONE, 'up{b="2"}'],
    ["rate(up[${__interval}])", ONE, "rate(up[300s])"],
    ['rate(up{a="1"}[${zone}])', variable("zone", ["4w"], "VALUE_ONLY"), 'rate(up{a="1"}[4w])'],
    [
      "up{${zone}}",
      variable("zone", ["x"], "USER_METADATA_LABEL", "k8s/app"),
      'up{metadata_user_k8s_app="x"}',
    ],
    [
      "up{} / down",
      variable("", ["p"], "RESOURCE_LABEL", "project_id"),
      'up{project_id="p"} / down{project_id="p"}',
    ],
    ['up{zone="b"}', variable("", ["a"], "RESOURCE_LABEL", "zone"), 'up{zone="b"}'],
    ["sum by (zone) (up)", variable("", ["a"], "RESOURCE_LABEL", "zone"), 'sum by (zone) (up{zone="a"})'],
  ])("%s with %j", (text, one, expected) => {
    expect(fill(text, one)).toBe(expected);
  });

  it.each<readonly [string, LiveVariable, string]>([
    ["up{${other}}", ONE, "The variable other is not declared."],
    ["rate(up[${zone}])", NONE, "The variable zone has no value."],
    ['up{zone="${zone}"}', TWO, "several values"],
    ["up{zone=`${zone}`}", variable("zone", ["a`b"]), "backquote"],
    ["up{${zone}}", variable("zone", ['a\n"} or down{b="']), "line break"],
  ])("%s cannot be filled in", (text, one, message) => {
    expect(() => fill(text, one)).toThrow(message);
  });

  it("a pinned filter does not apply to a metric that lacks its label", () => {
    const pinned = (key: string) => [variable("", ["a"], "RESOURCE_LABEL", key)];
    const filled = (key: string) =>
      fillPromql("compute_googleapis_com:instance_cpu_utilization / up", pinned(key), 60, shippedCatalog())
        .text;
    expect(filled("zone")).toBe('compute_googleapis_com:instance_cpu_utilization{zone="a"} / up{zone="a"}');
    expect(filled("cluster_name")).toBe(
      'compute_googleapis_com:instance_cpu_utilization / up{cluster_name="a"}',
    );
  });

  it("a value cannot end the string that it is put into", () => {
    const hostile = variable("zone", ['x"} or vector(1) or up{a="']);
    expect(fill("up{${zone}}", hostile)).toBe('up{zone="x\\"} or vector(1) or up{a=\\""}');
    expect(fill('up{zone="${zone}"}', hostile)).toBe('up{zone="x\\"} or vector(1) or up{a=\\""}');
    expect(filter("${zone}", variable("zone", ['x" OR metric.labels.a = "']))).toBe(
      'CPU AND resource.labels."zone" = "x\\" OR metric.labels.a = \\""',
    );
  });
});
