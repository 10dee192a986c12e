import type { Position, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Catalog } from "../core/catalog/catalog";
import { Dashboard } from "../core/dashboard";
import type { Span } from "../core/document/node";
import { PictureHistory } from "../core/features/changing/rebase";
import { PictureTracker } from "../core/features/reading/picture";
import { type FileDashboard, type FileForm, fileFormOf } from "../core/forms";
import type { TemplateContext } from "../core/template/template";
import type { Catalogs } from "./catalogs";
import { isQueryDocument } from "./query-documents";
import type { Templates } from "./templates";

/** Cached state of one dashboard of an open document. */
export interface Model {
  /** The text as the editor has it, for its version and its positions. */
  readonly document: TextDocument;
  /** Which dashboard of the document it is; absent where the document is one dashboard. */
  readonly address?: string;
  readonly dashboard: Dashboard;
  readonly pictures: PictureTracker;
  /** Recent pictures that gestures may refer to. */
  readonly past: PictureHistory;
}

/** The dashboards of one version of a file that may hold several. */
interface FileModel {
  readonly document: TextDocument;
  readonly version: number;
  readonly catalog: Catalog | undefined;
  readonly around: unknown;
  readonly dashboards: readonly OpenDashboard[];
}

/** A dashboard of an open file; without `dashboard` where its text is not written in the file. */
export interface OpenDashboard extends FileDashboard {
  readonly dashboard: Dashboard | undefined;
}

/** Trees are several times as large as their text, so only the most recently used ones are cached. */
const KEPT = 8;

/**
 * Parses each version once for all features. Drops it when the document closes, or when other documents are used. A
 * document is one dashboard or, depending on its form, a list of dashboards with addresses.
 */
export class Models {
  /** Least recently used first. */
  private readonly parsed = new Map<
    string,
    {
      readonly document: TextDocument;
      readonly version: number;
      readonly around: TemplateContext;
      readonly dashboard: Dashboard;
    }
  >();
  /** Files that can contain several dashboards; least recently used first. */
  private readonly files = new Map<string, FileModel>();
  /** By URI and address. */
  private readonly pictureStates = new Map<string, Map<string, Pick<Model, "pictures" | "past">>>();

  constructor(
    private readonly documents: TextDocuments<TextDocument>,
    private readonly catalogs: Catalogs,
    private readonly templates: Templates,
  ) {}

  /** Loads what the findings of an open document depend on besides its text. Await this before you report findings. */
  async prepare(uri: string): Promise<void> {
    const document = this.documents.get(uri);
    if (!document || isQueryDocument(uri)) return;
    const form = this.formOf(uri);
    if (form) await this.templates.around(uri, form);
    else await this.templates.prepare(uri, document.getText());
  }

  /**
   * A dashboard of an open document as it is now; undefined when the document is not open or has no such dashboard.
   *
   * @param address which one; without it the only one of the document is meant
   */
  of(uri: string, address?: string): Model | undefined {
    const document = this.documents.get(uri);
    if (!document || isQueryDocument(uri)) return undefined;
    if (!this.formOf(uri)) return this.ofWhole(document, uri);
    const models = this.all(uri);
    if (address === undefined) return models.length === 1 ? models[0] : undefined;
    return models.find((model) => model.address === address);
  }

  /** The dashboards of an open document that are written in it, in the document's order. */
  all(uri: string): readonly Model[] {
    const document = this.documents.get(uri);
    if (!document || isQueryDocument(uri)) return [];
    const form = this.formOf(uri);
    if (!form) return [this.ofWhole(document, uri)];
    return this.in(document, uri, form).dashboards.flatMap(({ address, dashboard }) =>
      dashboard ? [{ document, address, dashboard, ...this.pictureStateOf(uri, address) }] : [],
    );
  }

  /** Like `all`, but empty if the rest of the document belongs to other tools, which serve the whole document. */
  whole(uri: string): readonly Model[] {
    return this.formOf(uri)?.isEmbedded ? [] : this.all(uri);
  }

  /** Describes the dashboards of an open file that can contain several; undefined for other documents. */
  list(uri: string): { document: TextDocument; dashboards: readonly OpenDashboard[] } | undefined {
    const document = this.documents.get(uri);
    const form = this.formOf(uri);
    return document && form && this.in(document, uri, form);
  }

