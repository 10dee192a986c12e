import * as vscode from "vscode";
import { type Path, pathOf } from "../../core/document/node";
import { type JsonDocument, readDocument } from "../../core/document/reader";
import { fileFormOf } from "../../core/forms";
import { formatAddress, parseAddress, QUERY_SCHEME } from "../../core/query/address";
import { queryEdit } from "../../core/query/text";
import { aroundOf } from "../around";
import { type DashboardAt, keyOf } from "../dashboard-at";
import { findTracked, shiftTracked, type TrackedQuery, textToWrite, trackQuery } from "./track";

/** A query that is, or was, open in a tab of its own. */
interface Entry {
  readonly uri: vscode.Uri;
  readonly dashboard: DashboardAt;
  tracked: TrackedQuery;
  readonly created: number;
  /** Milliseconds; goes up whenever the query's text in the dashboard changes. */
  modified: number;
  /** The string was not found when it was looked for last. */
  gone: boolean;
}

/** Where a query is now. */
interface Located {
  readonly read: JsonDocument;
  readonly path: Path;
  readonly text: string;
  readonly offset: number;
}

/**
 * A file system whose files are strings of dashboards. Reading unescapes, saving escapes and is one undo step of the
 * dashboard. As files, tabs have undo, a mark for unsaved changes, a warning if both sides have changed, and are restored
 * after a restart.
 */
