import {
  type CompletionItem,
  type CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  InsertTextMode,
  type TextEdit,
} from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import type { ContainerNode, Node, ObjectNode, Span } from "../../document/node";
import { FormattingStyle } from "../../edit/style";
import type { MessageType } from "../../schema/messages";
import { rangeOf } from "../ranges";
import { SUGGEST_AGAIN } from "./language-items";
import { printTemplate, type ValueTemplate } from "./template";

/** Something to write, before it has a place. */
export interface Suggestion {
  readonly label: string;
  /** What typed text is matched against, where that is not the label. */
  readonly matched?: string;
  readonly kind: CompletionItemKind;
  /** What is written. */
  readonly value: ValueTemplate;
  /** Message of the value, or of its elements. */
  readonly type?: MessageType | undefined;
  /** What is written before the value: a key with its colon. */
  readonly key?: string;
  /** No value follows the key, because it has one. */
  readonly keyOnly?: boolean;
  /** A few words that stand beside the label. */
  readonly words?: string | undefined;
  readonly detail?: string | undefined;
  /** Markdown, or the color itself for a color. */
  readonly documentation?: string;
  readonly isColor?: boolean;
  readonly deprecated?: boolean;
  readonly preselect?: boolean;
  /** Whether the editor should ask again after accepting. */
  readonly again?: boolean;
}

/** Turns suggestions into items for one place of a text. */
export interface Slot {
  /** Whether members are named as in the proto files. */
  readonly usesSnakeCase: boolean;
  /** @param typed what every suggestion matches; by default each matches its own name */
  item(suggestion: Suggestion, order: number, typed?: string): CompletionItem;
}

/** A place in JSON. */
export class InsertionSlot implements Slot {
  private readonly commaBefore: TextEdit | "here" | undefined;
  private readonly commaAfter: boolean;
  private readonly style: FormattingStyle;
  private readonly snakeCase: boolean;

  constructor(
    private readonly dashboard: Dashboard,
    private readonly span: Span,
    /** The object or list that the item is written into; undefined for the whole file. */
    private readonly container: ContainerNode | undefined,
    /** Whether an entry is written that may need commas around it; `false` for the key of a value that is there. */
    isEntry: boolean,
    private readonly snippets: boolean,
  ) {
    this.style = new FormattingStyle(dashboard.document, {});
    this.snakeCase = writesSnakeCase(dashboard, container);
    this.commaBefore = isEntry && container ? this.missingCommaBefore(container) : undefined;
    const rest = dashboard.text.slice(span.offset + span.length, span.offset + span.length + 200);
    this.commaAfter = isEntry && container !== undefined && /^\s*["{[\w-]/.test(rest);
  }

  get usesSnakeCase(): boolean {
    return this.snakeCase;
  }

  /** @param typed what every suggestion matches; by default each matches its own name */
  item(suggestion: Suggestion, order: number, typed?: string): CompletionItem {
    const { label, kind, key, keyOnly, words, documentation, isColor, matched = label } = suggestion;
    const { value, isSnippet } = keyOnly ? { value: "", isSnippet: false } : this.print(suggestion);
    const prefix = this.commaBefore === "here" ? ", " : "";
    const written = key === undefined ? value : JSON.stringify(key) + (keyOnly ? "" : `: ${value}`);
    const text = `${prefix}${written}${this.commaAfter ? "," : ""}`;
    const detail = suggestion.detail ?? words;
    return {
      label,
      kind,
      sortText: String(order).padStart(4, "0"),
      filterText: typed ?? this.filterText(key ?? matched, words),
      insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      insertTextMode: text.includes("\n") ? InsertTextMode.adjustIndentation : undefined,
      textEdit: { range: rangeOf(this.dashboard, this.span), newText: text },
      detail: detail || undefined,
      labelDetails: words ? { description: words } : undefined,
      documentation: documentation
        ? isColor
          ? documentation
          : { kind: "markdown" as const, value: documentation }
        : undefined,
      additionalTextEdits: typeof this.commaBefore === "object" ? [this.commaBefore] : undefined,
      tags: suggestion.deprecated ? [CompletionItemTag.Deprecated] : undefined,
      preselect: suggestion.preselect ? true : undefined,
      command: suggestion.again ? SUGGEST_AGAIN : undefined,
    };
  }

  private print({ value, type }: Suggestion): { value: string; isSnippet: boolean } {
    const options = {
      type,
      snakeCase: this.snakeCase,
      indent: this.style.unit(this.container),
      eol: this.dashboard.text.includes("\r\n") ? "\r\n" : "\n",
    };
    const plain = printTemplate(value, { ...options, snippets: false });
    if (!this.snippets) return { value: plain, isSnippet: false };
    const snippet = printTemplate(value, { ...options, snippets: true });
    return snippet === plain ? { value: plain, isSnippet: false } : { value: snippet, isSnippet: true };
  }

  /** Editors match it against what stands in the span up to the caret, an opening quote included. */
  private filterText(label: string, words: string | undefined): string {
    const quoted = this.dashboard.text[this.span.offset] === '"' ? JSON.stringify(label) : label;
    return words ? `${quoted} ${words}` : quoted;
  }

  /** The comma that the entry before needs behind it: an edit, or `here` when it belongs right before the span. */
  private missingCommaBefore(container: ContainerNode): TextEdit | "here" | undefined {
    let end = -1;
    for (const entryEnd of entryEnds(container)) if (entryEnd <= this.span.offset) end = entryEnd;
    if (end < 0 || this.dashboard.text.slice(end, this.span.offset).trim() !== "") return undefined;
    if (end === this.span.offset) return "here";
    return { range: rangeOf(this.dashboard, { offset: end, length: 0 }), newText: "," };
  }
}

/** Where the whole entries of a container end, in source order. */
function entryEnds(container: ContainerNode): number[] {
  const values =
    container.kind === "array" ? container.items : container.properties.map(({ value }) => value);
  return values.flatMap((value) => (value ? [value.offset + value.length] : []));
}

/** Whether the members around a place are spelled as in the proto files. */
export function writesSnakeCase({ canonical }: Dashboard, near: Node | undefined): boolean {
  for (let node = near; node; node = node.parent) {
    const type = node.kind === "object" ? canonical.messageOf(node) : undefined;
    if (!type) continue;
    for (const { key } of (node as ObjectNode).properties) {
      const field = type.field(key);
      if (field && field.name !== field.protoName) return key === field.protoName;
    }
  }
  return false;
}
