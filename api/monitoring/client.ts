import { joinPages, type ListPage, readListPage, readPrometheus } from "../../core/live/answers";
import type { ListRequest, LiveAnswer, LiveRequest } from "../../core/live/model";
import { Pages } from "../answer";
import { ServiceError } from "../errors";
import type { HttpClient, HttpRequest } from "../http";
import { segment } from "../segment";
import { SeriesBudget, SeriesLimit } from "./budget";
import { answerOfFailure } from "./failures";
import { Lanes } from "./lanes";

export interface MonitoringOptions {
  /** Counts what is read, and stops at a limit. */
  readonly budget?: SeriesBudget;
  /** How many requests run at a time; four of its own by default. */
  readonly lanes?: Lanes;
  /** Project that requests are charged to, where the credentials do not say one. */
  readonly quotaProject?: string | undefined;
}

export interface AskOptions {
  /** Stops the call, down to the socket. */
  readonly signal?: AbortSignal | undefined;
}

/** The most that the service returns in a page: points, or series without points. */
const MOST_PAGE = 100_000;
/** A GET whose URL is longer is sent as a form. */
const LONGEST_URL = 2048;
/** Everything of an answer that is read. */
const FIELDS =
  "timeSeries(metric,resource,metadata,points(interval/endTime,value),unit),nextPageToken,executionErrors,unreachable,unit";

/** Time series and PromQL of one project. */
export class MonitoringClient {
  readonly budget: SeriesBudget;
  private readonly lanes: Lanes;
  private quotaProject: string | undefined;

  /** @param project id or number of the project, as the profile names it */
  constructor(
    private readonly http: HttpClient,
    private readonly project: string,
    { budget = new SeriesBudget(), lanes = new Lanes(4), quotaProject }: MonitoringOptions = {},
  ) {
    this.budget = budget;
    this.lanes = lanes;
    this.quotaProject = quotaProject;
  }

  /** The same client with a budget of its own. */
  within(budget: SeriesBudget): MonitoringClient {
    const { lanes, quotaProject } = this;
    return new MonitoringClient(this.http, this.project, { budget, lanes, quotaProject });
  }

  /**
   * Sends a request. Refusals and failures are answers too; only a cancellation rejects, with a `ServiceError` of that kind.
   */
  async ask(request: LiveRequest, { signal }: AskOptions = {}): Promise<LiveAnswer> {
    try {
      return await this.lanes.run(
        () => (request.kind === "list" ? this.list(request, signal) : this.promql(request, signal)),
        signal,
      );
    } catch (error) {
      if (signal?.aborted) throw new ServiceError("cancelled", "Stopped.");
      if (error instanceof SeriesLimit) return { kind: "stopped", message: error.message };
      return answerOfFailure(error);
    }
  }

  /**
   * Values of a label in PromQL.
   *
   * @param match selectors that the series have to match; all series by default
   */
  async promqlLabelValues(
    label: string,
    match: readonly string[],
    { signal }: AskOptions = {},
  ): Promise<readonly string[]> {
    const query = new URLSearchParams(match.map((selector): [string, string] => ["match[]", selector]));
    const path = `${this.prometheus}/label/${segment(label)}/values?${query}`;
    const body = await this.lanes.run(() => this.send({ method: "GET", path, signal }), signal);
    const data = (body as { readonly data?: unknown } | undefined)?.data;
    return Array.isArray(data) ? data.filter((value): value is string => typeof value === "string") : [];
  }

  private async list(request: ListRequest, signal: AbortSignal | undefined): Promise<LiveAnswer> {
    const reserved = this.budget.reserve();
    const pages: ListPage[] = [];
    const guard = new Pages("time series");
    let pageToken: string | undefined;
    let cut = false;
    do {
      const body = await this.send(this.listRequest(request, pageToken, signal));
      pages.push(readListPage(body));
      reserved.count(joinPages(pages).series.length);
      pageToken = guard.next((body as { readonly nextPageToken?: unknown } | undefined)?.nextPageToken);
      if (request.pageSize !== undefined) break;
      cut = pageToken !== undefined && this.budget.left === 0;
    } while (pageToken !== undefined && !cut);
    const { series, unit, partial } = joinPages(pages);
    const limit = `The rest was not read: the limit of ${this.budget.most} time series was reached.`;
    return { kind: "series", series, unit, partial: cut ? [...partial, limit] : partial };
  }

