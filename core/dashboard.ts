import type { Catalog } from "./catalog/catalog";
import { type Checked, checkOptional, checkParts, findingsIn, optionalRules, sortFindings } from "./check";
import type { RuleSettings } from "./config/config";
import { applySettings } from "./config/severity";
import { type Hole, maskHoles } from "./document/holes";
import { LineMap } from "./document/lines";
import { type JsonDocument, readDocument } from "./document/reader";
import type { Finding } from "./finding";
import { Outline } from "./incremental/outline";
import { languageContext } from "./languages/check";
import type { LanguageContext } from "./languages/language";
import { type Canonical, canonicalize } from "./schema/canonical";
import { checkDollars } from "./template/dollars";
import { isAboutOneValue, withoutHoleFindings, withoutHoleFindingsIn } from "./template/suppress";
import type { Template } from "./template/template";

/** One version of a dashboard's text with everything derived from it, each part computed once and on demand. */
export class Dashboard {
  private reading: JsonDocument | undefined;
  private lineMap: LineMap | undefined;
  private foundHoles: { readonly holes: readonly Hole[]; readonly masked: boolean } | undefined;
  private canonicalForm: Canonical | undefined;
  private languageContext: LanguageContext | undefined;
  private allFindings: readonly Finding[] | undefined;
  /** What a check of the whole text has found, where one was needed. */
  private checked: Checked | undefined;
  /** The optional rules that were asked for last. */
  private wanted: readonly string[] = [];
  private readLater: (() => JsonDocument) | undefined;
  /** Of an earlier version, for versions after this one. */
  private past: Outline | undefined;
  /** Of an earlier version. */
  private readonly earlier: Outline | undefined;
  /** Of this one. */
  private outline: Outline | undefined;

  /**
   * @param catalog metric and resource types to go by, such as a project's own; the shipped ones when undefined
   * @param template what is known about a template
   * @param before an earlier version, whose findings are reused where nothing has changed
   */
  constructor(
    readonly text: string,
    readonly catalog?: Catalog,
    readonly template?: Template,
    before?: Dashboard,
  ) {
    if (before?.catalog === catalog) this.earlier = before?.outlineForNext();
  }

  /**
   * A dashboard that was read already, because it is not the whole of its text.
   *
   * @param before an earlier version that `next` could not go on from; a later one may
   */
  static of(document: JsonDocument, catalog?: Catalog, before?: Dashboard): Dashboard {
    const dashboard = new Dashboard(document.text, catalog);
    dashboard.reading = document;
    if (before && before.catalog === catalog) dashboard.past = before.outlineForNext();
    return dashboard;
  }

  /**
   * The next version of the only dashboard of a file; undefined where its text has to be read as a whole to find its
   * dashboards.
   *
   * @param read reads the text, once something asks for more than the findings
   */
  static next(before: Dashboard, text: string, read: () => JsonDocument): Dashboard | undefined {
    const outline = before.outlineForNext()?.next(text);
    if (!outline) return undefined;
    const dashboard = new Dashboard(text, before.catalog);
    dashboard.outline = outline;
    dashboard.wanted = outline.optional;
    dashboard.readLater = read;
    dashboard.allFindings = outline.findings();
    return dashboard;
  }

  /** The same dashboard with another text; undefined where that text is of another kind and no longer holds it. */
  withText(text: string): Dashboard | undefined {
    const { form } = this.document;
    if (!form) return new Dashboard(text, this.catalog, this.template, this);
    const document = form.read(text);
    return document && Dashboard.of(document, this.catalog);
  }

  get document(): JsonDocument {
    this.reading ??= this.readLater?.() ?? readDocument(this.text, this.template);
    return this.reading;
  }

  /** The lines of the text, which can be had without reading it. */
  get lines(): LineMap {
    this.lineMap ??= this.reading?.lines ?? new LineMap(this.text);
    return this.lineMap;
  }

  get canonical(): Canonical {
    this.canonicalForm ??= canonicalize(this.document);
    return this.canonicalForm;
  }

  /** What the whole dashboard tells the query languages in it. */
  get context(): LanguageContext {
    this.languageContext ??= languageContext(this.canonical, this.catalog);
    return this.languageContext;
  }

  get findings(): readonly Finding[] {
    this.allFindings ??= this.withDollars(this.findAll());
    return this.allFindings;
  }

