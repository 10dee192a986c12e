import type { CancellationToken, Connection, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { Dashboard } from "../core/dashboard";
import { fileFormOf } from "../core/forms";
import { addressOfUri, QUERY_SCHEME, type QueryAddress } from "../core/query/address";
import { QueryView } from "../core/query/view";
import type { Catalogs } from "./catalogs";
import type { Models } from "./models";
import type { RequestGuard } from "./request-guard";
import type { Runtime } from "./runtime";

/** Delay after the last change of a dashboard before the findings of its queries are refreshed, in milliseconds. */
const REFRESH_DELAY = 400;

/** Whether a URI names a document that holds one query of a dashboard. */
export function isQueryDocument(uri: string): boolean {
  return uri.startsWith(`${QUERY_SCHEME}:`);
}

/** What query tabs need from the server. */
export interface QueryContext {
  readonly models: Models;
  readonly catalogs: Catalogs;
  readonly runtime: Runtime;
  readonly guard: RequestGuard;
  /** Whether the client supports a refresh of diagnostics. */
  refreshes(): boolean;
}

/** A query document as it is now. */
export interface OpenQuery {
  readonly document: TextDocument;
  readonly address: QueryAddress;
  readonly view: QueryView;
}

/** Queries that are open in their own tab, served by the same code as in their dashboards. */
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
    // Queries depend on the variables that the dashboard declares.
    documents.onDidChangeContent(({ document: { uri } }) => {
      if (this.documents.keys().some((key) => addressOfUri(key)?.dashboard === uri)) this.refreshLater();
    });
  }

  /**
   * The handler of a request about a document: `ofDashboard` answers for dashboards, `ofQuery` for query documents.
   * Returns `nothing` if the dashboard no longer has the query, or on a failure.
   */
  handler<Params extends { readonly textDocument: { readonly uri: string } }, Result>(
    method: string,
    nothing: Result,
    ofDashboard: (params: Params, token: CancellationToken) => Result | Promise<Result>,
    ofQuery: (query: OpenQuery, params: Params) => Result | Promise<Result>,
  ): (params: Params, token: CancellationToken) => Result | Promise<Result> {
    return (params, token) => {
      const { uri } = params.textDocument;
      if (!isQueryDocument(uri)) return ofDashboard(params, token);
      return this.context.guard.runAsync<Result>(method, nothing, token, async () => {
        const query = await this.open(uri);
        return query ? ofQuery(query, params) : nothing;
      });
    };
  }

  forget(uri: string): void {
    this.views.delete(uri);
    if (isQueryDocument(uri)) return;
    for (const key of this.files.keys()) if (key.startsWith(`${uri}#`)) this.files.delete(key);
  }

  /** The query document at a URI, as it is now; undefined when there is none, or the dashboard has no query there. */
  private async open(uri: string): Promise<OpenQuery | undefined> {
    const address = addressOfUri(uri);
    const parent = address && (await this.dashboard(address));
    // Looked up after the wait, so that the result matches the current text.
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
  private async dashboard({ dashboard: uri, address }: QueryAddress): Promise<Dashboard | undefined> {
    const open = this.context.models.of(uri, address)?.dashboard;
    if (open) return open;
    const text = await this.context.runtime.readText(uri);
    if (text === undefined) return undefined;
    const key = `${uri}#${address ?? ""}`;
    let known = this.files.get(key);
    const catalog = this.context.catalogs.of(uri);
    if (known?.text !== text || known.catalog !== catalog) {
      const form = fileFormOf(uri);
      const around = await this.context.models.aroundOf(uri);
      const read = form?.read(text, around).find((each) => each.address === address)?.document;
      if (form && !read) return undefined;
      this.files.set(key, (known = read ? Dashboard.of(read, catalog) : new Dashboard(text, catalog)));
    }
    return known;
  }

  private refreshLater(): void {
    clearTimeout(this.timer);
    if (!this.context.refreshes()) return;
    this.timer = setTimeout(() => {
      this.context.guard.requestOptional(() => this.connection.languages.diagnostics.refresh());
    }, REFRESH_DELAY);
  }
}