export class QueryFiles implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly entries = new Map<string, Entry>();
  /** What other files say about the dashboards of a file. */
  private readonly arounds = new Map<string, unknown>();
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly listeners: vscode.Disposable[];
  readonly onDidChangeFile = this.changed.event;

  constructor() {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.follow(document, contentChanges);
      }),
      // Changes of a closed text are not tracked, so offsets in it are invalid.
      vscode.workspace.onDidCloseTextDocument((document) => {
        for (const entry of this.of(document.uri)) entry.tracked = { ...entry.tracked, offset: undefined };
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.follow(document, [])),
    ];
  }

  /** The document of a query that stands at `path` of a dashboard now; `name` is what its tab is called. */
  async uriOf(dashboard: DashboardAt, path: Path, name: string): Promise<vscode.Uri> {
    const document = await vscode.workspace.openTextDocument(dashboard.uri);
    this.arounds.set(dashboard.uri.toString(), await aroundOf(dashboard.uri));
    const read = readAt(document, dashboard, this.arounds.get(dashboard.uri.toString()));
    const wanted = read && findTracked(read, { path, text: undefined, offset: undefined });
    for (const entry of this.of(dashboard.uri)) {
      const isSame = keyOf(entry.dashboard) === keyOf(dashboard);
      if (isSame && wanted && this.locate(entry, document)?.offset === wanted.offset) return entry.uri;
    }
    for (let number = 0; ; number++) {
      const query = formatAddress({
        dashboard: dashboard.uri.toString(),
        address: dashboard.address,
        path,
        number: number > 0 ? number : undefined,
      });
      const uri = vscode.Uri.from({ scheme: QUERY_SCHEME, path: `/${name}`, query });
      // The path of another string, before it moved.
      if (this.entries.has(uri.toString())) continue;
      this.entry(uri);
      return uri;
    }
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { entry, text } = await this.look(uri);
    const size = new TextEncoder().encode(text).length;
    return { type: vscode.FileType.File, ctime: entry.created, mtime: entry.modified, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { text } = await this.look(uri);
    return new TextEncoder().encode(text);
  }

  /** Writes into the dashboard's document, which is left for its author to save. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const { entry, text: before, path, document, read } = await this.look(uri);
    const text = textToWrite(new TextDecoder().decode(content), before);
    if (text !== before) {
      const written = queryEdit(read, path, text);
      if (!written) {
        throw vscode.FileSystemError.Unavailable(
          `Could not write this query to ${nameOf(entry.dashboard)}. Copy its text from this tab, and edit the file itself.`,
        );
      }
      const edit = new vscode.WorkspaceEdit();
      const range = new vscode.Range(
        document.positionAt(written.offset),
        document.positionAt(written.offset + written.length),
      );
      entry.tracked = { ...entry.tracked, text };
      edit.replace(document.uri, range, written.text);
      if (!(await vscode.workspace.applyEdit(edit))) {
        entry.tracked = { ...entry.tracked, text: before };
        throw vscode.FileSystemError.Unavailable(
          `Could not write the query to ${nameOf(entry.dashboard)}. Check whether the dashboard is read-only.`,
        );
      }
    }
    entry.modified = Math.max(Date.now(), entry.modified + 1);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
    this.changed.dispose();
  }

  /** The string of a document in its dashboard; throws what VS Code shows when it is not there. */
  private async look(
    uri: vscode.Uri,
  ): Promise<Located & { readonly entry: Entry; readonly document: vscode.TextDocument }> {
    const entry = this.entry(uri);
    const document = await openDashboard(entry.dashboard);
    const key = document.uri.toString();
    if (!this.arounds.has(key)) this.arounds.set(key, await aroundOf(document.uri));
    const found = this.locate(entry, document);
    if (!found) {
      throw vscode.FileSystemError.FileNotFound(
        `This query no longer exists in ${nameOf(entry.dashboard)}. Copy its text from this tab to keep it.`,
      );
    }
    return { ...found, entry, document };
  }

  private locate(entry: Entry, document: vscode.TextDocument): Located | undefined {
    const read = readAt(document, entry.dashboard, this.arounds.get(document.uri.toString()));
    const node = read && findTracked(read, entry.tracked);
    if (!node) return undefined;
    const { text } = entry.tracked;
    const tracked = trackQuery(read, node);
    // A change that was not tracked is newer than the text of a tab.
    if (text !== undefined && tracked.text !== text)
      entry.modified = Math.max(Date.now(), entry.modified + 1);
    entry.tracked = tracked;
    return { read, path: pathOf(node), text: tracked.text, offset: node.offset };
  }

  /** The entry of a URI; one of an earlier session is made again. */
  private entry(uri: vscode.Uri): Entry {
    const known = this.entries.get(uri.toString());
    if (known) return known;
    const address = parseAddress(uri.query);
    if (!address) throw vscode.FileSystemError.FileNotFound(uri);
    const now = Date.now();
    const entry: Entry = {
      uri,
      dashboard: { uri: vscode.Uri.parse(address.dashboard, true), address: address.address },
      tracked: { path: address.path, text: undefined, offset: undefined },
      created: now,
      modified: now,
      gone: false,
    };
    this.entries.set(uri.toString(), entry);
    return entry;
  }

  private of(document: vscode.Uri): Entry[] {
    const wanted = document.toString();
    return [...this.entries.values()].filter((entry) => entry.dashboard.uri.toString() === wanted);
  }

  /** Tells VS Code of queries that say something else now, have gone, or are back. */
  private follow(
    document: vscode.TextDocument,
    changes: readonly vscode.TextDocumentContentChangeEvent[],
  ): void {
    const events: vscode.FileChangeEvent[] = [];
    for (const entry of this.of(document.uri)) {
      const { text, offset } = entry.tracked;
      if (offset !== undefined) entry.tracked = { ...entry.tracked, offset: shiftTracked(offset, changes) };
      const found = this.locate(entry, document);
      if (!found && !entry.gone) {
        events.push({ type: vscode.FileChangeType.Deleted, uri: entry.uri });
      } else if (found && (entry.gone || found.text !== text)) {
        const type = entry.gone ? vscode.FileChangeType.Created : vscode.FileChangeType.Changed;
        events.push({ type, uri: entry.uri });
      }
      entry.gone = !found;
    }
    if (events.length > 0) this.changed.fire(events);
  }
}

/** The dashboard in a document; undefined when it is not there. */
function readAt(
  document: vscode.TextDocument,
  { uri, address }: DashboardAt,
  around: unknown,
): JsonDocument | undefined {
  const text = document.getText();
  const form = fileFormOf(uri.toString(), document.languageId);
  if (!form) return readDocument(text);
  return form.read(text, around).find((each) => each.address === address)?.document;
}

async function openDashboard(dashboard: DashboardAt): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(dashboard.uri);
  } catch {
    throw vscode.FileSystemError.FileNotFound(
      `Could not open the dashboard of this query, ${nameOf(dashboard)}. Copy its text from this tab to keep it.`,
    );
  }
}

function nameOf({ uri }: DashboardAt): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}
