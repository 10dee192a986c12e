import { describe, expect, test } from "vitest";
import { promql } from ".";

const context = {
  variables: [
    { name: "cluster", filterType: "RESOURCE_LABEL", labelKey: "cluster_name" },
    { name: "lookback", filterType: "VALUE_ONLY" },
  ],
};

/** Takes the `|` out of a text. */
function caret(source: string): { text: string; offset: number } {
  const offset = source.indexOf("|");
  return { text: source.slice(0, offset) + source.slice(offset + 1), offset };
}

function complete(source: string) {
  const { text, offset } = caret(source);
  return promql.complete!(text, offset, context).items;
}

/** The text after accepting the item called `label`, with `|` where the caret is. */
function accept(source: string, label: string): string | undefined {
  const { text } = caret(source);
  const item = complete(source).find((candidate) => candidate.label === label);
  if (!item) return undefined;
  const at = item.caret ?? item.insertText.length;
  const inserted = `${item.insertText.slice(0, at)}|${item.insertText.slice(at)}`;
  return text.slice(0, item.offset) + inserted + text.slice(item.offset + item.length);
}

describe("accepting", () => {
  test.each([
    ["|", "rate", "rate(|)"],
    ["ra|", "rate", "rate(|)"],
    ["ra|(up)", "rate", "rate|(up)"],
    ["sum(ra|)", "rate", "sum(rate(|))"],
    ["|", "topk", "topk(5, |)"],
    ["|", "histogram_quantile", "histogram_quantile(0.95, |)"],
    ["|", "time", "time()|"],
    [
      "cpu util|",
      "compute_googleapis_com:instance_cpu_utilization",
      "compute_googleapis_com:instance_cpu_utilization|",
    ],
    // Words find metrics anywhere an expression can stand, and keep what is before them.
    [
      "rate(run req|)",
      "run_googleapis_com:request_count",
      "rate(run_googleapis_com:request_count|[${__interval}])",
    ],
    ["up / run req|", "run_googleapis_com:request_count", "up / run_googleapis_com:request_count|"],
    ["up an|", "and", "up and |"],
    // A brace that is not closed is closed with the label.
    [
      "rate(run_googleapis_com:request_count{|[5m])",
      "service_name",
      'rate(run_googleapis_com:request_count{service_name="|"}[5m])',
    ],
    [
      "run_googleapis_com:request_count{serv|",
      "service_name",
      'run_googleapis_com:request_count{service_name="|"}',
    ],
    // Values that HTTP gives a meaning.
    [
      'run_googleapis_com:request_count{response_code="|"}',
      "404",
      'run_googleapis_com:request_count{response_code="404"|}',
    ],
    // A whole value gives way to another one.
    [
      'run_googleapis_com:request_count{response_code="200|"}',
      "404",
      'run_googleapis_com:request_count{response_code="404"|}',
    ],
    ["rate(up[5m|])", "1h", "rate(up[1h|])"],
    [
      "cpu_util|",
      "compute_googleapis_com:instance_cpu_utilization",
      "compute_googleapis_com:instance_cpu_utilization|",
    ],
    [
      "rate(run_req|)",
      "run_googleapis_com:request_count",
      "rate(run_googleapis_com:request_count|[${__interval}])",
    ],
    ["rate(run_req|[5m])", "run_googleapis_com:request_count", "rate(run_googleapis_com:request_count|[5m])"],
    [
      "rate(run_lat|)",
      "run_googleapis_com:request_latencies_bucket",
      "rate(run_googleapis_com:request_latencies_bucket|[${__interval}])",
    ],
    ["rate(run_lat|)", "run_googleapis_com:request_latencies", undefined],
    [
      '{"run lat|"}',
      "run.googleapis.com/request_latencies_count",
      '{"run.googleapis.com/request_latencies_count|"}',
    ],
    [
      '{__name__="cpu util|"}',
      "compute.googleapis.com/instance/cpu/utilization",
      '{__name__="compute.googleapis.com/instance/cpu/utilization"|}',
    ],
    [
      "run_googleapis_com:request_count{|}",
      "response_code_class",
      'run_googleapis_com:request_count{response_code_class="|"}',
    ],
    [
      "run_googleapis_com:request_count{|}",
      "service_name",
      'run_googleapis_com:request_count{service_name="|"}',
    ],
    [
      "run_googleapis_com:request_count{|}",
      "monitored_resource",
      'run_googleapis_com:request_count{monitored_resource="|"}',
    ],
    ["run_googleapis_com:request_count{|}", "${cluster}", "run_googleapis_com:request_count{${cluster}|}"],
    ["run_googleapis_com:request_count{|}", "${lookback}", undefined],
    [
      'run_googleapis_com:request_count{service_name="a", resp|}',
      "response_code",
      'run_googleapis_com:request_count{service_name="a", response_code="|"}',
    ],
    [
      'run_googleapis_com:request_count{resp|="200"}',
      "response_code",
      'run_googleapis_com:request_count{response_code|="200"}',
    ],
    ['run_googleapis_com:request_count{service_name="a", |}', "service_name", undefined],
    [
      "run_googleapis_com:request_count{service_name|}",
      "service_name",
      'run_googleapis_com:request_count{service_name="|"}',
    ],
    [
      "run_googleapis_com:request_count{service_name |}",
      "=~",
      'run_googleapis_com:request_count{service_name =~"|"}',
    ],
    [
      'run_googleapis_com:request_count{monitored_resource="|"}',
      "cloud_run_revision",
      'run_googleapis_com:request_count{monitored_resource="cloud_run_revision"|}',
    ],
    [
      "run_googleapis_com:request_count{monitored_resource=|}",
      "cloud_run_revision",
      'run_googleapis_com:request_count{monitored_resource="cloud_run_revision"|}',
    ],
    ['up{cluster_name="|"}', "${cluster.value}", 'up{cluster_name="${cluster.value}"|}'],
    ['up{cluster_name="${|"}', "cluster.value", 'up{cluster_name="${cluster.value}|"}'],
    ['up{cluster_name="${clu|}"}', "cluster.value", 'up{cluster_name="${cluster.value|}"}'],
    ["up{${|}", "cluster", "up{${cluster|}"],
    ['up{job="a", ${|', "cluster", 'up{job="a", ${cluster}|'],
    ["rate(up[|])", "${__interval}", "rate(up[${__interval}|])"],
    ["rate(up[|])", "${lookback}", "rate(up[${lookback}|])"],
    ["rate(up[5|])", "5m", "rate(up[5m|])"],
    ["rate(up[${|])", "__interval", "rate(up[${__interval}|])"],
    ["up offset |", "1d", "up offset 1d|"],
    [
      "sum by (|) (run_googleapis_com:request_count)",
      "service_name",
      "sum by (service_name|) (run_googleapis_com:request_count)",
    ],
    [
      "sum by (le, |) (run_googleapis_com:request_count)",
      "location",
      "sum by (le, location|) (run_googleapis_com:request_count)",
    ],
    [
      'sum by ("|") (run_googleapis_com:request_count)',
      "location",
      'sum by ("location|") (run_googleapis_com:request_count)',
    ],
    ["sum(up) |", "by", "sum(up) by (|)"],
    ["up |", "offset", "up offset |"],
    ["up o|", "or", "up or |"],
    ["up / |", "on", "up / on|"],
    ["up / on (job) |", "sum", "up / on (job) sum(|)"],
    ["up |", "rate", undefined],
    ["sum by (a) |", "rate", undefined],
    ["up{} + # rate of |", "rate", undefined],
    ['label_replace(up, "|")', "rate", undefined],
  ])("%s: %s", (source, label, expected) => {
    expect(accept(source, label)).toBe(expected);
  });

  test("closed values of a label come first", () => {
    const items = complete('loadbalancing_googleapis_com:https_request_count{cache_result="|"}');
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(["HIT", "MISS"]));
  });

  test("a metric's label that a resource has, too, is set apart", () => {
    const labels = complete("compute_googleapis_com:instance_cpu_utilization{|}").map(({ label }) => label);
    expect(labels).toContain("instance_name");
    expect(labels).toContain("zone");
  });
});

