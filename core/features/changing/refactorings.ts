import { type CodeAction, CodeActionKind, type Range } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { syntaxErrors } from "../../document/reader";
import type { TextEdit } from "../../edit/edit";
import { rangeOf } from "../ranges";
import { addAggregationRefactoring } from "./refactorings/add-aggregation";
import { canonicalSpelling } from "./refactorings/canonical-spelling";
import { changeKind } from "./refactorings/change-kind";
import { changeColumnsRefactoring } from "./refactorings/columns";
import { closeGapsRefactoring } from "./refactorings/compact";
import { convertLayout } from "./refactorings/convert-layout";
import { convertToPromql } from "./refactorings/convert-to-promql";
import { deleteTile } from "./refactorings/delete-tile";
import { duplicateTile } from "./refactorings/duplicate-tile";
import { extractVariable } from "./refactorings/extract-variable";
import { moveTile } from "./refactorings/move-tile";
import { type Refactoring, type RefactoringOffer, RefactoringTarget } from "./refactorings/refactoring";
import { sortTiles } from "./refactorings/sort-tiles";
import { removeOutputOnlyMembers } from "./refactorings/strip-server-made";
import { formatQueryRefactoring } from "./refactorings/tidy-query";
import { wrapTiles } from "./refactorings/wrap-tiles";

/** Every refactoring, in the order in which they are offered. */
export const refactorings: readonly Refactoring[] = [
  // What the cursor stands in.
  extractVariable,
  formatQueryRefactoring,
  addAggregationRefactoring,
  convertToPromql,
  changeKind,
  // Tiles.
  duplicateTile,
  moveTile,
  wrapTiles,
  deleteTile,
  // The layout.
  convertLayout,
  changeColumnsRefactoring,
  closeGapsRefactoring,
  sortTiles,
  // The file.
  removeOutputOnlyMembers,
  canonicalSpelling,
];

const OF_QUERIES: ReadonlySet<Refactoring> = new Set([
  extractVariable,
  formatQueryRefactoring,
  addAggregationRefactoring,
  convertToPromql,
]);

/** What comes back with an action whose edits are not made yet. Plain JSON. */
export interface RefactoringData {
  readonly uri: string;
  readonly range: Range;
  readonly refactoring: string;
}

/** All that can be done at a selection, by refactoring. */
export function offersAt(
  dashboard: Dashboard,
  from: number,
  to: number,
): { readonly refactoring: Refactoring; readonly offer: RefactoringOffer }[] {
  // With syntax errors, a part of the dashboard may be missing.
  if (syntaxErrors(dashboard.document).length > 0) return [];
  const place = new RefactoringTarget(dashboard, from, to);
  return refactorings.flatMap((refactoring) =>
    refactoring.offers(place).map((offer) => ({ refactoring, offer })),
  );
}

/**
 * Refactorings at a range as code actions of kinds below `refactor`. With `lazy` they come without their edits, which
 * `resolveRefactoring` makes for the one that is chosen. With `onlyQuery` those of a query
 * alone, with `withRefused` also those that cannot be made, with the reason.
 */
export function refactorActions(
  dashboard: Dashboard,
  uri: string,
  range: Range,
  lazy: boolean,
  { onlyQuery = false, withRefused = false } = {},
): CodeAction[] {
  const { lines } = dashboard.document;
  const offers = offersAt(dashboard, lines.offsetAt(range.start), lines.offsetAt(range.end)).filter(
    ({ refactoring }) => !onlyQuery || OF_QUERIES.has(refactoring),
  );
  const actions: CodeAction[] = [];
  for (const { refactoring, offer } of offers) {
    const action: CodeAction = { title: offer.title, kind: `${CodeActionKind.Refactor}.${offer.kind}` };
    if (offer.refused) {
      if (withRefused) actions.push({ ...action, disabled: { reason: offer.refused } });
    } else if (lazy) {
      action.data = { uri, range, refactoring: refactoring.id } satisfies RefactoringData;
      actions.push(action);
    } else {
      const edits = inForm(dashboard, offer.edits());
      if (edits.length > 0) actions.push(withEdits(action, dashboard, uri, edits));
    }
  }
  return actions;
}

/** The action with its edits; unchanged when it is not a refactoring of Mosaic or is no longer offered. */
export function resolveRefactoring(dashboard: Dashboard, action: CodeAction): CodeAction {
  const data = action.data as Partial<RefactoringData> | undefined;
  if (!data?.uri || !data.range) return action;
  const { lines } = dashboard.document;
  const { start, end } = data.range;
  const found = offersAt(dashboard, lines.offsetAt(start), lines.offsetAt(end)).find(
    ({ refactoring, offer }) => refactoring.id === data.refactoring && offer.title === action.title,
  );
  return found ? withEdits(action, dashboard, data.uri, inForm(dashboard, found.offer.edits())) : action;
}

/** Edits of the text of a string as they are written in YAML. */
function inForm({ document }: Dashboard, edits: readonly TextEdit[]): readonly TextEdit[] {
  return document.form?.yaml ? (document.form.write(document, edits) ?? []) : edits;
}

function withEdits(
  action: CodeAction,
  dashboard: Dashboard,
  uri: string,
  edits: readonly TextEdit[],
): CodeAction {
  const changes = edits.map((edit) => ({ range: rangeOf(dashboard, edit), newText: edit.text }));
  return { ...action, edit: { changes: { [uri]: changes } } };
}
