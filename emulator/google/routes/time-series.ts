import { permissionDenied } from "../access";
import { METRIC_KINDS, message, VALUE_TYPES } from "../output-type";
import { readPageToken, writePageToken } from "../page-token";
import { isProject, projectNumber } from "../project";
import { invalidArgument, RpcError } from "../rpc-error";
import {
  type Aggregation,
  type AggregationParameters,
  aggregate,
  type Interval,
  missing,
  readAggregation,
  refused,
} from "../series/aggregation";
import { seriesFilter } from "../series/match";
import type { PointSeries, RawSeries } from "../series/model";
import type { SeriesStore } from "../series/store";
import { wireSeries } from "../series/wire";
import type { GoogleCall, GoogleRoute } from "../service";

const MOST_PAGE_SIZE = 100_000;

const labels = "string";
const OUTPUT = message({
  timeSeries: message({
    metric: message({ type: "string", labels }),
    resource: message({ type: "string", labels }),
    metadata: message({ systemLabels: "string", userLabels: "string" }),
    metricKind: METRIC_KINDS,
    valueType: VALUE_TYPES,
    points: message({ interval: message({ startTime: "string", endTime: "string" }), value: "string" }),
    unit: "string",
  }),
  nextPageToken: "string",
  executionErrors: message({ code: "string", message: "string" }),
  unreachable: "string",
  unit: "string",
});

const AGGREGATION = {
  alignmentPeriod: "string",
  perSeriesAligner: "string",
  crossSeriesReducer: "string",
  groupByFields: "strings",
} as const;
const below = (owner: string) =>
  Object.fromEntries(Object.entries(AGGREGATION).map(([name, type]) => [`${owner}.${name}`, type] as const));

/**
 * The list of time series, version 3, and the query in MQL, which is not implemented.
 *
 * @param denied numbers of the denied projects
 */
export function timeSeriesRoutes(store: SeriesStore, denied: ReadonlySet<string>): GoogleRoute[] {
  return [
    {
      httpMethod: "GET",
      path: "/v3/projects/{project}/timeSeries",
      rpc: "google.monitoring.v3.MetricService.ListTimeSeries",
      parameters: {
        filter: "string",
        "interval.startTime": "string",
        "interval.endTime": "string",
        ...below("aggregation"),
        ...below("secondaryAggregation"),
        orderBy: "string",
        view: "string",
        pageSize: "int32",
        pageToken: "string",
      },
      hasBody: false,
      output: OUTPUT,
      handle: async (call) => list(call, store, denied),
    },
    {
      httpMethod: "POST",
      path: "/v3/projects/{project}/timeSeries:query",
      rpc: "google.monitoring.v3.QueryService.QueryTimeSeries",
      parameters: {},
      hasBody: true,
      output: message({}),
      handle: async () => {
        throw new RpcError("UNIMPLEMENTED", "Operation is not implemented, or supported, or enabled.");
      },
    },
  ];
}

function list(
  { path, parameters }: GoogleCall,
  store: SeriesStore,
  denied: ReadonlySet<string>,
): Record<string, unknown> {
  const project = path["project"]!;
  const name = `projects/${project}`;
  if (!isProject(project)) throw invalidArgument(`"${name}" does not name a project.`);
  if (denied.has(projectNumber(project))) throw permissionDenied("monitoring.timeSeries.list", name);
  const text = (member: string) => (parameters[member] as string | undefined) ?? "";
  const filter = text("filter");
  if (filter === "") throw missing("filter");
  const interval = readInterval(text("interval.startTime"), text("interval.endTime"), store.now());
  const read = seriesFilter(filter);
  const steps = stepsOf(parameters);
  if (text("orderBy") !== "") throw refused("orderBy", text("orderBy"), "Ordering is not supported.");
  const headers = viewOf(text("view")) === "HEADERS";
  const chosen = read.selector
    ? store.ofSelector(read.selector, project)
    : ofMetric(store, read.metric!, project).filter((series) => read.fits(series));
  checkFit(store, read.metric, steps, interval);
  const all = aggregate(chosen, interval, steps);
  const scope = JSON.stringify([projectNumber(project), { ...parameters, pageToken: "", pageSize: 0 }]);
  const size = sizeOf(parameters["pageSize"] as number | undefined, store);
  const page = pageOf(all, headers, size, text("pageToken"), scope, store.now());
  const { errors = [], unreachable = [] } = store.options;
  return {
    ...page,
    ...(errors.length > 0 && { executionErrors: errors.map((words) => ({ code: 13, message: words })) }),
    ...(unreachable.length > 0 && { unreachable }),
    ...(all.length > 0 && { unit: sharedUnit(all) }),
  };
}

