import type { RuleSettings } from "../../config/config";
import type { Dashboard } from "../../dashboard";
import { applyEdits, changedPart, type TextEdit } from "../../edit/edit";
import type { Finding } from "../../finding";
import { fixesOf, unambiguousEdits } from "./fixes";

/** What *Fix All* does to a text. */
export interface FixAll {
  /** None when nothing can be fixed without a decision. */
  readonly edits: readonly TextEdit[];
  /** How many errors and warnings go away. */
  readonly fixed: number;
  /** The errors and warnings that stay, in the text that comes out. */
  readonly left: readonly LeftFinding[];
}

export interface LeftFinding {
  readonly code: string;
  /** From 1, in the text that comes out. */
  readonly line: number;
  /** Why it is not fixed, as the end of a sentence. */
  readonly reason: string;
}

/** A fix can bring to light what another one fixes; more rounds than this bring nothing new. */
const MAX_ROUNDS = 8;

/** Applies unambiguous fixes until none is left. */
export function fixAll(dashboard: Dashboard, settings: RuleSettings = {}): FixAll {
  const rounds: (readonly TextEdit[])[] = [];
  let now = dashboard;
  while (rounds.length < MAX_ROUNDS) {
    const edits = unambiguousEdits(now, settings);
    if (edits.length === 0) break;
    const next = now.withText(applyEdits(now.text, edits));
    if (!next) break;
    rounds.push(edits);
    now = next;
  }
  const left = serious(now, settings);
  return {
    edits: rounds.length < 2 ? (rounds[0] ?? []) : [changedPart(dashboard.text, now.text)],
    fixed: Math.max(0, serious(dashboard, settings).length - left.length),
    left: left.map((finding) => ({
      code: finding.code,
      line: now.document.lines.positionAt(finding.offset).line + 1,
      reason: whyLeft(now, finding),
    })),
  };
}

const serious = (dashboard: Dashboard, settings: RuleSettings): Finding[] =>
  dashboard.findingsUnder(settings).filter(({ severity }) => severity === "error" || severity === "warning");

function whyLeft(dashboard: Dashboard, finding: Finding): string {
  const { length } = fixesOf(dashboard, finding);
  if (length > 1) return "has several fixes";
  return length === 1 ? "has a fix that may not be what you meant" : "has no automatic fix";
}

/** Most findings that a message names. */
const MAX_NAMED = 3;

/** What *Fix All* has done, for the person who asked. */
export function fixAllMessage({ fixed, left }: Pick<FixAll, "fixed" | "left">): string {
  const start = fixed === 0 ? "No problem has an unambiguous fix." : `Fixed ${count(fixed)}.`;
  if (left.length === 0) return fixed === 0 ? "There are no problems to fix." : start;
  const named = left.slice(0, MAX_NAMED).map(({ line, code, reason }) => `line ${line} (${code}) ${reason}`);
  const more = left.length > MAX_NAMED ? `; ${left.length - MAX_NAMED} more` : "";
  return `${start} Left: ${named.join("; ")}${more}.`;
}

const count = (n: number): string => `${n} problem${n === 1 ? "" : "s"}`;
