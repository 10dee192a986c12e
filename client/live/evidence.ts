import * as vscode from "vscode";
import type { Evidence } from "../../api/monitoring/check";
import type { Suspect } from "../../core/live/diagnose";
import { nearestName } from "../../core/spelling";
import type { LiveInquiryResult, LivePlanResult } from "../../server/protocol";
import { diagnosisText } from "./diagnosis-text";
import type { LiveFinding } from "./findings";

type LspRange = NonNullable<LivePlanResult>["ranges"][string];
type SuspectRanges = Extract<LiveInquiryResult, { readonly inquiry: unknown }>["ranges"][number];

/**
 * What is worth a finding in the evidence about one data set.
 *
 * @param ranges of queries and data sets, by their pointers
 * @param suspects ranges of the parts that were looked at
 */
export function evidenceFinding(
  evidence: Evidence,
  ranges: Readonly<Record<string, LspRange>>,
  suspects: ReadonlyMap<Suspect, SuspectRanges>,
): LiveFinding[] {
  const { result, place, dataSet, diagnosis } = evidence;
  const whole = ranges[place?.pointer ?? dataSet.pointer];
  if (!whole) return [];
  const range = rangeOf(whole);
  const information = vscode.DiagnosticSeverity.Information;
  switch (result.kind) {
    case "refused":
      // What Mosaic finds itself has a finding already.
      if (evidence.ms === undefined) return [];
      return [
        {
          code: "rejected-query",
          range,
          severity: vscode.DiagnosticSeverity.Warning,
          message: `The service rejects this query: ${result.message}`,
        },
      ];
    case "data":
      if (dataSet.widget !== "scorecard" || result.found < 2) return [];
      return [
        {
          code: "too-many-series",
          range,
          severity: information,
          message: `A scorecard shows one time series, and this query returns ${result.found}. Add a reducer.`,
        },
      ];
    case "nothing": {
      // A partial answer proves nothing.
      if (result.partial.length > 0 || !diagnosis) return [];
      const base = { code: "no-data", severity: information } as const;
      switch (diagnosis.kind) {
        case "culprit": {
          const at = suspects.get(diagnosis.suspect);
          const values = nearestFirst(diagnosis.suspect, at?.value, diagnosis.values);
          return [
            {
              ...base,
              range: at ? rangeOf(at.range) : range,
              message: diagnosisText({ ...diagnosis, values }),
              fix: at?.value ? { range: rangeOf(at.value), values } : undefined,
            },
          ];
        }
        case "no-metric":
        case "combination":
        case "old":
          return [{ ...base, range, message: diagnosisText(diagnosis) }];
        case "unknown":
          return [];
      }
    }
  }
  return [];
}

/** The value that was most likely meant stands first. */
function nearestFirst(
  { text, offset, value }: Suspect,
  at: LspRange | undefined,
  values: readonly string[],
): readonly string[] {
  if (!at || !value) return values;
  const written = text.slice(value.offset - offset, value.end - offset);
  const nearest = nearestName(written, values);
  return nearest === undefined ? values : [nearest, ...values.filter((one) => one !== nearest)];
}

function rangeOf({ start, end }: LspRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
