import type { Profile } from "../../core/config/config";
import type { JsonDocument } from "../../core/document/reader";
import type { Finding } from "../../core/finding";
import { countTallies, type Tally } from "../../core/sync/batch";
import type { Difference } from "../../core/sync/compare";
import type { ServiceFailure } from "../../core/sync/service";
import { spanOfViolation } from "../../core/sync/violation-span";
import { Exit, visible } from "../io";

/** Differences, one per line. */
export function differenceLines(differences: readonly Difference[]): string {
  const signs = { added: "+", removed: "-", changed: "~" } as const;
  return differences.map(({ kind, text }) => `  ${signs[kind]} ${visible(text)}\n`).join("");
}

/** Findings as `file:line:column: severity: message [code]`. */
export function findingLines(name: string, document: JsonDocument, findings: readonly Finding[]): string {
  return findings
    .map(
      ({ offset, severity, message, code }) =>
        `${place(name, document, offset)}: ${severity}: ${visible(message)} [${code}]\n`,
    )
    .join("");
}

/** A rejection: each field violation at its line, or one line with the message. */
export function failureLines(
  name: string,
  document: JsonDocument | undefined,
  failure: ServiceFailure,
): string {
  const complaints = failure.violations.length > 0 ? failure.violations : undefined;
  const lines = complaints?.map((complaint) => {
    const where = document ? place(name, document, spanOfViolation(document, complaint).offset) : name;
    return `${where}: error: ${visible(complaint.message)}\n`;
  });
  return `${(lines ?? [`${name}: ${visible(failure.message)}\n`]).join("")}  ${failure.action}\n`;
}

/** The target of a push, so that the user does not confirm the wrong one. */
export function targetText(profile: Profile): string {
  const host = profile.endpoint.replace(/^https:\/\//, "");
  return `project ${profile.project} at ${host} (profile "${visible(profile.name)}")`;
}

function place(name: string, document: JsonDocument, offset: number): string {
  const { line, character } = document.lines.positionAt(offset);
  return `${name}:${line + 1}:${character + 1}`;
}

/** How many of each, for a run over several files. */
export function summaryText(tallies: readonly (Tally | undefined)[]): string {
  const counts = Object.entries(countTallies(tallies)).filter(([, count]) => count > 0);
  const words = counts.map(([tally, count]) => `${count} ${tally === "planned" ? "would change" : tally}`);
  return `${tallies.length} dashboards: ${words.join(", ")}\n`;
}

/** The exit code of several files: failures before conflicts before findings. */
export function worstExit(codes: readonly number[]): number {
  return [Exit.failed, Exit.conflict, Exit.findings].find((code) => codes.includes(code)) ?? Exit.ok;
}
