import { valuesIn } from "../../core/live/diagnose";
import type { AskOptions, MonitoringClient } from "./client";

/** Series that are read for the values of a label. */
const MOST = 1000;

/**
 * Values that a label of a metric has had lately, sorted; read from headers, without points. Rejects with a `ServiceError` only when
 * it is stopped; what the service refuses has no values.
 *
 * @param filter a Monitoring filter with one metric type
 * @param now end of the range, in milliseconds
 * @param seconds its length; a day by default
 */
export async function labelValues(
  client: Pick<MonitoringClient, "ask">,
  filter: string,
  label: string,
  now: number,
  { seconds = 86_400, ...options }: AskOptions & { readonly seconds?: number } = {},
): Promise<readonly string[]> {
  const end = Math.floor(now / 60_000) * 60_000;
  const interval = { start: end - seconds * 1000, end };
  const answer = await client.ask(
    { kind: "list", filter, interval, steps: [], view: "HEADERS", pageSize: MOST },
    options,
  );
  return valuesIn(answer, label);
}
