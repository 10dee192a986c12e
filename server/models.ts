import type { TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { Dashboard } from "../core/dashboard";
import { PictureKeeper } from "../core/features/picture";

/** What the server keeps of one open document. */
export interface Model {
  /** The text as the editor has it, for its version and its positions. */
  readonly document: TextDocument;
  readonly dashboard: Dashboard;
  readonly pictures: PictureKeeper;
}

/** One parse a version, shared by every feature; dropped when the document closes. */
export class Models {
  private readonly byUri = new Map<string, Model & { readonly version: number }>();

  constructor(private readonly documents: TextDocuments<TextDocument>) {}

  /** The model of an open document as it is now; undefined when it is not open. */
  of(uri: string): Model | undefined {
    const document = this.documents.get(uri);
    if (!document) return undefined;
    const known = this.byUri.get(uri);
    if (known?.version === document.version && known.document === document) return known;
    const model = {
      document,
      version: document.version,
      dashboard: new Dashboard(document.getText()),
      pictures: known?.pictures ?? new PictureKeeper(),
    };
    this.byUri.set(uri, model);
    return model;
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
  }
}
