import * as vscode from "vscode";
import { moveSpans } from "../deploy/texts/spans";
import { inertSentence } from "../inert";

/** Something that the project says about a query. */
export interface LiveFinding {
  readonly code: "no-data" | "rejected-query" | "too-many-series";
  readonly range: vscode.Range;
  readonly message: string;
  readonly severity: vscode.DiagnosticSeverity;
  /** Values that exist, nearest first, and the string that they can replace. */
  readonly fix?: { readonly range: vscode.Range; readonly values: readonly string[] };
}

interface Kept {
  readonly offset: number;
  readonly length: number;
  readonly finding: LiveFinding;
  /** From the start of the range to that of the string to replace, and its length. */
  readonly replace?: { readonly shift: number; readonly length: number };
}

/** Values without these characters are written the same way in every form and language. */
const PLAIN = /^[\w .:/@=-]{1,200}$/;
/** Quick fixes of one finding. */
const MOST_FIXES = 5;

/**
 * What the project said about queries when it was asked last. An edit at a finding removes it; the others move along. Never an error:
 * a project without data is legal.
 */
export class LiveFindings implements vscode.Disposable, vscode.CodeActionProvider {
  private readonly collection = vscode.languages.createDiagnosticCollection("mosaic-project");
  private readonly shown = new Map<string, { readonly source: string; readonly kept: readonly Kept[] }>();
  private readonly subscriptions = [
    this.collection,
    vscode.workspace.onDidChangeTextDocument((event) => this.moved(event)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.clear(uri)),
  ];

  /** @param source where the findings are from, and when they were made */
  show(document: vscode.TextDocument, source: string, findings: readonly LiveFinding[]): void {
    const kept = findings.map((finding): Kept => {
      const offset = document.offsetAt(finding.range.start);
      const { fix } = finding;
      const at = fix && document.offsetAt(fix.range.start);
      return {
        offset,
        length: document.offsetAt(finding.range.end) - offset,
        finding,
        replace:
          fix && at !== undefined
            ? { shift: at - offset, length: document.offsetAt(fix.range.end) - at }
            : undefined,
      };
    });
    this.set(document, source, kept);
  }

  clearAll(): void {
    this.shown.clear();
    this.collection.clear();
  }

  provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const kept = this.shown.get(document.uri.toString())?.kept ?? [];
    return kept.flatMap(({ offset, length, finding, replace }) => {
      const own = rangeAt(document, offset, length);
      if (!finding.fix || !replace || !own.intersection(range)) return [];
      const diagnostic = diagnostics.find(({ code, range: at }) => code === finding.code && at.isEqual(own));
      const values = finding.fix.values.filter((value) => PLAIN.test(value)).slice(0, MOST_FIXES);
      return values.map((value, i) => {
        const action = new vscode.CodeAction(
          `Change to "${value}", which has data`,
          vscode.CodeActionKind.QuickFix,
        );
        action.edit = new vscode.WorkspaceEdit();
        action.edit.replace(document.uri, rangeAt(document, offset + replace.shift, replace.length), value);
        if (diagnostic) action.diagnostics = [diagnostic];
        action.isPreferred = i === 0 && values.length === 1;
        return action;
      });
    });
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private clear(uri: vscode.Uri): void {
    this.shown.delete(uri.toString());
    this.collection.delete(uri);
  }

  private moved({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const found = this.shown.get(document.uri.toString());
    if (found && contentChanges.length > 0)
      this.set(document, found.source, moveSpans(found.kept, contentChanges));
  }

  private set(document: vscode.TextDocument, source: string, kept: readonly Kept[]): void {
    if (kept.length === 0) {
      this.clear(document.uri);
      return;
    }
    this.shown.set(document.uri.toString(), { source, kept });
    this.collection.set(
      document.uri,
      kept.map(({ offset, length, finding }) => {
        const range = rangeAt(document, offset, length);
        const diagnostic = new vscode.Diagnostic(range, inertSentence(finding.message), finding.severity);
        diagnostic.source = inertSentence(source);
        diagnostic.code = finding.code;
        return diagnostic;
      }),
    );
  }
}

function rangeAt(document: vscode.TextDocument, offset: number, length: number): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
