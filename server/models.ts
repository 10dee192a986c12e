import type { TextDocument } from "vscode-languageserver-textdocument";
import { Dashboard } from "../core/dashboard";
import { PictureKeeper } from "../core/features/picture";

/** What the server keeps of one open document. */
interface Model {
  version: number;
  dashboard: Dashboard;
  readonly pictures: PictureKeeper;
}

/** One parse a version, shared by every feature; dropped when the document closes. */
export class Models {
  private readonly byUri = new Map<string, Model>();

  of(document: TextDocument): Model {
    let model = this.byUri.get(document.uri);
    if (!model) {
      model = {
        version: document.version,
        dashboard: new Dashboard(document.getText()),
        pictures: new PictureKeeper(),
      };
      this.byUri.set(document.uri, model);
    } else if (model.version !== document.version) {
      model.version = document.version;
      model.dashboard = new Dashboard(document.getText());
    }
    return model;
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
  }
}
