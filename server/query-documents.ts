import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CompletionList,
  type Connection,
  type Diagnostic,
  DiagnosticTag,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type Hover,
  type Position,
  type Range,
  type SemanticTokens,
  type SignatureHelp,
  type TextDocuments,
  type TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { Dashboard } from "../core/dashboard";
import type { Span } from "../core/document/node";
import { languageItem } from "../core/features/completion/language-items";
import { signatureOf } from "../core/features/completion/signature";
import { encodeTokens } from "../core/features/reading/tokens";
import { addressOfUri, QUERY_SCHEME, type QueryAddress } from "../core/query/address";
import { QueryView } from "../core/query/view";
import type { Catalogs } from "./catalogs";
import type { Configs } from "./configs";
import { SEVERITIES } from "./diagnostics";
import type { Models } from "./models";
import type { RequestGuard } from "./request-guard";
import type { Runtime } from "./runtime";

/** How long a dashboard has to rest before the findings of its queries are asked for again, in milliseconds. */
const REFRESH_DELAY = 400;

/** Whether a URI names a document that holds one query of a dashboard. */
export function isQueryDocument(uri: string): boolean {
  return uri.startsWith(`${QUERY_SCHEME}:`);
}

/** What query documents need from the server around them. */
export interface QueryContext {
  readonly models: Models;
  readonly catalogs: Catalogs;
  readonly configs: Configs;
  readonly runtime: Runtime;
  readonly guard: RequestGuard;
  snippets(): boolean;
  /** Whether the client can be asked to pull findings again. */
  refreshes(): boolean;
}

/** A query document as it is now. */
interface Open {
  readonly document: TextDocument;
  readonly address: QueryAddress;
  readonly view: QueryView;
}

/** Queries that are open in documents of their own, answered by the same code as in their dashboards. */
export class QueryDocuments {
  private readonly views = new Map<
    string,
    { readonly version: number; readonly parent: Dashboard | undefined; readonly view: QueryView | undefined }
  >();
  /** Dashboards that are not open, as they were last read. */
  private readonly files = new Map<string, Dashboard>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly documents: TextDocuments<TextDocument>,
    private readonly context: QueryContext,
  ) {
    // What a dashboard declares decides about its queries, too.
    documents.onDidChangeContent(({ document: { uri } }) => {
      if (this.documents.keys().some((key) => addressOfUri(key)?.dashboard === uri)) this.refreshLater();
    });
  }

  forget(uri: string): void {
    this.views.delete(uri);
    if (isQueryDocument(uri)) return;
    this.files.delete(uri);
  }

  /** The connection as the features of dashboards see it: requests about query documents are answered here. */
  get routed(): Connection {
    const { connection } = this;
    const { languages } = connection;
    const routedLanguages = Object.create(languages, {
      semanticTokens: {
        value: Object.create(languages.semanticTokens, {
          on: {
            value: this.route<{ textDocument: { uri: string } }, SemanticTokens>(
              "textDocument/semanticTokens/full",
              (handler) => languages.semanticTokens.on(handler as never),
              { data: [] },
              (open) => tokens(open),
            ),
          },
        }),
      },
      diagnostics: {
        value: Object.create(languages.diagnostics, {
          on: {
            value: this.route<{ textDocument: { uri: string } }, DocumentDiagnosticReport>(
              "textDocument/diagnostic",
              (handler) => languages.diagnostics.on(handler as never),
              { kind: DocumentDiagnosticReportKind.Full, items: [] },
              async (open) => ({
                kind: DocumentDiagnosticReportKind.Full,
                items: await this.diagnostics(open),
              }),
            ),
          },
        }),
      },
    }) as Connection["languages"];
    return Object.create(connection, {
      languages: { value: routedLanguages },
      onCompletion: {
        value: this.route<At, CompletionList>(
          "textDocument/completion",
          (handler) => connection.onCompletion(handler as never),
          { items: [], isIncomplete: false },
          (open, { position }) => complete(open, position, this.context.snippets()),
        ),
      },
      onHover: {
        value: this.route<At, Hover | null>(
          "textDocument/hover",
          (handler) => connection.onHover(handler as never),
          null,
          (open, { position }) => hover(open, position),
        ),
      },
      onSignatureHelp: {
        value: this.route<At, SignatureHelp | null>(
          "textDocument/signatureHelp",
          (handler) => connection.onSignatureHelp(handler as never),
          null,
          (open, { position }) => signature(open, position),
        ),
      },
      onDocumentFormatting: {
        value: this.route<{ textDocument: { uri: string } }, TextEdit[] | null>(
          "textDocument/formatting",
          (handler) => connection.onDocumentFormatting(handler as never),
          null,
          (open) => formatting(open),
        ),
      },
      onCodeAction: {
        value: this.route<
          {
            textDocument: { uri: string };
            range: Range;
            context: { diagnostics: Diagnostic[]; only?: string[] };
          },
          CodeAction[]
        >(
          "textDocument/codeAction",
          (handler) => connection.onCodeAction(handler as never),
          [],
          async (open, { range, context }) => this.actions(open, range, context.diagnostics, context.only),
        ),
      },
    }) as Connection;
  }

  /** Wraps the registration of a handler so that it never sees query documents. */
  private route<Params extends { readonly textDocument: { readonly uri: string } }, Result>(
    method: string,
    register: (handler: Handler<Params, unknown>) => unknown,
    nothing: Result,
    own: (open: Open, params: Params) => Result | Promise<Result>,
  ) {
    return (theirs: Handler<Params, unknown>) =>
      register((params, token, ...more) =>
        isQueryDocument(params.textDocument.uri)
          ? this.context.guard.runAsync<Result>(method, nothing, token, async () => {
              const open = await this.open(params.textDocument.uri);
              return open ? own(open, params) : nothing;
            })
          : theirs(params, token, ...more),
      );
  }

  private async open(uri: string): Promise<Open | undefined> {
    const address = addressOfUri(uri);
    const parent = address && (await this.dashboard(address.dashboard));
    // Looked up after the wait, so that the answer is about the text as it is now.
    const document = this.documents.get(uri);
    if (!document || !address) return undefined;
    let known = this.views.get(uri);
    if (known?.version !== document.version || known.parent !== parent) {
      const view = QueryView.of(document.getText(), document.languageId, parent, address.path);
      this.views.set(uri, (known = { version: document.version, parent, view }));
    }
    return known.view && { document, address, view: known.view };
  }

  /** The dashboard around a query: as it is open, else as it is on disk. */
  private async dashboard(uri: string): Promise<Dashboard | undefined> {
    const open = this.context.models.of(uri)?.dashboard;
    if (open) return open;
    const text = await this.context.runtime.readText(uri);
    if (text === undefined) return undefined;
    let known = this.files.get(uri);
    const catalog = this.context.catalogs.of(uri);
    if (known?.text !== text || known.catalog !== catalog) {
      this.files.set(uri, (known = new Dashboard(text, catalog)));
    }
    return known;
  }

  private async diagnostics(open: Open): Promise<Diagnostic[]> {
    const settings = await this.context.configs.settingsOf(open.address.dashboard);
    return open.view.findings(settings).map(({ finding: { code, severity, message, tag, ...span } }) => ({
      source: "mosaic",
      code,
      severity: SEVERITIES[severity],
      message,
      range: rangeIn(open.document, span),
      ...(tag && { tags: [tag === "deprecated" ? DiagnosticTag.Deprecated : DiagnosticTag.Unnecessary] }),
    }));
  }

  private async actions(
    open: Open,
    range: Range,
    shown: readonly Diagnostic[],
    only: readonly string[] | undefined,
  ): Promise<CodeAction[]> {
    if (only && !only.some((kind) => kind === "" || kind === CodeActionKind.QuickFix)) return [];
    const { document } = open;
    const settings = await this.context.configs.settingsOf(open.address.dashboard);
    const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    return open.view
      .findings(settings)
      .filter(({ finding: { offset, length } }) => offset <= to && offset + length >= from)
      .flatMap(({ finding, fixes }) => {
        const at = document.positionAt(finding.offset);
        const diagnostics = shown.filter(
          ({ code, range: { start } }) =>
            code === finding.code && start.line === at.line && start.character === at.character,
        );
        return fixes.map(({ title, edits, preferred }) => ({
          title,
          kind: CodeActionKind.QuickFix,
          diagnostics,
          isPreferred: preferred,
          edit: {
            changes: {
              [document.uri]: edits.map((edit) => ({ range: rangeIn(document, edit), newText: edit.text })),
            },
          },
        }));
      });
  }

  private refreshLater(): void {
    clearTimeout(this.timer);
    if (!this.context.refreshes()) return;
    this.timer = setTimeout(() => {
      this.context.guard.requestOptional(() => this.connection.languages.diagnostics.refresh());
    }, REFRESH_DELAY);
  }
}