  /** The dashboard at a position of a document. */
  at(uri: string, position: Position): Model | undefined {
    const document = this.documents.get(uri);
    if (!document || isQueryDocument(uri)) return undefined;
    const form = this.formOf(uri);
    if (!form) return this.ofWhole(document, uri);
    const offset = document.offsetAt(position);
    const { dashboards } = this.in(document, uri, form);
    const found = dashboards.find(({ part, document: read }) =>
      form.isEmbedded ? isInside(read?.root, offset) : isWithin(part, offset),
    );
    // Holes belong to the tools of the file's own language.
    if (form.isEmbedded && found?.document?.holes?.some((hole) => isInside(hole, offset))) return undefined;
    return found && this.of(uri, found.address);
  }

  /** The dashboards of a text that is not open, or the one with this address, checked without a cache. */
  async unopened(uri: string, text: string, address?: string): Promise<readonly Dashboard[]> {
    const form = this.formOf(uri);
    if (form) {
      const around = await this.templates.around(uri, form);
      const all = form.read(text, around);
      const wanted = address === undefined ? all : all.filter((each) => each.address === address);
      return wanted.flatMap((each) => this.read(uri, each) ?? []);
    }
    await this.templates.prepare(uri, text);
    return [new Dashboard(text, this.catalogs.of(uri), this.templates.of(uri, text))];
  }

  /** What other files of the folder say about the dashboards of a file that may hold several. */
  async aroundOf(uri: string): Promise<unknown> {
    const form = this.formOf(uri);
    return form && this.templates.around(uri, form);
  }

  forget(uri: string): void {
    this.parsed.delete(uri);
    this.files.delete(uri);
    this.pictureStates.delete(uri);
  }

  private formOf(uri: string): FileForm | undefined {
    return fileFormOf(uri, this.documents.get(uri)?.languageId);
  }

  private ofWhole(document: TextDocument, uri: string): Model {
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
    keep(this.parsed, uri, known);
    return { document, dashboard: known.dashboard, ...this.pictureStateOf(uri, "") };
  }

  private in(document: TextDocument, uri: string, form: FileForm): FileModel {
    const catalog = this.catalogs.of(uri);
    const { version } = document;
    const around = this.templates.knownAround(uri);
    let known = this.files.get(uri);
    if (
      known?.version !== version ||
      known.document !== document ||
      known.catalog !== catalog ||
      known.around !== around
    ) {
      const text = document.getText();
      const [only, second] =
        form.id === "yaml" && known?.catalog === catalog ? (known?.dashboards ?? []) : [];
      const before = second ? undefined : only?.dashboard;
      const next = before && nextOf(before, text, form);
      const dashboards = next
        ? [next]
        : form.read(text, around).map((each) => ({ ...each, dashboard: this.read(uri, each, before) }));
      known = { document, version, catalog, around, dashboards };
    }
    keep(this.files, uri, known);
    return known;
  }

  private read(uri: string, { document }: FileDashboard, before?: Dashboard): Dashboard | undefined {
    return document && Dashboard.of(document, this.catalogs.of(uri), before);
  }

  private pictureStateOf(uri: string, address: string): Pick<Model, "pictures" | "past"> {
    let states = this.pictureStates.get(uri);
    if (!states) this.pictureStates.set(uri, (states = new Map()));
    let shown = states.get(address);
    if (!shown) states.set(address, (shown = { pictures: new PictureTracker(), past: new PictureHistory() }));
    return shown;
  }
}

/**
 * The next version of a file's only dashboard, checked without reading the whole text; undefined where that has to be read. The
 * rest is read once something asks for it.
 */
function nextOf(before: Dashboard, text: string, form: FileForm): OpenDashboard | undefined {
  let read: FileDashboard | undefined;
  const whole = () => (read ??= form.read(text)[0]!);
  const dashboard = Dashboard.next(before, text, () => whole().document!);
  return (
    dashboard && {
      address: "1",
      get name() {
        return whole().name;
      },
      get nameSpan() {
        return whole().nameSpan;
      },
      part: { offset: 0, length: text.length },
      get document() {
        return whole().document;
      },
      dashboard,
    }
  );
}

/** Marks an entry as most recently used, and drops the least recently used ones. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= KEPT) break;
    map.delete(oldest);
  }
}

/** Whether an offset lies between the first and the last character of a part. */
function isInside(span: Span | undefined, offset: number): boolean {
  return span !== undefined && offset > span.offset && offset < span.offset + span.length;
}

function isWithin({ offset: start, length }: Span, offset: number): boolean {
  return offset >= start && offset <= start + length;
}