  /** The findings with the severities of the settings, including optional rules. */
  findingsUnder(settings: RuleSettings): readonly Finding[] {
    const { findings } = this;
    this.wanted = optionalRules.filter((id) => Object.hasOwn(settings, id) && settings[id] !== "off");
    const optional = this.wanted.length > 0 ? this.findOptional() : [];
    const all = optional.length > 0 ? [...findings, ...optional].sort(sortFindings) : findings;
    return applySettings(all, settings);
  }

  /** Whether the findings were computed incrementally from an earlier version. */
  get isOutlined(): boolean {
    return this.outline !== undefined && this.checked === undefined;
  }

  private findAll(): readonly Finding[] {
    return (
      this.findFromEarlier() ?? this.judged(this.withoutHoleFindings(findingsIn(this.document, this.whole())))
    );
  }

  /** Findings computed incrementally; undefined where the whole text has to be checked. */
  private findFromEarlier(): readonly Finding[] | undefined {
    const outline = this.earlier && this.holesInText?.masked !== true && this.earlier.next(this.text);
    if (!outline) return undefined;
    const findings = outline.findings();
    // A quote in a comment looks like the start of a string.
    if (this.holesInText?.holes.length && findings.some(({ code }) => code === "comment")) return undefined;
    this.outline = outline;
    return this.independentOfHoles(outline, findings);
  }

  /** The holes of a template, found without reading the text. */
  private get holesInText(): { readonly holes: readonly Hole[]; readonly masked: boolean } | undefined {
    if (!this.template) return undefined;
    if (!this.foundHoles) {
      const { text, holes } = maskHoles(this.text, this.template);
      this.foundHoles = { holes, masked: text !== this.text };
    }
    return this.foundHoles;
  }

  private independentOfHoles(outline: Outline, findings: readonly Finding[]): readonly Finding[] {
    const holes = this.holesInText?.holes ?? [];
    return withoutHoleFindingsIn(this.text, findings, holes, outline.dashboardFilters());
  }

  private findOptional(): readonly Finding[] {
    const { outline } = this;
    if (outline && sameNames(outline.optional, this.wanted))
      return this.independentOfHoles(outline, outline.optionalFindings());
    const found = checkOptional(this.document, this.canonical, this.context, this.wanted);
    return this.judged(this.withoutHoleFindings(found.map(({ finding }) => finding)));
  }

  private whole(): Checked {
    this.checked ??= checkParts(this.document, this.canonical, this.context);
    return this.checked;
  }

  /** State for the next version. Computed only if there is one, because most dashboards are read once. */
  private outlineForNext(): Outline | undefined {
    if (!this.allFindings) return this.earlier ?? this.past;
    if (this.outline && sameNames(this.outline.optional, this.wanted)) return this.outline;
    const { document, canonical, context, wanted } = this;
    if ((document.form && !document.form.yaml) || document.shaped || document.masked) return undefined;
    const hasComments = document.problems.some(({ code }) => code === "comment");
    if (hasComments && this.holesInText?.holes.length) return undefined;
    this.outline = Outline.of({
      document,
      canonical,
      context,
      checked: this.whole(),
      optional: wanted,
    });
    // A text that cannot be outlined for a moment may be one change away from the earlier one again.
    return this.outline ?? this.earlier ?? this.past;
  }

  /** With what is wrong with the dollars of a file that Terraform's code is known to load. */
  private withDollars(findings: readonly Finding[]): readonly Finding[] {
    const loaded = this.template?.loaded;
    if (!loaded || this.document.shaped) return findings;
    const variables = new Set(this.context.variables.map(({ name }) => name));
    return [...findings, ...checkDollars(this.document, loaded, variables)].sort(sortFindings);
  }

  /** The findings as they hold for a text that is not JSON. */
  private judged(findings: readonly Finding[]): readonly Finding[] {
    const { document } = this;
    return document.form?.judge?.(document, findings) ?? findings;
  }

  /** The findings that hold whatever a template is filled with. */
  private withoutHoleFindings(findings: readonly Finding[]): readonly Finding[] {
    const { holes, shaped } = this.document;
    const certain = holes ? withoutHoleFindings(findings, this.document, holes) : findings;
    return shaped ? certain.filter(isAboutOneValue) : certain;
  }
}

function sameNames(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, i) => name === others[i]);
}
