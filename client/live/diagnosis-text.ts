import type { Diagnosis } from "../../api/monitoring/diagnose";

/** Values in a message. */
const SHOWN = 5;

/** Why a query matches nothing, as sentences. */
export function diagnosisText(diagnosis: Diagnosis): string {
  switch (diagnosis.kind) {
    case "culprit":
      return `No time series matches ${diagnosis.suspect.shown}.${valuesText(diagnosis.values)}`;
    case "no-metric":
      return `The metric ${diagnosis.metric} has no data in the project.`;
    case "combination":
      return "No time series matches all comparisons of this query together.";
    case "old":
      return `No data in the range, but in the last ${diagnosis.hours} hours.`;
    case "unknown":
      return `The reason could not be found: ${diagnosis.why}`;
  }
}

function valuesText(values: readonly string[]): string {
  if (values.length === 0) return "";
  const more = values.length > SHOWN ? ` and ${values.length - SHOWN} more` : "";
  return ` Existing values: ${values.slice(0, SHOWN).join(", ")}${more}.`;
}
