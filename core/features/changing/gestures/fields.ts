import type { Dashboard } from "../../../dashboard";
import type { Node } from "../../../document/node";
import { type Change, editDocument, type TextEdit } from "../../../edit/edit";
import type { Finding } from "../../../finding";
import type { Fix } from "../../../fix";
import type { FieldChange } from "../../../grid/moves/field-change";
import { formPointer, nodeAtPointer, stampOf, valueAt } from "../../../inspector/address";
import { chosenMember } from "../../../inspector/choices";
import { pointerOfFinding } from "../../../inspector/findings";
import type { QueryChange } from "../../../query-builder/model/model";
import { fieldChanges } from "./field-changes";
import { FieldError } from "./set-field";
import { NamingStyle } from "./spelling";

type Result =
  | {
      readonly ok: true;
      readonly edits: readonly TextEdit[];
      readonly select: readonly string[];
      readonly also?: string;
    }
  | { readonly ok: false; readonly reason: string; readonly needsFile?: boolean };

/** Makes a change of the query at a node, if its text is still the one that was seen. */
export type ChangeQuery = (
  query: Node | undefined,
  seen: string,
  change: QueryChange,
) =>
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly also: string }
  | { readonly ok: false; readonly reason: string; readonly needsFile?: boolean };

const OUTDATED =
  "The text changed in the meantime. No change was made; the inspector now shows the current value.";

/**
 * Changes of a form as one edit of the text. Each is computed on the text that those before it leave. What the form showed
 * must still be in the text.
 *
 * @param fixesOf the fixes of a finding
 * @param changeQuery makes a change of a Monitoring query
 */
export function applyFields(
  dashboard: Dashboard,
  tiles: readonly string[],
  changes: readonly FieldChange[],
  fixesOf: (finding: Finding) => readonly Fix[],
  changeQuery: ChangeQuery,
): Result {
  const starts = tiles.length > 0 ? tiles.map(formPointer) : [""];
  if (starts.some((start) => nodeAtPointer(dashboard.canonical, start)?.kind !== "object"))
    return { ok: false, reason: "The tile no longer exists." };
  for (const change of changes) {
    const stamps = change.stamps ?? [];
    const isCurrent = starts.every(
      (start, i) => stamps[i] === undefined || stamps[i] === stampAt(dashboard, start, change),
    );
    if (!isCurrent) return { ok: false, reason: OUTDATED };
  }
  const [only] = changes;
  if (only?.op === "fix" && changes.length === 1) return applyFix(dashboard, starts, only, fixesOf, tiles);
  if (only?.op === "query" && changes.length === 1)
    return applyQuery(dashboard, starts, only, tiles, changeQuery);
  try {
    return applyChanges(dashboard, starts, changes, tiles);
  } catch (error) {
    if (error instanceof FieldError) return { ok: false, reason: error.message };
    throw error;
  }
}

function applyChanges(
  dashboard: Dashboard,
  starts: readonly string[],
  changes: readonly FieldChange[],
  tiles: readonly string[],
): Result {
  const spelling = new NamingStyle(dashboard);
  const all: Change[] = [];
  let current = dashboard;
  for (const [i, change] of changes.entries()) {
    const now = starts.flatMap((start) => fieldChanges(current, change, start + change.pointer, spelling));
    all.push(...now);
    if (i === changes.length - 1 || now.length === 0) continue;
    const made = editDocument(current.document, now);
    if (!made.ok) return made;
    const next = current.withText(made.text);
    if (!next) return { ok: false, reason: OUTDATED };
    current = next;
  }
  const result = editDocument(dashboard.document, all);
  return result.ok ? { ok: true, edits: result.edits, select: tiles } : result;
}

function applyFix(
  dashboard: Dashboard,
  starts: readonly string[],
  { pointer, code, title }: Extract<FieldChange, { readonly op: "fix" }>,
  fixesOf: (finding: Finding) => readonly Fix[],
  tiles: readonly string[],
): Result {
  for (const finding of dashboard.findings) {
    if (finding.code !== code || (!starts.includes("") && !isInside(dashboard, finding, starts, pointer)))
      continue;
    if (starts.includes("") && pointerOfFinding(dashboard, finding) !== pointer) continue;
    const fix = fixesOf(finding).find((other) => other.title === title);
    if (fix) return { ok: true, edits: fix.edits, select: tiles };
  }
  return { ok: false, reason: "The problem is no longer there." };
}

function applyQuery(
  dashboard: Dashboard,
  starts: readonly string[],
  { pointer, seen, change }: Extract<FieldChange, { readonly op: "query" }>,
  tiles: readonly string[],
  changeQuery: ChangeQuery,
): Result {
  const [start, ...others] = starts;
  if (others.length > 0) return { ok: false, reason: "A query can be changed in one tile at a time." };
  const made = changeQuery(nodeAtPointer(dashboard.canonical, `${start}${pointer}`), seen, change);
  if (!made.ok) return made;
  const { edits, also } = made;
  return { ok: true, edits, select: tiles, ...(also && { also }) };
}

function isInside(
  dashboard: Dashboard,
  finding: Finding,
  starts: readonly string[],
  pointer: string,
): boolean {
  const found = pointerOfFinding(dashboard, finding);
  return starts.some((start) => start + pointer === found);
}

function stampAt({ canonical }: Dashboard, start: string, change: FieldChange): string | null {
  const value = valueAt(canonical.value, start + change.pointer);
  return stampOf(change.op === "choose" ? chosenMember(value, start + change.pointer, change.choice) : value);
}
