import type { TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { mergeNames, type ResourceNames, resourceNames } from "../core/features/reading/workspace/names";
import type { WorkspaceIndex } from "./workspace-index";

/** Resource names in the dashboards of the workspace, as far as they are open or have been read. */
export class SeenNames {
  private readonly byUri = new Map<string, { readonly version: number; readonly names: ResourceNames }>();

  constructor(
    private readonly documents: TextDocuments<TextDocument>,
    private readonly index: WorkspaceIndex,
  ) {
    documents.onDidClose(({ document: { uri } }) => void this.byUri.delete(uri));
  }

  /** The names in all dashboards but one; those of open dashboards come first. */
  elsewhere(uri: string): ResourceNames {
    const open = this.documents.all().filter((document) => document.uri !== uri);
    const unopened = [...this.index.unopened()].map(({ names }) => names);
    return mergeNames([...open.map((document) => this.namesOf(document)), ...unopened]);
  }

  private namesOf(document: TextDocument): ResourceNames {
    const known = this.byUri.get(document.uri);
    if (known?.version === document.version) return known.names;
    const names = resourceNames(document.getText());
    this.byUri.set(document.uri, { version: document.version, names });
    return names;
  }
}
