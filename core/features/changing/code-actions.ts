import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type TextEdit as LspEdit,
  type Range,
} from "vscode-languageserver-types";
import type { RuleSettings } from "../../config/config";
import type { Dashboard } from "../../dashboard";
import type { TextEdit } from "../../edit/edit";
import { rangeOf } from "../ranges";
import { addConditionActions } from "./add-condition";
import { ADD_CONDITION } from "./condition";
import { fixAll } from "./fix-all";
import { FIX_ALL_COMMAND } from "./fix-all-command";
import { fixesOf } from "./fixes";
import { refactorActions } from "./refactorings";

/** Kind of the action that applies every unambiguous fix of the file. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.mosaic`;
const FIX_ALL_TITLE = "Fix All Unambiguous Problems";

/**
 * Fixes for the findings in a range, refactorings of what stands there, and *Fix all* when it is asked for. `only` are
 * the kinds the editor wants. With `lazy` refactorings come without edits, for `resolveRefactoring` to make. What `settings`
 * turn off is not fixed either. `commands` are those of the client that an action may name.
 */
export function codeActions(
  dashboard: Dashboard,
  uri: string,
  range: Range,
  shown: readonly Diagnostic[],
  only: readonly string[] | undefined,
  {
    lazy = false,
    settings = {},
    commands = [],
    automatic = false,
    showsRefused = false,
  }: {
    readonly lazy?: boolean;
    readonly settings?: RuleSettings;
    readonly commands?: readonly string[];
    /** Asked for by a save rather than by a person. */
    readonly automatic?: boolean;
    /** The client can show an action that cannot be made, with the reason. */
    readonly showsRefused?: boolean;
  } = {},
): CodeAction[] {
  const wants = (kind: string) =>
    !only || only.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`));
  const workspaceEdit = (edits: readonly TextEdit[]) => ({ changes: { [uri]: lspEdits(dashboard, edits) } });
  const actions: CodeAction[] = [];
  if (wants(CodeActionKind.QuickFix)) {
    const from = dashboard.document.lines.offsetAt(range.start);
    const to = dashboard.document.lines.offsetAt(range.end);
    for (const finding of dashboard.findingsUnder(settings)) {
      if (finding.offset > to || finding.offset + finding.length < from) continue;
      const findingRange = rangeOf(dashboard, finding);
      const diagnostics = shown.filter((d) => d.code === finding.code && sameStart(d.range, findingRange));
      fixesOf(dashboard, finding).forEach((fix, i) => {
        actions.push({
          title: fix.title,
          kind: CodeActionKind.QuickFix,
          diagnostics,
          isPreferred: i === 0 && (fix.preferred ?? fix.unambiguous),
          edit: workspaceEdit(fix.edits),
        });
      });
    }
  }
  const canFix = actions.length > 0;
  if (commands.includes(FIX_ALL_COMMAND) && !automatic && (only ? wants(FIX_ALL) : canFix)) {
    // The command tells what was left, so it is offered as well where nothing can be fixed.
    const command = { title: FIX_ALL_TITLE, command: FIX_ALL_COMMAND, arguments: [uri] };
    actions.push({ title: FIX_ALL_TITLE, kind: only ? FIX_ALL : CodeActionKind.QuickFix, command });
  } else if (only && wants(FIX_ALL)) {
    const { edits } = fixAll(dashboard, settings);
    if (edits.length > 0) actions.push({ title: FIX_ALL_TITLE, kind: FIX_ALL, edit: workspaceEdit(edits) });
  }
  const isRefactor = (kind: string) => `${kind}.`.startsWith(`${CodeActionKind.Refactor}.`);
  if (!only || only.some((kind) => kind === "" || isRefactor(kind))) {
    // Beside fixes only what is about the very place: all others are under *Refactor…*.
    const found = refactorActions(dashboard, uri, range, lazy, {
      onlyQuery: !only && canFix,
      withRefused: showsRefused && only !== undefined,
    });
    if (commands.includes(ADD_CONDITION)) found.unshift(...addConditionActions(dashboard, uri, range));
    actions.push(...found.filter(({ kind }) => wants(kind!)));
  }
  return actions;
}

/** Edits of core as edits of LSP. */
export function lspEdits(dashboard: Dashboard, edits: readonly TextEdit[]): LspEdit[] {
  return edits.map((edit) => ({ range: rangeOf(dashboard, edit), newText: edit.text }));
}

function sameStart(a: Range, b: Range): boolean {
  return a.start.line === b.start.line && a.start.character === b.start.character;
}
