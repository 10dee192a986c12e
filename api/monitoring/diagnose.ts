import { INQUIRY_HOURS, type Inquiry, type Suspect, valuesIn } from "../../core/live/diagnose";
import type { LiveAnswer } from "../../core/live/model";
import type { AskOptions, MonitoringClient } from "./client";

/** Why a query that the service accepts has no data. */
export type Diagnosis =
  /** There is data when the range is longer. */
  | { readonly kind: "old"; readonly hours: number }
  /** One part of the query is to blame; `values` are those that its label has. */
  | { readonly kind: "culprit"; readonly suspect: Suspect; readonly values: readonly string[] }
  /** A metric has no data in the project, whatever the rest of the query says. */
  | { readonly kind: "no-metric"; readonly metric: string }
  /** No single part is to blame. */
  | { readonly kind: "combination" }
  /** It could not be found out. */
  | { readonly kind: "unknown"; readonly why: string };

/**
 * Finds the part of a query that matches nothing. Costs a query for each metric and each part, and one more, for headers only.
 */
export async function diagnose(
  client: Pick<MonitoringClient, "ask">,
  inquiry: Inquiry,
  options: AskOptions = {},
): Promise<Diagnosis> {
  if (inquiry.presence) {
    const longer = await client.ask(inquiry.presence, options);
    if (hasSeries(longer)) return { kind: "old", hours: INQUIRY_HOURS };
    const why = unclearIn(longer);
    if (why !== undefined) return { kind: "unknown", why };
  }
  for (const { metric, request } of inquiry.bare) {
    const answer = await client.ask(request, options);
    const unclear = unclearIn(answer);
    if (unclear !== undefined) return { kind: "unknown", why: unclear };
    if (!hasSeries(answer)) return { kind: "no-metric", metric };
  }
  const found: { suspect: Suspect; values: readonly string[] }[] = [];
  for (const suspect of inquiry.suspects) {
    const answer = await client.ask(suspect.without, options);
    const why = unclearIn(answer);
    if (why !== undefined) return { kind: "unknown", why };
    if (hasSeries(answer)) found.push({ suspect, values: valuesIn(answer, suspect.label) });
  }
  const [only, ...more] = found;
  if (only && more.length === 0) return { kind: "culprit", ...only };
  return { kind: "combination" };
}

function hasSeries(answer: LiveAnswer): boolean {
  return answer.kind === "series" && answer.series.length > 0;
}

function unclearIn(answer: LiveAnswer): string | undefined {
  if (answer.kind !== "series") return answer.message;
  return answer.series.length === 0 ? answer.partial[0] : undefined;
}