/** Rejects an aligner that does not apply to the metric, even if no series matches the filter. */
function checkFit(
  store: SeriesStore,
  metric: string | undefined,
  steps: readonly Aggregation[],
  interval: Interval,
): void {
  const descriptor = metric === undefined ? undefined : store.metric(metric);
  if (!descriptor || steps.length === 0) return;
  const empty: RawSeries = {
    metric: { type: descriptor.type, labels: {} },
    resource: { type: "global", labels: {} },
    metadata: { systemLabels: {}, userLabels: {} },
    kind: descriptor.metricKind as RawSeries["kind"],
    valueType: descriptor.valueType as RawSeries["valueType"],
    unit: descriptor.unit ?? "",
    points: () => [],
  };
  aggregate([empty], interval, steps);
}

function ofMetric(store: SeriesStore, type: string, project: string): readonly RawSeries[] {
  if (store.options.deniedMetrics?.includes(type))
    throw new RpcError("PERMISSION_DENIED", `User does not have permission to see metric ${type}.`);
  if (store.metric(type)) return store.ofMetric(type, project);
  throw new RpcError(
    "NOT_FOUND",
    `Cannot find metric(s) that match type = "${type}". If a metric was created recently, it could take up to 10 minutes to become available. Please try again soon.`,
  );
}

function stepsOf(parameters: GoogleCall["parameters"]): Aggregation[] {
  const parts = (owner: string) =>
    Object.fromEntries(
      Object.keys(AGGREGATION).map((name) => [name, parameters[`${owner}.${name}`]]),
    ) as AggregationParameters;
  const first = readAggregation(parts("aggregation"), "aggregation");
  const second = readAggregation(parts("secondaryAggregation"), "secondaryAggregation");
  if (second && !first) throw missing("aggregation.perSeriesAligner");
  return [first, second].filter((one) => one !== undefined);
}

/** How far into the future an interval may end. */
const FUTURE = 24 * 3_600_000;

function readInterval(startText: string, endText: string, now: number): Interval {
  const [start, end] = [
    readTime(startText, "interval.startTime"),
    readTime(endText, "interval.endTime"),
  ] as const;
  if (end < start)
    throw refused("interval.endTime", endText, "The end time must not be earlier than the start time.");
  if (end > now + FUTURE)
    throw refused("interval.endTime", endText, "The end time cannot be more than 24 hours in the future.");
  return { start, end };
}

function readTime(text: string, field: string): number {
  if (text === "") throw missing(field);
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(time))
    throw invalidArgument(
      `Invalid value at '${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}' (type.googleapis.com/google.protobuf.Timestamp), Field '${field.split(".").at(-1)}', Illegal timestamp format; timestamps must end with 'Z' or have a valid timezone offset.`,
    );
  return time;
}

function viewOf(text: string): "FULL" | "HEADERS" {
  if (text === "" || text === "FULL" || text === "0") return "FULL";
  if (text === "HEADERS" || text === "1") return "HEADERS";
  throw invalidArgument(
    `Invalid value at 'view' (type.googleapis.com/google.monitoring.v3.ListTimeSeriesRequest.TimeSeriesView), "${text}"`,
  );
}

function sizeOf(asked: number | undefined, store: SeriesStore): number {
  const most = Math.min(store.options.pageSize ?? MOST_PAGE_SIZE, MOST_PAGE_SIZE);
  if (asked === undefined || asked === 0) return most;
  if (asked < 0) throw refused("pageSize", String(asked), "The page size must not be negative.");
  return Math.min(asked, most);
}

/**
 * One page. With points it may end inside a series, which then goes on in the next page. A token holds the series and the time of its
 * last point, so that new points do not move anything.
 */
function pageOf(
  all: readonly PointSeries[],
  headers: boolean,
  size: number,
  token: string,
  scope: string,
  now: number,
): Record<string, unknown> {
  const [index, time] = token === "" ? [0, Number.POSITIVE_INFINITY] : position(token, scope, now);
  const shown: Record<string, unknown>[] = [];
  let left = size;
  let next: string | undefined;
  for (let i = index; i < all.length; i++) {
    const series = all[i]!;
    const before = i === index ? time : Number.POSITIVE_INFINITY;
    if (left === 0) {
      next = `${i}:${before}`;
      break;
    }
    if (headers) {
      shown.push(wireSeries(series, undefined));
      left--;
      continue;
    }
    const points = series.values.filter(({ end }) => end < before).reverse();
    const part = points.slice(0, left);
    if (part.length > 0) shown.push(wireSeries(series, part));
    left -= part.length;
    if (part.length < points.length) {
      next = `${i}:${part.at(-1)!.end}`;
      break;
    }
  }
  return {
    ...(shown.length > 0 && { timeSeries: shown }),
    ...(next !== undefined && { nextPageToken: writePageToken({ scope, after: next }, now) }),
  };
}

function position(token: string, scope: string, now: number): readonly [number, number] {
  const [index, time] = readPageToken(token, scope, now).split(":").map(Number);
  return [index!, time!];
}

function sharedUnit(all: readonly PointSeries[]): string {
  const units = new Set(all.map(({ unit }) => unit));
  return units.size === 1 ? [...units][0] || "1" : "{not_a_unit}";
}
