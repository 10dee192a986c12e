import { type Tally, tallyOf } from "../../../../core/sync/batch";
import type { PullOutcome } from "../../../../core/sync/pull";
import type { PushOutcome } from "../../../../core/sync/push";

/** What became of one of many. */
export interface Result {
  readonly path: string;
  readonly tally: Tally;
  /** Why, where there is a reason to know. */
  readonly reason?: string;
}

/** Most urgent first. */
export const TALLIES: readonly Tally[] = [
  "failed",
  "conflicted",
  "cancelled",
  "planned",
  "created",
  "updated",
  "merged",
  "unchanged",
];

/** How many there are of each, those with none left out; what was done first. */
export function countTally(results: readonly Result[]): ReadonlyMap<Tally, number> {
  const counts = new Map<Tally, number>();
  for (const tally of [...TALLIES.slice(4), ...TALLIES.slice(0, 4)]) {
    const number = results.filter((result) => result.tally === tally).length;
    if (number > 0) counts.set(tally, number);
  }
  return counts;
}

/** @param outcome undefined for one that was never begun */
export function resultOf(path: string, outcome: PushOutcome | PullOutcome | undefined): Result {
  const reason = outcome && reasonOf(outcome);
  const tally = tallyOf(outcome);
  // Do not list entries that the user did not select.
  const shown = tally === "planned" ? "cancelled" : isLost(outcome) ? "failed" : tally;
  return reason ? { path, tally: shown, reason } : { path, tally: shown };
}

/** A canceled save may have arrived, so list it. */
function isLost(outcome: PushOutcome | PullOutcome | undefined): boolean {
  return outcome?.kind === "cancelled" && "failure" in outcome && outcome.failure?.outcomeUnknown === true;
}

function reasonOf(outcome: PushOutcome | PullOutcome): string | undefined {
  switch (outcome.kind) {
    case "conflict":
      return "plan" in outcome ? first(outcome.plan.changes) : first(outcome.conflict.undone);
    case "planned":
      return outcome.plan && "reason" in outcome.plan && outcome.plan.reason
        ? first(outcome.plan.changes)
        : undefined;
    case "errors":
      return first(outcome.errors.map(({ message }) => ({ text: message })));
    case "refused":
      return outcome.failure.message;
    case "failed":
      return outcome.failure.outcomeUnknown
        ? `${outcome.failure.message} It may have been saved anyway. Push again to check.`
        : outcome.failure.message;
    case "impossible":
      return `${outcome.message} ${outcome.action}`;
    case "cancelled":
      return isLost(outcome) && "failure" in outcome
        ? `${outcome.failure!.message} ${outcome.failure!.action}`
        : undefined;
    default:
      return undefined;
  }
}

function first(differences: readonly { readonly text: string }[]): string | undefined {
  const more = differences.length - 1;
  return more > 0 ? `${differences[0]!.text} (+${more})` : differences[0]?.text;
}
