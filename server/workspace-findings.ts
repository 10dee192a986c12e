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

/** How long changes are gathered before they are told, in milliseconds. */
const GATHER = 100;

/**
 * Findings of dashboards that are not open, for clients that pull them. The request stays open while there is nothing new to
 * tell, as the protocol has it for this one. What is open is told by the other channel and reported as empty here.
 *
 * @returns turns the channel on and off, for a client that can be told so while it runs
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

  /** Tells everything that differs from what the client has; goes on until it is canceled where it may tell in parts. */
  async function follow(
    known: Map<string, string>,
    token: CancellationToken,
    progress: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    while (on && !token.isCancellationRequested) {
      const changed = nextChange(index, token);
      const updated = index.update(true).catch((error: unknown) => guard.log("workspace", error));
      // The first files are told before the last are read.
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
      // Taking the provider away makes the client forget its findings; the request that waits is let go.
      index.opened();
      (await registration)?.dispose();
      registration = undefined;
      return;
    }
    registration = connection.client.register(DocumentDiagnosticRequest.type, {
      // No document is of this scheme: open ones have a provider of their own.
      documentSelector: [{ language: "monitoring-dashboard", scheme: "mosaic-unopened" }],
      identifier: "mosaic-workspace",
      interFileDependencies: false,
      workspaceDiagnostics: true,
    });
    await registration;
  };
}

/** Reports of files that a client knows otherwise than they are; `known` is brought up to date. */
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
    // A file without findings is worth a word only where there were some.
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
