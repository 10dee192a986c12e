import {
  type Connection,
  type Diagnostic,
  DiagnosticTag,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type TextDocuments,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { RuleSettings } from "../core/config/config";
import type { Dashboard } from "../core/dashboard";
import { rangeOf } from "../core/features/ranges";
import type { Finding } from "../core/finding";
import type { Configs } from "./configs";
import type { Models } from "./models";
import type { QueryDocuments } from "./query-documents";
import { queryDiagnostics } from "./query-features";
import type { RequestGuard } from "./request-guard";
import { SEVERITIES } from "./severities";

/**
 * Delay after the last keystroke before findings are pushed, in milliseconds. Clients that pull choose their own delay.
 */
const PUSH_DELAY = 200;

/**
 * Each client gets findings through one channel: it pulls if it can, otherwise they are pushed with their version; never
 * both.
 *
 * @returns revalidates everything that is open
 */
export function registerDiagnostics(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  {
    models,
    configs,
    guard,
    queries,
    pulls,
    refreshes,
  }: {
    models: Models;
    configs: Configs;
    guard: RequestGuard;
    queries: QueryDocuments;
    /** Whether the client pulls findings. */
    pulls(): boolean;
    /** Whether the client supports a refresh request. */
    refreshes(): boolean;
  },
): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** The last result of each document, to answer "unchanged". */
  const answers = new Map<string, { readonly resultId: string; readonly items: string }>();
  let answered = 0;

  function answer(
    uri: string,
    diagnostics: Diagnostic[],
    previousResultId: string | undefined,
  ): DocumentDiagnosticReport {
    const items = JSON.stringify(diagnostics);
    const last = answers.get(uri);
    if (last?.items === items && last.resultId === previousResultId)
      return { kind: DocumentDiagnosticReportKind.Unchanged, resultId: last.resultId };
    const resultId = last?.items === items ? last.resultId : String(++answered);
    answers.set(uri, { resultId, items });
    return { ...report(diagnostics), resultId };
  }

  const report = (items: Diagnostic[]): DocumentDiagnosticReport => ({
    kind: DocumentDiagnosticReportKind.Full,
    items,
  });
  connection.languages.diagnostics.on(
    queries.handler(
      "textDocument/diagnostic",
      report([]),
      ({ textDocument: { uri }, previousResultId }: DocumentDiagnosticParams, token) =>
        guard.runAsync("textDocument/diagnostic", report([]), token, async () => {
          await models.prepare(uri);
          const settings = await configs.settingsOf(uri);
          if (!documents.get(uri)) return report([]);
          const found = models.all(uri).flatMap(({ dashboard }) => diagnosticsOf(dashboard, uri, settings));
          return answer(uri, found, previousResultId);
        }),
      async (query) => report(queryDiagnostics(query, await configs.settingsOf(query.address.dashboard))),
    ),
  );

  documents.onDidChangeContent(({ document: { uri } }) => {
    if (!pulls()) pushSoon(uri);
  });

  documents.onDidClose(({ document: { uri } }) => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    answers.delete(uri);
    if (!pulls()) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  function pushSoon(uri: string): void {
    clearTimeout(timers.get(uri));
    timers.set(uri, setTimeout(push, PUSH_DELAY, uri));
  }

  async function push(uri: string): Promise<void> {
    timers.delete(uri);
    try {
      await models.prepare(uri);
      const settings = await configs.settingsOf(uri);
      const document = documents.get(uri);
      if (!document) return;
      const { version } = document;
      const diagnostics = models.all(uri).flatMap(({ dashboard }) => diagnosticsOf(dashboard, uri, settings));
      void connection.sendDiagnostics({ uri, version, diagnostics });
    } catch (error) {
      guard.log("findings", error);
    }
  }

  return () => {
    if (!pulls()) documents.keys().forEach(pushSoon);
    else if (refreshes()) guard.requestOptional(() => connection.languages.diagnostics.refresh());
  };
}

/** The findings of a dashboard as LSP diagnostics. */
export function diagnosticsOf(dashboard: Dashboard, uri: string, settings: RuleSettings): Diagnostic[] {
  // Nobody has begun yet: a new file is not wrong at once. It is where it is pushed.
  if (dashboard.text.trim() === "") return [];
  return dashboard.findingsUnder(settings).map((finding) => toDiagnostic(dashboard, uri, finding));
}

function toDiagnostic(dashboard: Dashboard, uri: string, finding: Finding): Diagnostic {
  const { code, severity, message, related, tag, data } = finding;
  return {
    source: "mosaic",
    code,
    severity: SEVERITIES[severity],
    message,
    range: rangeOf(dashboard, finding),
    relatedInformation: related
      ? related.map((place) => ({
          location: { uri, range: rangeOf(dashboard, place) },
          message: place.message,
        }))
      : undefined,
    tags: tag ? [tag === "deprecated" ? DiagnosticTag.Deprecated : DiagnosticTag.Unnecessary] : undefined,
    data,
  };
}