  private listRequest(
    { filter, interval, steps, view, pageSize }: ListRequest,
    pageToken: string | undefined,
    signal: AbortSignal | undefined,
  ): HttpRequest {
    const query = new URLSearchParams();
    query.set("filter", filter);
    query.set("interval.startTime", new Date(interval.start).toISOString());
    query.set("interval.endTime", new Date(interval.end).toISOString());
    for (const [i, { period, aligner, reducer, groupBy }] of steps.entries()) {
      const owner = i === 0 ? "aggregation" : "secondaryAggregation";
      query.set(`${owner}.alignmentPeriod`, `${period}s`);
      query.set(`${owner}.perSeriesAligner`, aligner);
      if (reducer !== "REDUCE_NONE") query.set(`${owner}.crossSeriesReducer`, reducer);
      for (const field of groupBy) query.append(`${owner}.groupByFields`, field);
    }
    query.set("view", view);
    query.set("pageSize", String(pageSize ?? this.pageSize(view, interval, steps[0]?.period)));
    if (pageToken !== undefined) query.set("pageToken", pageToken);
    query.set("prettyPrint", "false");
    query.set("fields", FIELDS);
    const path = `/v3/projects/${segment(this.project)}/timeSeries`;
    if (path.length + query.toString().length < LONGEST_URL)
      return { method: "GET", path: `${path}?${query}`, signal };
    const form = new URLSearchParams(query);
    return {
      method: "POST",
      path,
      idempotent: true,
      signal,
      headers: { "x-http-method-override": "GET" },
      formText: form.toString(),
    };
  }

  /** A page that holds no more series than the budget has left, as far as that can be told. */
  private pageSize(view: ListRequest["view"], { start, end }: ListRequest["interval"], period = 60): number {
    const { left } = this.budget;
    if (!Number.isFinite(left)) return MOST_PAGE;
    const points = view === "HEADERS" ? 1 : Math.ceil((end - start) / 1000 / period);
    // What this query reserved is one of them.
    return Math.max(1, Math.min(MOST_PAGE, (left + 1) * Math.max(1, points)));
  }

  private async promql(
    request: Exclude<LiveRequest, ListRequest>,
    signal: AbortSignal | undefined,
  ): Promise<LiveAnswer> {
    const reserved = this.budget.reserve();
    const { query } = request;
    const [method, parameters] =
      request.kind === "instant"
        ? ["query", { query, time: String(request.time / 1000) }]
        : [
            "query_range",
            {
              query,
              start: String(request.interval.start / 1000),
              end: String(request.interval.end / 1000),
              step: String(request.step),
            },
          ];
    const body = await this.send({
      method: "POST",
      path: `${this.prometheus}/${method}`,
      form: parameters,
      idempotent: true,
      signal,
    });
    const read = readPrometheus(body);
    if (!read) throw new ServiceError("unexpected", "The response of the service is not one to PromQL.");
    reserved.count(read.series.length);
    return { kind: "series", unit: "", ...read };
  }

  private get prometheus(): string {
    return `/v1/projects/${segment(this.project)}/location/global/prometheus/api/v1`;
  }

  private async send(request: HttpRequest): Promise<unknown> {
    const charged = this.quotaProject;
    if (charged === undefined) return this.http.request(request);
    try {
      return await this.http.request({
        ...request,
        headers: { ...request.headers, "x-goog-user-project": charged },
      });
    } catch (error) {
      // Who may read may not be allowed to charge the project; then the credentials' own project is charged.
      if (!(error instanceof ServiceError) || error.reason !== "USER_PROJECT_DENIED") throw error;
      this.quotaProject = undefined;
      return this.http.request(request);
    }
  }
}
