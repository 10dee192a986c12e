import { permissionDenied } from "../access";
import { message } from "../output-type";
import type { ParameterType } from "../parameters";
import { isProject, projectNumber } from "../project";
import { numberText } from "../promql/aggregations";
import { type Expr, type Matcher, PromqlError } from "../promql/ast";
import { evaluateInstant, evaluateRange } from "../promql/evaluate";
import { milliseconds, parsePromql } from "../promql/parse";
import type { Labels, PromValue, Stream } from "../promql/samples";
import { PromqlSource } from "../promql/source";
import { invalidArgument } from "../rpc-error";
import type { SeriesStore } from "../series/store";
import { type GoogleCall, type GoogleRoute, RawReply } from "../service";

const BASE = "/v1/projects/{project}/location/{location}/prometheus/api/v1";
const RPC = "google.monitoring.prometheus.v1";
/** As many as Prometheus evaluates for one series. */
const MOST_POINTS = 11_000;

interface Handled {
  readonly source: PromqlSource;
  readonly parameters: GoogleCall["parameters"];
  readonly path: GoogleCall["path"];
  readonly now: number;
}

/**
 * The API that Prometheus clients use.
 *
 * @param denied numbers of the denied projects
 */
export function prometheusRoutes(store: SeriesStore, denied: ReadonlySet<string>): GoogleRoute[] {
  const route = (
    path: string,
    methods: readonly GoogleRoute["httpMethod"][],
    parameters: Readonly<Record<string, ParameterType>>,
    handle: (call: Handled) => unknown,
  ): GoogleRoute[] =>
    methods.map((httpMethod) => ({
      httpMethod,
      path: `${BASE}/${path}`,
      rpc: `${RPC}.${path.split("/").at(-1)}`,
      parameters,
      hasBody: "parameters" as const,
      output: message({}),
      handle: async (call) => answer(call, store, denied, handle),
    }));
  const range = { start: "string", end: "string" } as const;
  const match = { match: "strings", "match[]": "strings", ...range } as const;
  return [
    ...route("query", ["GET", "POST"], { query: "string", time: "string", timeout: "string" }, instant),
    ...route(
      "query_range",
      ["GET", "POST"],
      { query: "string", ...range, step: "string", timeout: "string" },
      overRange,
    ),
    ...route("labels", ["GET", "POST"], match, labelNames),
    ...route("label/{label}/values", ["GET"], match, labelValues),
    ...route("series", ["GET"], match, seriesLabels),
    ...route("metadata", ["GET"], { metric: "string", limit: "string" }, metadata),
  ];
}

function answer(
  { path, parameters }: GoogleCall,
  store: SeriesStore,
  denied: ReadonlySet<string>,
  handle: (call: Handled) => unknown,
): RawReply {
  const project = path["project"]!;
  if (!isProject(project)) throw invalidArgument(`"projects/${project}" does not name a project.`);
  if (path["location"] !== "global")
    throw invalidArgument(`Invalid location "${path["location"]}"; must be "global".`);
  if (denied.has(projectNumber(project)))
    throw permissionDenied("monitoring.timeSeries.list", `projects/${project}`);
  try {
    const source = new PromqlSource(store, project);
    const data = handle({ source, parameters, path, now: store.now() });
    return new RawReply(200, { status: "success", data });
  } catch (error) {
    if (!(error instanceof PromqlError)) throw error;
    const status = error.type === "bad_data" ? 400 : 422;
    return new RawReply(status, { status: "error", errorType: error.type, error: error.message });
  }
}

function instant({ parameters, source, now }: Handled): unknown {
  const time = timeOf(parameters["time"], "time") ?? now;
  const value = evaluateInstant(parsePromql(textOf(parameters["query"])), time, source.select);
  return wireValue(value, time);
}

function overRange({ parameters, source }: Handled): unknown {
  const start = timeOf(parameters["start"], "start");
  const end = timeOf(parameters["end"], "end");
  if (start === undefined) throw bad("start", 'cannot parse "" to a valid timestamp');
  if (end === undefined) throw bad("end", 'cannot parse "" to a valid timestamp');
  if (end < start) throw bad("end", "end timestamp must not be before start time");
  const step = stepOf(textOf(parameters["step"]));
  if ((end - start) / step > MOST_POINTS)
    throw new PromqlError(
      "bad_data",
      "exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)",
    );
  const expr = parsePromql(textOf(parameters["query"]));
  refuseRanges(expr);
  const streams = evaluateRange(expr, { start, end, step }, source.select);
  return { resultType: "matrix", result: streams.map(wireStream) };
}

