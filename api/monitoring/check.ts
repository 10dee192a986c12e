import { assemble, type LiveResult } from "../../core/live/assemble";
import type { Inquiry } from "../../core/live/diagnose";
import type { LiveAnswer, LiveRequest } from "../../core/live/model";
import type { LivePlan, PlannedDataSet, QueryPlace } from "../../core/live/plan";
import type { AskOptions, MonitoringClient } from "./client";
import { type Diagnosis, diagnose } from "./diagnose";

/** What the project says about one data set. */
export interface Evidence {
  readonly dataSet: PlannedDataSet;
  readonly result: LiveResult | { readonly kind: "present"; readonly partial: readonly string[] };
  /** The query that is refused, or that matches nothing; undefined when all have data. */
  readonly place: QueryPlace | undefined;
  /** Why it matches nothing; undefined for everything else. */
  readonly diagnosis: Diagnosis | undefined;
  /** Series that were returned for its queries. */
  readonly series: number;
  /** Milliseconds that its slowest query took; undefined when nothing was sent. */
  readonly ms: number | undefined;
}

/** Where plans come from: a dashboard at hand, or a language server that has it. */
export interface PlanSource {
  plan(): Promise<LivePlan>;
  /** Why a query is not sent; undefined to send it. */
  refuse(place: QueryPlace): string | undefined;
  /** The requests that tell why a query matches nothing; a sentence when there are none. */
  inquire(place: QueryPlace): Promise<Inquiry | string>;
}

export interface CheckOptions extends AskOptions {
  /** Asks for headers instead of points where that is enough: whether there is data, and not which. */
  readonly presenceOnly?: boolean;
  /** Whether to find out why a query matches nothing, with further queries. */
  readonly explain?: boolean;
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** Called after each query, with how many are done. */
  readonly onProgress?: (done: number, of: number) => void;
}

interface Timed {
  readonly answer: LiveAnswer;
  /** Undefined when the query was not sent. */
  readonly ms: number | undefined;
}

/** Asks the project for everything that a dashboard shows. Rejects only when it is stopped. */
export async function checkDashboard(
  client: MonitoringClient,
  source: PlanSource,
  options: CheckOptions,
): Promise<readonly Evidence[]> {
  const plan = await source.plan();
  const answers = await askAll(client, plan, source, options);
  const evidence: Evidence[] = [];
  for (const dataSet of plan.dataSets)
    evidence.push(await evidenceOf(client, dataSet, answers, source, options));
  return evidence;
}

async function askAll(
  client: MonitoringClient,
  { requests }: LivePlan,
  { refuse }: PlanSource,
  { presenceOnly, signal, now, onProgress }: CheckOptions,
): Promise<ReadonlyMap<string, Timed>> {
  let done = 0;
  const asked = requests.map(async ({ key, request, places }): Promise<readonly [string, Timed]> => {
    const why = places.map((place) => refuse(place)).find((one) => one !== undefined);
    const started = now();
    const answer: LiveAnswer =
      why === undefined
        ? await client.ask(presenceOnly ? presenceOf(request) : request, { signal })
        : { kind: "refused", message: why, status: undefined };
    onProgress?.(++done, requests.length);
    return [key, { answer, ms: why === undefined ? now() - started : undefined }];
  });
  return new Map(await Promise.all(asked));
}

/** The same for the price of one series. PromQL has no such form. */
function presenceOf(request: LiveRequest): LiveRequest {
  return request.kind === "list" ? { ...request, view: "HEADERS", pageSize: 1 } : request;
}

async function evidenceOf(
  client: MonitoringClient,
  dataSet: PlannedDataSet,
  answers: ReadonlyMap<string, Timed>,
  { inquire }: PlanSource,
  options: CheckOptions,
): Promise<Evidence> {
  const { source, places } = dataSet;
  const keys =
    source.kind === "series"
      ? [source.key]
      : source.kind === "ratio"
        ? [source.numerator, source.denominator]
        : [];
  const timed = keys.map((key) => answers.get(key)!);
  const series = timed.reduce(
    (sum, { answer }) => sum + (answer.kind === "series" ? answer.series.length : 0),
    0,
  );
  const times = timed.flatMap((one) => one.ms ?? []);
  const ms = times.length > 0 ? Math.max(...times) : undefined;
  const result = resultOf(dataSet, timed, answers, options);
  const worst = timed.findIndex(({ answer }) =>
    result.kind === "nothing"
      ? answer.kind === "series" && answer.series.length === 0
      : answer.kind === result.kind,
  );
  const place =
    result.kind === "nothing" || result.kind === "refused" ? places[Math.max(worst, 0)] : undefined;
  const wantsReason =
    result.kind === "nothing" && options.explain && result.partial.length === 0 && worst >= 0;
  const inquiry = wantsReason && place ? await inquire(place) : undefined;
  const diagnosis: Diagnosis | undefined =
    typeof inquiry === "string"
      ? { kind: "unknown", why: inquiry }
      : inquiry && (await diagnose(client, inquiry, { signal: options.signal }));
  return { dataSet, result, place, diagnosis, series, ms };
}

function resultOf(
  dataSet: PlannedDataSet,
  timed: readonly Timed[],
  answers: ReadonlyMap<string, Timed>,
  { presenceOnly }: CheckOptions,
): Evidence["result"] {
  const all = new Map([...answers].map(([key, { answer }]) => [key, answer]));
  const result = assemble(dataSet, all);
  if (!presenceOnly || result.kind !== "nothing") return result;
  // Headers have no points, so there is nothing to assemble.
  const found = timed.every(({ answer }) => answer.kind === "series" && answer.series.length > 0);
  return found ? { kind: "present", partial: result.partial } : result;
}