describe("hover", () => {
  test.each([
    ["ra|te(up[5m])", "rate(v range-vector)"],
    ["s|um by (a) (up)", "sum(v instant-vector)"],
    ["sum b|y (a) (up)", "Keeps these labels"],
    ["up an|d up", "match a series on the right"],
    ["up > b|ool 1", "1 or 0"],
    ["up =|= 1", "equal"],
    ['up{a=|~"b"}', "RE2"],
    ["run_googleapis_com:request_c|ount", "**run.googleapis.com/request_count**"],
    ["run_googleapis_com:request_latencies_b|ucket", "`le`"],
    ['{"run.googleapis.com/req|uest_count"}', "**run.googleapis.com/request_count**"],
    ['run_googleapis_com:request_count{response_co|de="200"}', "label of the metric"],
    ['run_googleapis_com:request_count{service_na|me="a"}', "label of the monitored resource"],
    ['run_googleapis_com:request_count{monitored_resource="cloud_r|un_revision"}', "**cloud_run_revision**"],
    ["rate(up[${__int|erval}])", "points of the chart"],
    ["up{${clu|ster}}", "RESOURCE_LABEL `cluster_name`".replaceAll("`", "")],
    ['up{a="${cluster.v|alue}"}', "selected value"],
    ["up{${nob|ody}}", "does not declare"],
  ])("%s", (source, expected) => {
    const { text, offset } = caret(source);
    expect(promql.hover!(text, offset, context)?.markdown).toContain(expected);
  });

  test.each(["u|p", "up + 4|2", 'up{a="b|"}', "# ra|te(", "sum by (ra|te) (up)"])("nothing: %s", (source) => {
    const { text, offset } = caret(source);
    expect(promql.hover!(text, offset, context)).toBeUndefined();
  });
});