function refuseRanges({ kind }: Expr): void {
  const type =
    kind === "matrix" || kind === "subquery" ? "range vector" : kind === "string" ? "string" : undefined;
  if (type)
    throw bad("query", `invalid expression type "${type}" for range query, must be Scalar or instant Vector`);
}

function labelNames({ source, parameters }: Handled): string[] {
  const names = new Set<string>();
  for (const labels of chosen(source, parameters)) for (const name of Object.keys(labels)) names.add(name);
  return [...names].sort();
}

function labelValues({ source, parameters, path }: Handled): string[] {
  const label = path["label"]!;
  const selectors = selectorsOf(parameters);
  if (label === "__name__" && selectors.length === 0) return source.metricNames().sort();
  const values = new Set<string>();
  for (const labels of chosen(source, parameters)) {
    const value = labels[label];
    if (value !== undefined) values.add(value);
  }
  return [...values].sort();
}

function seriesLabels({ source, parameters }: Handled): readonly Labels[] {
  if (selectorsOf(parameters).length === 0)
    throw new PromqlError("bad_data", "no match[] parameter provided");
  return [...chosen(source, parameters)];
}

function metadata({ parameters, source }: Handled): unknown {
  const wanted = textOf(parameters["metric"]);
  const limit = Number(parameters["limit"] ?? -1);
  const names = source.metricNames().filter((name) => wanted === "" || name === wanted);
  const shown = limit >= 0 ? names.slice(0, limit) : names;
  return Object.fromEntries(shown.map((name) => [name, [{ type: "unknown", help: "", unit: "" }]]));
}

function chosen(source: PromqlSource, parameters: GoogleCall["parameters"]): Iterable<Labels> {
  const selectors = selectorsOf(parameters);
  return selectors.length === 0
    ? source.allLabelSets()
    : selectors.flatMap((matchers) => source.labelSets(matchers));
}

function selectorsOf(parameters: GoogleCall["parameters"]): (readonly Matcher[])[] {
  const texts = [...listOf(parameters["match"]), ...listOf(parameters["match[]"])];
  return texts.map((text) => {
    const expr = parsePromql(text);
    if (expr.kind !== "vector") throw bad("match[]", "not a selector");
    return expr.matchers;
  });
}

function listOf(value: GoogleCall["parameters"][string]): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function textOf(value: GoogleCall["parameters"][string]): string {
  return typeof value === "string" ? value : "";
}

function timeOf(value: GoogleCall["parameters"][string], name: string): number | undefined {
  const text = textOf(value);
  if (text === "") return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.round(seconds * 1000);
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw bad(name, `cannot parse ${JSON.stringify(text)} to a valid timestamp`);
  return time;
}

function stepOf(text: string): number {
  const seconds = text === "" ? Number.NaN : Number(text);
  const step = Number.isFinite(seconds) ? seconds * 1000 : milliseconds(text);
  if (Number.isNaN(step)) throw bad("step", `cannot parse ${JSON.stringify(text)} to a valid duration`);
  if (step <= 0)
    throw bad(
      "step",
      "zero or negative query resolution step widths are not accepted. Try a positive integer",
    );
  return step;
}

function bad(parameter: string, message: string): PromqlError {
  return new PromqlError("bad_data", `invalid parameter "${parameter}": ${message}`);
}

function wireValue(value: PromValue, time: number): unknown {
  const at = time / 1000;
  switch (value.type) {
    case "scalar":
      return { resultType: "scalar", result: [at, numberText(value.value)] };
    case "string":
      return { resultType: "string", result: [at, value.value] };
    case "matrix":
      return { resultType: "matrix", result: value.streams.map(wireStream) };
    case "vector":
      return {
        resultType: "vector",
        result: value.samples.map((sample) => ({
          metric: sample.labels,
          value: [at, numberText(sample.value)],
        })),
      };
  }
}

function wireStream({ labels, times, values }: Stream): unknown {
  return { metric: labels, values: times.map((time, i) => [time / 1000, numberText(values[i]!)]) };
}
