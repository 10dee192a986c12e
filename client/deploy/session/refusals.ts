import * as vscode from "vscode";
import type { JsonDocument } from "../../../core/document/reader";
import type { ServiceFailure } from "../../../core/sync/service";
import { spanOfViolation } from "../../../core/sync/violation-span";
import { inertSentence } from "../../inert";
import { moveSpans } from "../texts/spans";

interface Refusal {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
}

/**
 * Errors of the service as diagnostics at their lines. Unlike findings, an edit at the range removes one, and the next
 * push removes all.
 */
export class Refusals implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection("mosaic-service");
  private readonly shown = new Map<string, readonly Refusal[]>();
  private readonly subscriptions = [
    this.collection,
    vscode.workspace.onDidChangeTextDocument((event) => this.moved(event)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.clear(uri)),
  ];

  /** Shows the field violations of a rejection; without any, shows the message at the start of the file. */
  show(document: vscode.TextDocument, parsed: JsonDocument, failure: ServiceFailure): void {
    const complaints =
      failure.violations.length > 0 ? failure.violations : [{ pointer: "", message: failure.message }];
    this.set(
      document,
      complaints.map((complaint) => ({
        ...spanOfViolation(parsed, complaint),
        message: inertSentence(complaint.message),
      })),
    );
  }

  clear(uri: vscode.Uri): void {
    this.shown.delete(uri.toString());
    this.collection.delete(uri);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private moved({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const refusals = this.shown.get(document.uri.toString());
    if (refusals && contentChanges.length > 0) this.set(document, moveSpans(refusals, contentChanges));
  }

  private set(document: vscode.TextDocument, refusals: readonly Refusal[]): void {
    if (refusals.length === 0) {
      this.clear(document.uri);
      return;
    }
    this.shown.set(document.uri.toString(), refusals);
    this.collection.set(
      document.uri,
      refusals.map(({ offset, length, message }) => {
        const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
        const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
        diagnostic.source = "Cloud Monitoring";
        diagnostic.code = "refused-by-service";
        return diagnostic;
      }),
    );
  }
}
