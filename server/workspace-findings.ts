import {
  type CancellationToken,
  type Connection,
  type Disposable,
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  type ResultProgressReporter,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import type { RequestGuard } from "./request-guard";
import type { WorkspaceIndex } from "./workspace-index";

/** How long changes are collected before they are reported, in milliseconds. */
const GATHER = 100;

/**
 * Findings of dashboards that are not open, for clients with workspace diagnostics. As LSP specifies, the request stays
 * open until there is something to report. Open documents are reported as empty, because they have document diagnostics.
 *
 * @returns a function that turns workspace diagnostics on and off
 */
export function registerWorkspaceFindings(
  connection: Connection,
  index: WorkspaceIndex,
  guard: RequestGuard,
): (wanted: boolean) => Promise<void> {
  const empty: WorkspaceDiagnosticReport = { items: [] };
  let on = false;
  let registration: Promise<Disposable> | undefined;

  connection.languages.diagnostics.onWorkspace(({ previousResultIds }, token, _, progress) =>
    guard.runAsync("workspace/diagnostic", empty, token, () =>
      follow(new Map(previousResultIds.map(({ uri, value }) => [uri, value])), token, progress),
    ),
  );

  /** Reports everything that differs from the client's state. With partial results, continues until it is canceled. */
  async function follow(
    known: Map<string, string>,
    token: CancellationToken,
    progress: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    while (on && !token.isCancellationRequested) {
      const changed = nextChange(index, token);
      const updated = index.update(true).catch((error: unknown) => guard.log("workspace", error));
      // Report the first files before the last ones are read.
      await (progress ? Promise.race([changed, updated]) : updated);
      const items = differences(index, known);
      if (items.length > 0) {
        if (!progress) return { items };
        progress.report({ items });
      }
      await changed;
      await new Promise((resolve) => setTimeout(resolve, GATHER));
    }
    return empty;
  }

  return async (wanted) => {
    if (wanted === on) return;
    on = wanted;
    if (!wanted) {
      // Unregistering the provider makes the client drop its findings; the open request ends.
      index.opened();
      (await registration)?.dispose();
      registration = undefined;
      return;
    }
    registration = connection.client.register(DocumentDiagnosticRequest.type, {
      // No document has this scheme, because open ones have their own provider.
      documentSelector: [{ language: "monitoring-dashboard", scheme: "mosaic-unopened" }],
      identifier: "mosaic-workspace",
      interFileDependencies: false,
      workspaceDiagnostics: true,
    });
    await registration;
  };
}

/** Reports of files that differ from the client's state; updates `known`. */
function differences(index: WorkspaceIndex, known: Map<string, string>): WorkspaceDocumentDiagnosticReport[] {
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  const seen = new Set<string>();
  const report = (uri: string, resultId: string, found: WorkspaceDocumentDiagnosticReport) => {
    known.set(uri, resultId);
    items.push(found);
  };
  const kind = DocumentDiagnosticReportKind.Full;
  for (const { uri, serial, diagnostics } of index.unopened()) {
    if (!diagnostics) continue;
    seen.add(uri);
    const resultId = String(serial);
    // Report a file without findings only if it had some.
    if (known.get(uri) === resultId || (diagnostics.length === 0 && !known.get(uri))) continue;
    report(uri, resultId, { kind, uri, version: null, resultId, items: [...diagnostics] });
  }
  for (const [uri, resultId] of known) {
    if (!seen.has(uri) && resultId !== GONE)
      report(uri, GONE, { kind, uri, version: null, resultId: GONE, items: [] });
  }
  return items;
}

/** Result id of files that are open or gone. */
const GONE = "-";

function nextChange(index: WorkspaceIndex, token: CancellationToken): Promise<void> {
  return new Promise((resolve) => {
    const forget = index.onceChanged(() => {
      cancelled.dispose();
      resolve();
    });
    const cancelled = token.onCancellationRequested(() => {
      forget();
      resolve();
    });
  });
}
