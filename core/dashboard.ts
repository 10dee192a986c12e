import type { Catalog } from "./catalog/catalog";
import { check, checkOptional, optionalRules, sortFindings } from "./check";
import type { RuleSettings } from "./config/config";
import { applySettings } from "./config/severity";
import { type JsonDocument, readDocument } from "./document/reader";
import type { Finding } from "./finding";
import { languageContext } from "./languages/check";
import type { LanguageContext } from "./languages/language";
import { type Canonical, canonicalize } from "./schema/canonical";
import { withoutHoleFindings } from "./template/suppress";
import type { Template } from "./template/template";

/** One version of a dashboard's text with everything that is derived from it, each part worked out once and on demand. */
export class Dashboard {
  readonly document: JsonDocument;
  private canonicalForm: Canonical | undefined;
  private languages: LanguageContext | undefined;
  private allFindings: readonly Finding[] | undefined;

  /** @param catalog metric and resource types to go by, such as a project's own; the shipped ones when undefined */
  constructor(
    readonly text: string,
    readonly catalog?: Catalog,
    /** What is known of a text that somebody fills in. */
    readonly template?: Template,
  ) {
    this.document = readDocument(text, template);
  }

  get canonical(): Canonical {
    this.canonicalForm ??= canonicalize(this.document);
    return this.canonicalForm;
  }

  /** What the whole dashboard tells the query languages in it. */
  get context(): LanguageContext {
    this.languages ??= languageContext(this.canonical, this.catalog);
    return this.languages;
  }

  get findings(): readonly Finding[] {
    this.allFindings ??= this.certain(check(this.document, this.canonical, this.context));
    return this.allFindings;
  }

  /** The findings with the severities of the settings, those of the rules included that only settings turn on. */
  findingsUnder(settings: RuleSettings): readonly Finding[] {
    const wanted = optionalRules.filter((id) => Object.hasOwn(settings, id) && settings[id] !== "off");
    const optional =
      wanted.length > 0
        ? this.certain(checkOptional(this.document, this.canonical, this.context, wanted))
        : [];
    const all = optional.length > 0 ? [...this.findings, ...optional].sort(sortFindings) : this.findings;
    return applySettings(all, settings);
  }

  /** The findings that hold whatever a template is filled with. */
  private certain(findings: readonly Finding[]): readonly Finding[] {
    const { holes, shaped } = this.document;
    if (shaped) return [];
    return holes ? withoutHoleFindings(findings, this.document, holes) : findings;
  }
}