describe("signature", () => {
  test.each([
    ["clamp(|", "clamp", 0],
    ["clamp(up, |", "clamp", 1],
    ["clamp(up, 1, 2|)", "clamp", 2],
    ["sum(rate(up[5m]|))", "rate", 0],
    ["topk by (a) (5, |)", "topk", 1],
    ['label_join(up, "a", "b", "c", "d", |)', "label_join", 3],
    ['clamp(up{a="b", |}, 1, 2)', "clamp", 0],
    ["clamp((1 + |), 2)", "clamp", 0],
  ])("%s", (source, name, active) => {
    const { text, offset } = caret(source);
    const found = promql.signature!(text, offset);
    expect(found?.label.startsWith(`${name}(`)).toBe(true);
    expect(found?.active).toBe(active);
  });

  test.each(["up|", "rate(up[5m])|", "sum by (|) (up)", "(up|)", "time(|)"])("none: %s", (source) => {
    const { text, offset } = caret(source);
    expect(promql.signature!(text, offset)).toBeUndefined();
  });
});

describe("colour", () => {
  const colors = (text: string) =>
    promql.tokens!(text).map(({ offset, length, type }) => `${text.slice(offset, offset + length)}:${type}`);

  test.each([
    ["rate(up[5m])", ["rate:function", "up:type", "5m:number"]],
    [
      'sum by (a) (up{b=~"c"})',
      ["sum:function", "by:keyword", "a:property", "up:type", "b:property", "=~:operator", '"c":string'],
    ],
    ["up offset 1d # note", ["up:type", "offset:keyword", "1d:number", "# note:comment"]],
    ["up{${cluster}}[${__interval}]", ["up:type", "${cluster}:variable", "${__interval}:variable"]],
    [
      'up{a="x${b.value}y"}',
      ["up:type", "a:property", "=:operator", '"x:string', "${b.value}:variable", 'y":string'],
    ],
    ['{"a.b", "c d"="e"}', ['"a.b":type', '"c d":property', "=:operator", '"e":string']],
    ["pi() * 2", ["pi:function", "*:operator", "2:number"]],
    ["up{a=`x\ny`}", ["up:type", "a:property", "=:operator", "`x:string", "y`:string"]],
  ])("%s", (text, expected) => {
    expect(colors(text)).toEqual(expected);
  });
});

test("what most queries are made of comes first", () => {
  expect(complete("histo|")[0]!.label).toBe("histogram_quantile");
  expect(complete("ra|")[0]!.label).toBe("rate");
});