type Handler<Params, Result> = (params: Params, token: CancellationToken, ...more: unknown[]) => Result;

interface At {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

function rangeIn(document: TextDocument, { offset, length }: Span): Range {
  return { start: document.positionAt(offset), end: document.positionAt(offset + length) };
}

function complete({ document, view }: Open, position: Position, snippets: boolean): CompletionList {
  const offset = document.offsetAt(position);
  const found = view.language.complete?.(view.text, offset, view.context);
  if (!found) return { items: [], isIncomplete: false };
  const target = {
    range: (span: Span) => rangeIn(document, span),
    encode: (text: string) => text,
    typed: (span: Span) => view.text.slice(span.offset, Math.max(span.offset, offset)),
    snippets,
  };
  return {
    items: found.items.map((item, i) => languageItem(item, i, target)),
    isIncomplete: found.incomplete,
  };
}

function hover({ document, view }: Open, position: Position): Hover | null {
  const found = view.language.hover?.(view.text, document.offsetAt(position), view.context);
  if (!found) return null;
  return { contents: { kind: "markdown", value: found.markdown }, range: rangeIn(document, found) };
}

function signature({ document, view }: Open, position: Position): SignatureHelp | null {
  const found = view.language.signature?.(view.text, document.offsetAt(position));
  return found ? signatureOf(found) : null;
}

/** A line for each clause: here a query has all the lines it wants. */
function formatting({ document, view }: Open): TextEdit[] | null {
  const formatted = view.language.format?.(view.text, "lines");
  if (formatted === undefined || formatted === view.text) return null;
  return [{ range: rangeIn(document, { offset: 0, length: view.text.length }), newText: formatted }];
}

function tokens({ document, view }: Open): SemanticTokens {
  return encodeTokens(view.language.tokens?.(view.text) ?? [], view.text, (offset) =>
    document.positionAt(offset),
  );
}
