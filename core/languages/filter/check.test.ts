import { describe, expect, it } from "vitest";
import type { LanguageContext } from "../language";
import { checkFilter } from "./check";

const context: LanguageContext = {
  variables: [
    { name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" },
    { name: "cluster_name", filterType: "RESOURCE_LABEL", labelKey: "cluster_name" },
    { name: "code", filterType: "METRIC_LABEL", labelKey: "response_code" },
    { name: "window", filterType: "VALUE_ONLY" },
  ],
};

const found = (text: string): string[] =>
  checkFilter(text, context).map((finding) => `${finding.severity} ${finding.code}`);

/** A metric and its resource; clauses are added behind it. */
const disk =
  'metric.type="compute.googleapis.com/instance/disk/read_bytes_count" resource.type="gce_instance"';
const slo = "projects/shop/services/checkout/serviceLevelObjectives/fast";
const pod = 'metric.type="kubernetes.io/container/uptime" resource.type="k8s_container"';
const many = (count: number): string => Array.from({ length: count }, (_, i) => `"z${i}"`).join(",");

const syntax = "error filter-syntax";

/**
 * Accepted, doubtful and refused filters. A filter is refused (error) only where a document, a schema, quoted code
 * or a recorded answer says so; what is inferred is a warning. The comments give the decision where it was open.
 */
const cases: readonly (readonly [number, string, ...string[]])[] = [
  [1, 'metric.type="compute.googleapis.com/instance/disk/read_bytes_count"'],
  [2, disk],
  [
    3,
    'resource.type = "gce_instance" AND metric.type = "compute.googleapis.com/instance/disk/read_bytes_count"',
  ],
  [4, `${disk} resource.label."zone"!=starts_with("europe")`],
  [5, `${disk} metric.label."device_name"="boot"`],
  [6, `${disk} metric.labels.device_name="boot"`],
  [7, `${disk} metric.labels."device_name"="boot"`],
  [8, `${disk} metric.label.device_name="boot"`],
  [9, `${disk} metadata.user_labels."team"="web"`],
  [10, `${disk} metadata.system_labels."state"="RUNNING"`],
  [11, `${disk} metadata.system_labels.name=monitoring.regex.full_match("web-.*")`],
  [12, `${disk} resource.label."zone"=one_of("europe-a","europe-b")`],
  [13, `${disk} resource.label."zone"!=one_of("europe-a")`],
  [14, `${disk} resource.label."zone"=one_of()`, "error filter-arguments"],
  // At most 100 is quoted from the documentation twice: refused.
  [15, `${disk} resource.label."zone"=one_of(${many(101)})`, "error filter-arguments"],
  [16, `${disk} resource.label."zone"=has_substring("europe", true)`],
  [17, `${disk} resource.label."zone"=has_substring("europe","x","y")`, "error filter-arguments"],
  [18, `${disk} resource.label."zone"=ends_with("-a")`],
  [19, `${disk} resource.label."zone"=~"europe.*"`, syntax],
  [20, `${disk} resource.label."zone"!~"europe.*"`, syntax],
  [21, `${disk} resource.label."zone"=="europe-a"`, syntax],
  [22, 'metric.type=starts_with("compute.googleapis.com/")', "error filter-metric-type"],
  [23, disk.replace("metric.type=", "metric.type!="), "error filter-metric-type"],
  [24, 'resource.type="gce_instance"', "error filter-metric-type"],
  [25, 'metric.type="shop/orders" metric.type="shop/returns"', "error filter-repeated"],
  [26, 'metric.type="shop/orders" OR metric.type="shop/returns"', "error filter-repeated"],
  [
    27,
    '(metric.type="serviceruntime.googleapis.com/api/request_count") AND (resource.type="consumed_api" AND (resource.labels.method="List" OR resource.labels.method="Get"))',
  ],
  [28, `${disk} AND resource.labels.zone="a" OR resource.labels.zone="b"`, "warning filter-mixed-or"],
  // The rule is documented for groups and selectors of 2018 only, and precedence is unverified: doubtful.
  [29, `${disk} OR metric.labels.device_name="boot"`, "warning filter-or-across"],
  [30, `${disk} NOT resource.labels.zone="a"`, "warning filter-not"],
  // That lower case is refused is inferred from sister languages: doubtful.
  [31, `${disk} and resource.labels.zone="a"`, "warning filter-doubtful-syntax"],
  [32, `${disk} && resource.labels.zone="a"`, syntax],
  [33, `${disk} AND`, syntax],
  [34, 'AND metric.type="shop/orders"', syntax],
  [35, '(metric.type="shop/orders"', syntax],
  [36, "()", syntax],
  [37, "", "error filter-empty"],
  [38, `${disk} jsonPayload.user="y"`, "error filter-unknown-object"],
  [39, `${disk} severity>=WARNING`, "error filter-unknown-object"],
  [40, `${disk} resource.zone="a"`, "error filter-unknown-object"],
  [41, `${disk} metric.labels="a"`, "error filter-unknown-object"],
  [42, `${disk} metric.name="a"`, "error filter-unknown-object"],
  // Never seen, never documented as refused: doubtful.
  [43, `${disk} resource.labels.zone='a'`, "warning filter-doubtful-syntax"],
  [44, `${disk} resource.labels.zone=europe-a`, "warning filter-unquoted-value"],
  [45, `${disk} resource.labels.zone=`, syntax],
  [46, `${disk} "europe-a"=resource.labels.zone`, syntax],
  [
    47,
    `metric.type = "appengine.googleapis.com/http/server/response_count" resource.type="gae_app" metric.label."response_code">="500" metric.label."response_code"<="599"`,
  ],
  [
    48,
    'metric.type="run.googleapis.com/request_latencies" resource.type="gce_instance"',
    "warning filter-metric-resource",
  ],
  [
    49,
    'metric.type="run.googleapis.com/request_latencis" resource.type="cloud_run_revision"',
    "warning filter-unknown-metric",
  ],
  [50, `${disk} metric.labels.nope="a"`, "warning filter-unknown-label"],
  [51, `${disk} resource.labels.database_id="a"`, "warning filter-unknown-label"],
  [52, 'metric.type="custom.googleapis.com/shop/orders" resource.type="global"'],
  [53, 'metric.type="logging.googleapis.com/user/failed-logins" resource.type="k8s_container"'],
  [54, 'metric.type="workload.googleapis.com/mysql.threads" resource.type="gce_instance"'],
  [55, 'metric.type="prometheus.googleapis.com/orders_total/counter" resource.type="prometheus_target"'],
  [
    56,
    'metric.type="prometheus.googleapis.com/orders_total" resource.type="prometheus_target"',
    "warning filter-prometheus-suffix",
  ],
  [57, 'metric.type="external.googleapis.com/prometheus/orders" resource.type="k8s_container"'],
  [58, 'project="p1" OR project="p2" metric.type="shop/orders"', "warning filter-mixed-or"],
  [59, 'project="projects/p1" metric.type="shop/orders"', "warning filter-project"],
  [60, 'group.id="1234" metric.type="shop/orders"'],
  [61, 'group="1234" metric.type="shop/orders"', "error filter-unknown-object"],
  [62, `${pod} \${cluster_name} \${zone}`],
  [63, `${pod} \${cluster}`, "warning filter-unknown-variable"],
  [64, `${disk} resource.labels.zone="\${zone.value}"`],
  // What a variable becomes is inferred from samples: doubtful.
  [65, `${disk} resource.labels.zone=\${zone}`, "warning filter-variable-use"],
  [66, `${disk} \${}`, syntax],
  [67, `${disk} \${zone`, syntax],
  [68, `select_slo_burn_rate("${slo}", "3600s")`],
  [69, `select_slo_burn_rate("${slo}")`, "error filter-arguments"],
  [70, `select_slo_burn_rate("${slo}", 3600)`, "error filter-arguments"],
  // The units are documented: refused.
  [71, `select_slo_burn_rate("${slo}", "1d")`, "error filter-arguments"],
  [72, `select_slo_health("${slo}")`],
  [73, 'select_slo_health("my-slo")', "warning filter-selector"],
  [74, `select_slo_health("${slo}") metric.type="shop/orders"`, "warning filter-selector"],
  [75, `select_slo_foo("${slo}")`, "error filter-unknown-function"],
  [76, 'select_process_count("*") resource.type="gce_instance"'],
  [77, 'select_process_count() resource.type="gce_instance"', "error filter-arguments"],
  [78, `${disk} resource.label."zone"=monitoring.regex.full_match("europe-(a")`, "warning filter-regex"],
  [79, `${disk} resource.label."zone"=monitoring.regex.full_match("(?!us).*")`, "warning filter-regex"],
  [80, `${disk} resource.label."zone"=regex.full_match("a")`, "error filter-unknown-function"],
  [81, `${disk} resource.label."zone"=Starts_With("a")`, "error filter-unknown-function"],
  // An unquoted argument is only known from prose: doubtful.
  [82, `${disk} resource.label."zone"=starts_with(europe)`, "warning filter-unquoted-value"],
  [83, disk.replace(" ", "\n\t\n")],
  [
    84,
    `${disk} resource.label."zone"=monitoring.regex.full_match("${"a".repeat(2049 - disk.length - 53)}")`,
    "warning filter-length",
  ],
  [
    85,
    'resource.type = starts_with("gce_") AND resource.label:id',
    "error filter-metric-type",
    "information filter-has-operator",
  ],
  [
    86,
    'metric.type="shop/orders" resource.type="k8s_container" AND (metadata.system_labels.top_level_controller_name="cart" AND metadata.system_labels.top_level_controller_type="Deployment")',
  ],
  // Accepted as far as is known; the space is style.
  [87, `${disk}resource.labels.zone="a"`, "hint filter-missing-space"],
  [88, 'metric.type=\\"shop/orders\\"', syntax],
  [
    89,
    'resource.metadata.name=has_substring("x") metric.type="shop/orders"',
    "warning filter-legacy-metadata",
  ],
  // An alert policy would have to name the resource type; a chart need not.
  [90, 'metric.type="compute.googleapis.com/instance/cpu/utilization"'],
  [91, `${disk} resource.labels..zone="a"`, syntax],
  [92, `${disk} resource.label.."zone"="a"`, syntax],
  [93, `${disk} metric..labels.device_name="a"`, syntax],
  [94, `${disk} metric.labels.device_name="a..b" resource.label."zone"=one_of("..")`],
];

describe("accepted, doubtful and refused filters", () => {
  it.each(cases.map(([number, text, ...expected]) => ({ number, text, expected })))(
    "$number: $text",
    ({ text, expected }) => {
      expect(found(text)).toEqual(expected);
    },
  );

  it("covers every case once", () => {
    expect(cases.map(([number]) => number)).toEqual(Array.from({ length: 94 }, (_, i) => i + 1));
  });
});

/** Applies the first fix of the first finding that has one. */
function fixed(text: string): string {
  const fix = checkFilter(text, context).find((finding) => finding.fixes)?.fixes?.[0];
  if (!fix) return "no fix";
  return text.slice(0, fix.offset) + fix.text + text.slice(fix.offset + fix.length);
}

describe("fixes", () => {
  const metric = 'metric.type="shop/orders" ';
  it.each([
    ['metric.labels.a=~"x.*"', 'metric.labels.a=monitoring.regex.full_match("x.*")'],
    ['metric.labels.a !~ "x.*"', 'metric.labels.a !=monitoring.regex.full_match("x.*")'],
    ['metric.labels.a!=~"x"', 'metric.labels.a!=monitoring.regex.full_match("x")'],
    ['metric.labels.a=="x"', 'metric.labels.a="x"'],
    ['metric.labels..a="x"', 'metric.labels.a="x"'],
    ['metric.labels..."a"="x"', 'metric.labels."a"="x"'],
    ['metric.labels.a<>"x"', 'metric.labels.a!="x"'],
    ["metric.labels.a=us-b", 'metric.labels.a="us-b"'],
    ["metric.labels.a='x'", 'metric.labels.a="x"'],
    ["metric.labels.a='say \"x\"'", 'metric.labels.a="say \\"x\\""'],
    ['metric.labels.a="x', 'metric.labels.a="x"'],
    ['metric.labels.a=one_of("x","y"', 'metric.labels.a=one_of("x","y")'],
    ['metric.labels.a=one_of("x" "y")', 'metric.labels.a=one_of("x", "y")'],
    ['(metric.labels.a="x"', '(metric.labels.a="x")'],
    ['metric.labels.a="x")', 'metric.labels.a="x"'],
    ['and metric.labels.a="x"', 'AND metric.labels.a="x"'],
    ['&& metric.labels.a="x"', 'AND metric.labels.a="x"'],
    ['metric.labels.a="x" AND', 'metric.labels.a="x"'],
    ['NOT metric.labels.a="x"', 'metric.labels.a!="x"'],
    ['metric.labels.a=("x" OR "y")', 'metric.labels.a=one_of("x", "y")'],
    ['"x"=metric.labels.a', 'metric.labels.a="x"'],
    ['metric.lable.a="x"', 'metric.labels.a="x"'],
    ['resources.label.a="x"', 'resource.labels.a="x"'],
    ['resource.zone="x"', 'resource.labels.zone="x"'],
    ['metadata.user_label.a="x"', 'metadata.user_labels.a="x"'],
    ['metadata.user_labels.a-b="x"', 'metadata.user_labels."a-b"="x"'],
    ['group="12"', 'group.id="12"'],
    ["resource.labels.zone=${zone}", 'resource.labels.zone="${zone.value}"'],
    ["${cluster_nam}", "${cluster_name}"],
    ["$zone", "${zone}"],
    ["${zone", "${zone}"],
    ['metric.labels.a=regex.full_match("x")', 'metric.labels.a=monitoring.regex.full_match("x")'],
    ['metric.labels.a=Starts_with("x")', 'metric.labels.a=starts_with("x")'],
    [
      'metric.labels.a=monitoring.regex.full_match("x\\.y")',
      'metric.labels.a=monitoring.regex.full_match("x\\\\.y")',
    ],
    ['project="projects/p"', 'project="p"'],
    ['resource.type="gce_instanse"', 'resource.type="gce_instance"'],
  ])("%s → %s", (clause, result) => {
    expect(fixed(metric + clause)).toBe(metric + result);
  });

  it.each([
    ['metrics.type="shop/orders"', 'metric.type="shop/orders"'],
    ['metric_type="shop/orders"', 'metric.type="shop/orders"'],
    ['metric.type=\\"shop/orders\\"', 'metric.type="shop/orders"'],
    ['metric.type="run.googleapis.com/request_cout"', 'metric.type="run.googleapis.com/request_count"'],
    ['metric.type!="shop/orders"', 'metric.type="shop/orders"'],
    [`${disk} resource.labels.device_name="boot"`, `${disk} metric.labels.device_name="boot"`],
    [`${disk} metric.labels.devicename="boot"`, `${disk} metric.labels.device_name="boot"`],
    [`select_slo_burn_rate("${slo}", 3600s)`, `select_slo_burn_rate("${slo}", "3600s")`],
    [`select_slo_burn_rate("${slo}", "2d")`, `select_slo_burn_rate("${slo}", "48h")`],
    [`select_slo_burnrate("${slo}", "1h")`, `select_slo_burn_rate("${slo}", "1h")`],
    [
      `${disk} AND resource.labels.zone="a" OR resource.labels.zone="b"`,
      `${disk} AND (resource.labels.zone="a" OR resource.labels.zone="b")`,
    ],
  ])("%s → %s", (text, result) => {
    expect(fixed(text)).toBe(result);
  });
});

it.each(["__proto__", "constructor", '__proto__="a"', "metric.type=toString(", "${__proto__}"])(
  "takes %s for a name like any other",
  (text) => {
    expect(checkFilter(text, context).length).toBeGreaterThan(0);
  },
);

describe("messages", () => {
  const message = (text: string): string => checkFilter(text, context)[0]!.message;

  it("begin with the service's words and go on with what to do", () => {
    expect(message('metric.type="shop/orders"\nmetric.labels.a=~"x"')).toMatch(
      /syntax error at line 2, column 16, token '=~'\. To match a regular expression, use a function/,
    );
    expect(message('metric.type="shop/orders" jsonPayload.a="x"')).toMatch(
      /^The lefthand side of each expression must be prefixed with one of \{group, metadata, metric, project, resource\}\. /,
    );
    expect(message('metric.type="run.googleapis.com/request_cout"')).toBe(
      'Cannot find metric(s) that match type = "run.googleapis.com/request_cout". Did you mean "run.googleapis.com/request_count"?',
    );
  });
});

describe("what must stay quiet", () => {
  it.each([
    'metric.type="run.googleapis.com/quota/instances/usage" resource.type="consumer_quota"',
    'metric.type="agent.googleapis.com/made/up"',
    'metric.type="kubernetes.io/anthos/made_up" resource.type="k8s_container"',
    'metric.type="brand-new.googleapis.com/thing"',
    'project = {{project}} metric.type="shop/orders" {{more}}',
    "{{filter}}",
    'metric.type="custom.googleapis.com/a" metric.labels.path="/api/*" metric.labels.b="a (b)" metric.labels.c="1.5" metric.labels.d="a.b.c"',
    'metric.type="run.googleapis.com/request_count" metric.labels.response_code>=500 (resource.labels.location="a" OR resource.labels.location="b")',
    `${disk} resource.labels.project_id="p"`,
    `${disk} metric.labels.device_name=one_of("a")  (resource.labels.zone="a" OR resource.labels.zone="b")`,
  ])("%s", (text) => {
    expect(
      checkFilter(text, context).filter((f) => f.severity === "error" || f.severity === "warning"),
    ).toEqual([]);
  });
});
