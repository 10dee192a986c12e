import type { TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { Dashboard } from "../core/dashboard";
import { PictureHistory } from "../core/features/changing/rebase";
import { PictureTracker } from "../core/features/reading/picture";
import type { TemplateContext } from "../core/template/template";
import type { Catalogs } from "./catalogs";
import { isQueryDocument } from "./query-documents";
import type { Templates } from "./templates";

/** What the server keeps of one open document. */
export interface Model {
  /** The text as the editor has it, for its version and its positions. */
  readonly document: TextDocument;
  readonly dashboard: Dashboard;
  readonly pictures: PictureTracker;
  /** What the pictures showed that gestures may still be about. */
  readonly past: PictureHistory;
}

/** Trees are several times the size of their text, so only those of the documents asked for last are kept. */
const KEPT = 8;

/** One parse a version, shared by every feature; dropped when the document closes or others are in use. */
export class Models {
  /** In the order of their last use. */
  private readonly parsed = new Map<
    string,
    {
      readonly document: TextDocument;
      readonly version: number;
      readonly around: TemplateContext;
      readonly dashboard: Dashboard;
    }
  >();
  private readonly pictureStates = new Map<string, Pick<Model, "pictures" | "past">>();

  constructor(
    private readonly documents: TextDocuments<TextDocument>,
    private readonly catalogs: Catalogs,
    private readonly templates: Templates,
  ) {}

  /** Finds out what an open document's findings depend on beside its text. To be awaited before findings are told. */
  async prepare(uri: string): Promise<void> {
    const document = this.documents.get(uri);
    if (document && !isQueryDocument(uri)) await this.templates.prepare(uri, document.getText());
  }

  /** The model of an open document as it is now; undefined when it is not open. */
  of(uri: string): Model | undefined {
    const document = this.documents.get(uri);
    if (!document || isQueryDocument(uri)) return undefined;
    let known = this.parsed.get(uri);
    const catalog = this.catalogs.of(uri);
    const { version } = document;
    const around = this.templates.contextOf(uri);
    if (
      known?.version !== version ||
      known.document !== document ||
      known.dashboard.catalog !== catalog ||
      known.around !== around
    ) {
      const text = document.getText();
      const dashboard = new Dashboard(text, catalog, this.templates.of(uri, text), known?.dashboard);
      known = { document, version, around, dashboard };
    }
    this.parsed.delete(uri);
    this.parsed.set(uri, known);
    for (const oldest of this.parsed.keys()) {
      if (this.parsed.size <= KEPT) break;
      this.parsed.delete(oldest);
    }
    return { document, dashboard: known.dashboard, ...this.pictureStateOf(uri) };
  }

  /** A text that no open document has, judged once. */
  async unopened(uri: string, text: string): Promise<Dashboard> {
    await this.templates.prepare(uri, text);
    return new Dashboard(text, this.catalogs.of(uri), this.templates.of(uri, text));
  }

  forget(uri: string): void {
    this.parsed.delete(uri);
    this.pictureStates.delete(uri);
  }

  private pictureStateOf(uri: string): Pick<Model, "pictures" | "past"> {
    let shown = this.pictureStates.get(uri);
    if (!shown)
      this.pictureStates.set(uri, (shown = { pictures: new PictureTracker(), past: new PictureHistory() }));
    return shown;
  }
}
