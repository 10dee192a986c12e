import {
  type Inquiry,
  inquiryInto,
  presenceRequest,
  type Query,
  type Suspect,
  valuesIn,
} from "../../core/live/diagnose";
import type { LiveAnswer } from "../../core/live/model";
import { Unfillable } from "../../core/live/variables";
import type { AskOptions, MonitoringClient } from "./client";

/** Why a query that the service accepts has no data. */
export type Diagnosis =
  /** There is data when the range is longer. */
  | { readonly kind: "old"; readonly hours: number }
  /** One part of the query is to blame; `values` are those that its label has. */
  | { readonly kind: "culprit"; readonly suspect: Suspect; readonly values: readonly string[] }
  /** The metric has no data in the project, whatever the rest of the query says. */
  | { readonly kind: "no-metric" }
  /** No single part is to blame. */
  | { readonly kind: "combination" }
  /** It could not be found out. */
  | { readonly kind: "unknown"; readonly why: string };

/** How far back is looked for data, in hours. Metrics that are called active have data in this time. */
const HOURS = 25;

/**
 * Finds the part of a query that matches nothing. Costs at most two queries and one for each part, for headers only.
 *
 * @param now end of the range, in milliseconds
 */
export async function diagnose(
  client: Pick<MonitoringClient, "ask">,
  query: Query,
  now: number,
  options: AskOptions = {},
): Promise<Diagnosis> {
  let inquiry: Inquiry;
  try {
    inquiry = inquiryInto(query, now, HOURS * 3600);
    if (query.language === "filter") {
      const longer = await client.ask(presenceRequest(query, now, HOURS * 3600), options);
      if (hasSeries(longer)) return { kind: "old", hours: HOURS };
      const unclear = unclearIn(longer);
      if (unclear !== undefined) return { kind: "unknown", why: unclear };
    }
  } catch (error) {
    if (error instanceof Unfillable) return { kind: "unknown", why: error.message };
    throw error;
  }
  const bare = await client.ask(inquiry.bare, options);
  const unclear = unclearIn(bare);
  if (unclear !== undefined) return { kind: "unknown", why: unclear };
  if (!hasSeries(bare)) return { kind: "no-metric" };
  const found: { suspect: Suspect; values: readonly string[] }[] = [];
  for (const suspect of inquiry.suspects) {
    const answer = await client.ask(suspect.without, options);
    const why = unclearIn(answer);
    if (why !== undefined) return { kind: "unknown", why };
    if (hasSeries(answer)) found.push({ suspect, values: valuesIn(answer, suspect.label) });
  }
  const [only, ...more] = found;
  if (only && more.length === 0) return { kind: "culprit", ...only };
  // With data whichever part is left out, the whole has data as well: only not in the range that was asked for.
  if (found.length === inquiry.suspects.length && query.language === "filter")
    return { kind: "old", hours: HOURS };
  return { kind: "combination" };
}

function hasSeries(answer: LiveAnswer): boolean {
  return answer.kind === "series" && answer.series.length > 0;
}

function unclearIn(answer: LiveAnswer): string | undefined {
  if (answer.kind !== "series") return answer.message;
  return answer.series.length === 0 ? answer.partial[0] : undefined;
}
