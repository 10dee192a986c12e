import type { Position, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Catalog } from "../core/catalog/catalog";
import { Dashboard } from "../core/dashboard";
import type { Span } from "../core/document/node";
import { PictureHistory } from "../core/features/changing/rebase";
import { PictureTracker } from "../core/features/reading/picture";
import type { TemplateContext } from "../core/template/template";
import { isTerraformName, terraformDashboards } from "../core/terraform/dashboards";
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

/** The dashboards of one version of a Terraform file. */
interface TerraformModel {
  readonly document: TextDocument;
  readonly version: number;
  readonly catalog: Catalog | undefined;
  readonly dashboards: readonly Dashboard[];
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
  /** Terraform files, whose dashboards are read together. */
  private readonly inTerraform = new Map<string, TerraformModel>();
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
    if (!document || isQueryDocument(uri) || isTerraformName(uri)) return undefined;
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

  /** The dashboards of an open document: several or none in Terraform code, one elsewhere. */
  all(uri: string): readonly Dashboard[] {
    if (!isTerraformName(uri)) {
      const model = this.of(uri);
      return model ? [model.dashboard] : [];
    }
    const document = this.documents.get(uri);
    if (!document) return [];
    const catalog = this.catalogs.of(uri);
    const { version } = document;
    let known = this.inTerraform.get(uri);
    if (known?.version !== version || known.document !== document || known.catalog !== catalog) {
      const dashboards = terraformDashboards(document.getText()).flatMap(({ document: read }) =>
        read ? [Dashboard.of(read, catalog)] : [],
      );
      this.inTerraform.set(uri, (known = { document, version, catalog, dashboards }));
    }
    return known.dashboards;
  }

  /** The dashboard at a position: that of the document, or the one of Terraform code in which the position lies. */
  at(uri: string, position: Position): { document: TextDocument; dashboard: Dashboard } | undefined {
    if (!isTerraformName(uri)) return this.of(uri);
    const document = this.documents.get(uri);
    if (!document) return undefined;
    const offset = document.offsetAt(position);
    const dashboard = this.all(uri).find(({ document: { root } }) => isInside(root, offset));
    // What Terraform fills in is Terraform's.
    const inHole = dashboard?.document.holes?.some((hole) => isInside(hole, offset));
    return dashboard && !inHole ? { document, dashboard } : undefined;
  }

  /** A text that no open document has, judged once. */
  async unopened(uri: string, text: string): Promise<Dashboard> {
    await this.templates.prepare(uri, text);
    return new Dashboard(text, this.catalogs.of(uri), this.templates.of(uri, text));
  }

  forget(uri: string): void {
    this.parsed.delete(uri);
    this.inTerraform.delete(uri);
    this.pictureStates.delete(uri);
  }

  private pictureStateOf(uri: string): Pick<Model, "pictures" | "past"> {
    let shown = this.pictureStates.get(uri);
    if (!shown)
      this.pictureStates.set(uri, (shown = { pictures: new PictureTracker(), past: new PictureHistory() }));
    return shown;
  }
}

/** Whether an offset lies between the first and the last character of a part. */
function isInside(span: Span | undefined, offset: number): boolean {
  return span !== undefined && offset > span.offset && offset < span.offset + span.length;
}
