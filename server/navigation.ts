import {
  type Connection,
  type DocumentHighlight,
  type Location,
  type LocationLink,
  LSPErrorCodes,
  type PrepareRenameResult,
  ResponseError,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver";
import {
  definitionAt,
  highlights,
  prepareRename,
  referencesAt,
  renameAt,
} from "../core/features/reading/navigation";
import type { Model, Models } from "./models";
import type { RequestGuard } from "./request-guard";

export interface NavigationContext {
  readonly models: Models;
  readonly guard: RequestGuard;
  /** Whether the client supports `LocationLink`. */
  takesLinks(): boolean;
  /** Whether the client supports versioned document edits. */
  takesVersions(): boolean;
}

interface At {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

/** Registers definition, references and rename of template variables and widget ids. */
export function registerNavigation(connection: Connection, context: NavigationContext): void {
  const { models, guard } = context;
  const at = ({ textDocument, position }: At) => {
    const model = models.at(textDocument.uri, position);
    return model && { model, offset: model.document.offsetAt(position) };
  };

  connection.onDefinition((params, token) =>
    guard.run<LocationLink[] | Location[]>("textDocument/definition", [], token, () => {
      const place = at(params);
      if (!place) return [];
      const links = definitionAt(place.model.dashboard, params.textDocument.uri, place.offset);
      if (context.takesLinks()) return links;
      return links.map(({ targetUri, targetSelectionRange }) => ({
        uri: targetUri,
        range: targetSelectionRange,
      }));
    }),
  );
  connection.onReferences((params, token) =>
    guard.run<Location[]>("textDocument/references", [], token, () => {
      const place = at(params);
      const { uri } = params.textDocument;
      const withDeclaration = params.context.includeDeclaration;
      const ranges = place ? referencesAt(place.model.dashboard, place.offset, withDeclaration) : [];
      return ranges.map((range) => ({ uri, range }));
    }),
  );
  connection.onDocumentHighlight((params, token) =>
    guard.run<DocumentHighlight[]>("textDocument/documentHighlight", [], token, () => {
      const place = at(params);
      return place ? highlights(place.model.dashboard, place.offset) : [];
    }),
  );
  connection.onPrepareRename((params, token) =>
    guard.run<PrepareRenameResult | null>("textDocument/prepareRename", null, token, () => {
      const place = at(params);
      return (place && prepareRename(place.model.dashboard, place.offset)) ?? null;
    }),
  );
  connection.onRenameRequest((params, token) => {
    const result = guard.run<WorkspaceEdit | string | null>("textDocument/rename", null, token, () => {
      const place = at(params);
      if (!place) return null;
      const edits = renameAt(place.model.dashboard, place.offset, params.newName);
      return typeof edits === "string" ? edits : toWorkspaceEdit(place.model, params.textDocument.uri, edits);
    });
    // Show the author why a name is invalid.
    if (typeof result === "string") throw new ResponseError(LSPErrorCodes.RequestFailed, result);
    return result;
  });

  function toWorkspaceEdit(
    { document }: Pick<Model, "document">,
    uri: string,
    edits: TextEdit[],
  ): WorkspaceEdit {
    if (!context.takesVersions()) return { changes: { [uri]: edits } };
    return { documentChanges: [{ textDocument: { uri, version: document.version }, edits }] };
  }
}
