import type { SeriesBudget } from "../../api/monitoring/budget";
import type { PlannedControl } from "../../core/live/controls";
import { valuesIn } from "../../core/live/diagnose";
import { requestKey } from "../../core/live/model";
import type { LiveAnswers } from "./answers";

/** The values that a project has for a control, as far as they were read. */
export interface ControlValues {
  readonly options?: readonly string[];
  readonly loading: boolean;
  /** Why there are no values; empty when there are. */
  readonly note: string;
}

/**
 * Reads the values of a control. Rejects only when it is stopped.
 *
 * @returns the values, and how many series were read for them
 */
export async function readControlValues(
  { sources }: PlannedControl,
  answers: LiveAnswers,
  budget: SeriesBudget,
  signal: AbortSignal,
): Promise<ControlValues & { readonly read: number }> {
  const values = new Set<string>();
  let note = "";
  let read = 0;
  for (const { request, label } of sources) {
    const asked = await answers.ask(requestKey(request), request, budget, signal);
    read += asked.read;
    for (const value of valuesIn(asked.answer, label)) values.add(value);
    if (asked.answer.kind !== "series") note = asked.answer.message;
  }
  values.delete("");
  return { options: [...values].sort(), loading: false, note: values.size > 0 ? "" : note, read };
}
