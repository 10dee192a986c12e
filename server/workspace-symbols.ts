import type { Connection, SymbolInformation, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { matchRank, type NamedPlace, namedPlaces } from "../core/features/reading/workspace/symbols";
import type { Models } from "./models";
import type { RequestGuard } from "./request-guard";
import type { WorkspaceIndex } from "./workspace-index";

/** Most symbols in one answer; more typing finds the others. */
const LIMIT = 500;

/** Symbols by name in all dashboards; of open ones, in the editor's text. */
export function registerWorkspaceSymbols(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  { models, index, guard }: { models: Models; index: WorkspaceIndex; guard: RequestGuard },
): void {
  const open = new Map<string, { readonly version: number; readonly places: readonly NamedPlace[] }>();
  documents.onDidClose(({ document: { uri } }) => void open.delete(uri));

  /** The symbols of an open document, computed once per version. */
  function placesOf(uri: string): readonly NamedPlace[] {
    const found = models.all(uri);
    if (!found[0]) return [];
    const { version } = found[0].document;
    const known = open.get(uri);
    if (known?.version === version) return known.places;
    const places = found.flatMap(({ dashboard }) => namedPlaces(dashboard));
    open.set(uri, { version, places });
    return places;
  }

  connection.onWorkspaceSymbol(({ query }, token) =>
    guard.runAsync<SymbolInformation[]>("workspace/symbol", [], token, async () => {
      await index.update(false);
      if (token.isCancellationRequested) return [];
      const found: { readonly rank: number; readonly symbol: SymbolInformation }[] = [];
      const search = (uri: string, places: readonly NamedPlace[]) => {
        for (const { name, kind, range, container } of places) {
          const rank = matchRank(name, query);
          if (rank === undefined) continue;
          const symbol = {
            name,
            kind,
            location: { uri, range },
            ...(container && { containerName: container }),
          };
          found.push({ rank, symbol });
        }
      };
      for (const uri of documents.keys()) search(uri, placesOf(uri));
      for (const { uri, places } of index.unopened()) search(uri, places);
      found.sort((a, b) => a.rank - b.rank);
      return found.slice(0, LIMIT).map(({ symbol }) => symbol);
    }),
  );
}
