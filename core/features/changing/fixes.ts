import type { RuleSettings } from "../../config/config";
import type { Dashboard } from "../../dashboard";
import { type JsonDocument, readDocument } from "../../document/reader";
import { escapeForJson } from "../../document/string-map";
import { applyEdits, type TextEdit } from "../../edit/edit";
import { dataOf, type Finding } from "../../finding";
import type { Fix, FixProvider } from "../../fix";
import { rules } from "../../rules";
import { ABOUT_ANOTHER_METRIC, adaptQuery } from "./fixes/adapt-query";
import { alignFirst } from "./fixes/align-first";
import { declareVariable } from "./fixes/declare-variable";
import { STRUCTURE_FIXES } from "./fixes/structure";
import { SYNTAX_FIXES } from "./fixes/syntax";
import { moveToFreePlace } from "./fixes/tile-place";
import { convertToMosaicFix } from "./fixes/to-mosaic";
import { convertMqlFix } from "./refactorings/convert-to-promql";

/** Which fixes findings have, by their code: every one is in here, or comes with its finding as replacements. */
export const FIXES: ReadonlyMap<string, FixProvider> = new Map<string, FixProvider>([
  ...Object.entries(SYNTAX_FIXES),
  ...Object.entries(STRUCTURE_FIXES),
  ...rules.flatMap(({ id, fixes }) => (fixes ? [[id, fixes] as const] : [])),
  ["tile-overlap", moveToFreePlace],
  ["mosaic-only", convertToMosaicFix],
  ["reducer-without-aligner", alignFirst],
  ["undeclared-variable", declareVariable],
  ["filter-unknown-variable", declareVariable],
  ["mql-deprecated", convertMqlFix],
]);

/** All fixes of a finding, best first. */
export function fixesOf(dashboard: Dashboard, finding: Finding): Fix[] {
  const adapted = ABOUT_ANOTHER_METRIC.has(finding.code) ? adaptQuery(dashboard, finding) : [];
  const fixes = [
    ...adapted,
    ...replacementFixes(finding),
    ...(FIXES.get(finding.code)?.(dashboard, finding) ?? []),
  ];
  return fixes.flatMap((fix) => inForm(dashboard.document, finding, fix) ?? []);
}

/** A fix as it is written where the dashboard stands in a text of another kind; undefined where that cannot be done. */
function inForm(document: JsonDocument, finding: Finding, fix: Fix): Fix | undefined {
  if (fix.edits.length === 0) return undefined;
  // What is wrong with the other text is fixed as that text is written.
  if (!document.form || finding.code.startsWith("terraform-")) return fix;
  const edits = document.form.write(document, fix.edits);
  return edits && { ...fix, edits };
}

function replacementFixes(finding: Finding): Fix[] {
  const replacements = dataOf(finding, "replacements")?.replacements ?? [];
  return replacements.map(({ title, offset, length, text }, i) => ({
    title,
    edits: [{ offset, length, text: escapeForJson(text) }],
    unambiguous: isOnlyFix(finding),
    preferred: i === 0,
  }));
}

/**
 * Whether what the service rejects in a string has exactly one fix, which takes no words out: those may be what the author
 * cares about.
 */
function isOnlyFix(finding: Finding): boolean {
  const { replacements = [] } = dataOf(finding, "replacements") ?? {};
  const [only, ...others] = replacements;
  if (finding.severity !== "error" || !only || others.length > 0) return false;
  return only.text !== "" || only.length <= 3;
}

/** The edits of every unambiguous fix of a text, as far as they do not overlap; the others follow in the next round. */
export function unambiguousEdits(dashboard: Dashboard, settings: RuleSettings = {}): TextEdit[] {
  const findings = dashboard.findingsUnder(settings);
  const unambiguousOf = (finding: Finding) =>
    fixesOf(dashboard, finding).find((fix) => fix.unambiguous) ?? [];
  const inSyntax = findings.filter(({ code }) => code === "syntax").flatMap(unambiguousOf);
  const unambiguous = findings
    .filter((finding) => finding.code !== "syntax" && !isOnlyFix(finding))
    .flatMap(unambiguousOf);
  // With many syntax errors, a fix can cause other errors.
  if (leavesFewerMistakes(dashboard, disjoint(inSyntax))) unambiguous.push(...inSyntax);
  const inStrings = findings.flatMap((finding) =>
    isOnlyFix(finding)
      ? fixesOf(dashboard, finding)
          .slice(0, 1)
          .filter((fix) => isAnImprovement(dashboard, fix))
      : [],
  );
  return disjoint([...unambiguous, ...inStrings]);
}

/** Whether a text has fewer errors with a fix of something in a string: what is fixed there can uncover something else. */
function isAnImprovement(dashboard: Dashboard, { edits }: Fix): boolean {
  const errors = (one: Dashboard) => one.findings.filter(({ severity }) => severity === "error").length;
  const after = dashboard.withText(applyEdits(dashboard.text, edits));
  return after !== undefined && errors(after) < errors(dashboard);
}

/** Whether edits reduce the number of syntax errors. */
function leavesFewerMistakes({ text, document }: Dashboard, edits: readonly TextEdit[]): boolean {
  const count = ({ problems }: JsonDocument) => problems.filter(({ code }) => code === "syntax").length;
  if (edits.length === 0) return false;
  const changed = applyEdits(text, edits);
  const after = document.form ? document.form.read(changed) : readDocument(changed);
  return after !== undefined && count(after) < count(document);
}

/** The edits of fixes, in order, as far as they do not touch each other. */
function disjoint(fixes: readonly Fix[]): TextEdit[] {
  const edits: TextEdit[] = [];
  let end = -1;
  const inOrder = [...fixes].sort((a, b) => a.edits[0]!.offset - b.edits[0]!.offset);
  for (const fix of inOrder) {
    if (
      fix.edits[0]!.offset < end ||
      (fix.edits[0]!.offset === end && end >= 0 && fix.edits[0]!.length === 0)
    )
      continue;
    edits.push(...fix.edits);
    const last = fix.edits[fix.edits.length - 1]!;
    end = last.offset + last.length;
  }
  return edits;
}
