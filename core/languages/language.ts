import type { Catalog } from "../catalog/catalog";
import type { Finding, Severity } from "../finding";
import type { Evidence } from "../schema/messages";

/**
 * A query language inside JSON strings. Implementations see decoded text and decoded offsets only; callers map them to
 * the file with the node's `StringMap`.
 */
export interface EmbeddedLanguage {
  /** Value of `x-language` in the schema. */
  readonly id: string;
  /** Whether the findings depend on sibling members of the string (`LanguageContext.siblings`). */
  readonly readsSiblings?: true;
  check(text: string, context: LanguageContext): LanguageFinding[];
  complete?(text: string, offset: number, context: LanguageContext): LanguageCompletions;
  hover?(text: string, offset: number, context: LanguageContext): LanguageHover | undefined;
  /** Tokens for color, in order, without overlap. */
  tokens?(text: string): LanguageToken[];
  /** Every kind of finding that `check` can give; its pages and settings are made from this. */
  readonly rules?: readonly LanguageRule[];
  /**
   * The text with the language's usual white space, all on one line or a line for each of its parts; undefined where it
   * cannot be read.
   */
  format?(text: string, style: "line" | "lines"): string | undefined;
  /** The function whose arguments the offset is in. */
  signature?(text: string, offset: number): LanguageSignature | undefined;
}

/** Context of the string from the surrounding dashboard. */
export interface LanguageContext {
  /** Names of the template variables the dashboard declares. */
  readonly variables: readonly TemplateVariable[];
  /** Metric and resource types to go by, such as a project's own; the shipped catalog when absent. */
  readonly catalog?: Catalog;
  /** Canonical value of the object that the string is a member of; only for languages that read it. */
  readonly siblings?: Readonly<Record<string, unknown>>;
}

export interface TemplateVariable {
  readonly name: string;
  /** Filter type as declared, e.g. RESOURCE_LABEL; undefined when not written. */
  readonly filterType?: string;
  readonly labelKey?: string;
}

export interface LanguageFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Decoded offset and length. */
  readonly offset: number;
  readonly length: number;
  /** Replacements that fix it, best first; ranges are decoded offsets. */
  readonly fixes?: readonly LanguageFix[];
  /** How a client may render the range beside its severity. */
  readonly tag?: Finding["tag"];
}

/** A kind of finding in an embedded language. */
export interface LanguageRule {
  /** Code of its findings, and the name of its page. */
  readonly id: string;
  /** The highest that its findings have. */
  readonly severity: Severity;
  /** Evidence that the service rejects it. */
  readonly evidence: Evidence;
  /** One sentence: what the rule says. */
  readonly summary: string;
  /** The service's response, if known. */
  readonly serviceMessage?: string;
  /** A text that gives exactly one finding, which is this rule's. */
  readonly bad: string;
  /** A text that gives none. */
  readonly good: string;
  /** What the dashboard around both examples declares. */
  readonly variables?: readonly TemplateVariable[];
  /** What stands beside both examples. */
  readonly siblings?: LanguageContext["siblings"];
}

export interface LanguageFix {
  readonly title: string;
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** What can stand at a place, best first. Items are already matched against what is typed there. */
export interface LanguageCompletions {
  readonly items: readonly LanguageCompletion[];
  /** More typing may bring items that are not here, so the editor has to ask again. */
  readonly incomplete: boolean;
}

export interface LanguageCompletion {
  readonly label: string;
  /** Decoded text that replaces `[offset, offset + length)` of the decoded string. */
  readonly insertText: string;
  readonly offset: number;
  readonly length: number;
  /** Decoded offset, counted from the start of `insertText`, where the caret should end up; the end by default. */
  readonly caret?: number;
  readonly kind:
    | "object"
    | "operator"
    | "function"
    | "value"
    | "keyword"
    | "variable"
    | "metric"
    | "resource"
    | "label";
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  /** What the typed text is matched against; the label by default. */
  readonly filterText?: string;
  readonly sortText?: string;
  /** Ask for completion again after accepting, because a value follows at once. */
  readonly retrigger?: boolean;
}

export interface LanguageHover {
  readonly offset: number;
  readonly length: number;
  /** Markdown. */
  readonly markdown: string;
}

export interface LanguageSignature {
  /** The whole call as it is written, such as `one_of("a", "b")`. */
  readonly label: string;
  /** The parts of `label` that are parameters, in order. */
  readonly parameters: readonly string[];
  /** Number of the parameter the offset is at. */
  readonly active: number;
  /** Markdown. */
  readonly documentation?: string;
}

export interface LanguageToken {
  readonly offset: number;
  readonly length: number;
  readonly type:
    | "keyword"
    | "property"
    | "operator"
    | "string"
    | "number"
    | "function"
    | "variable"
    | "comment"
    | "type";
}
