import {
  type CompletionItem,
  CompletionItemTag,
  InsertTextFormat,
  InsertTextMode,
} from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import type { Span } from "../../document/node";
import type { YamlHabits } from "../../yaml/edit/style";
import { rangeOf } from "../ranges";
import type { Slot, Suggestion } from "./item";
import { SUGGEST_AGAIN } from "./language-items";
import { type PrintedTemplate, printYamlTemplate } from "./yaml-template";

/** Where an item goes in YAML. */
export interface YamlPlace {
  /** What is replaced; on one line. */
  readonly span: Span;
  /** The column of the key, or of the key or hyphen before the value. */
  readonly column: number;
  /** Columns that the editor puts in front of each line but the first. */
  readonly lineIndent: number;
  /** The value is behind a hyphen, where an object starts on the same line. */
  readonly isItem: boolean;
  /** A space is missing behind the colon. */
  readonly needsSpace: boolean;
  readonly snakeCase: boolean;
}

/** Turns suggestions into items for one place of a YAML text. */
export class YamlSlot implements Slot {
  constructor(
    private readonly dashboard: Dashboard,
    private readonly place: YamlPlace,
    private readonly habits: YamlHabits,
    private readonly snippets: boolean,
  ) {}

  get usesSnakeCase(): boolean {
    return this.place.snakeCase;
  }

  item(suggestion: Suggestion, order: number, typed?: string): CompletionItem {
    const { label, kind, key, keyOnly, words, documentation, isColor, matched = label } = suggestion;
    const plain = this.text(suggestion, false);
    const snippet = this.snippets ? this.text(suggestion, true) : plain;
    const text = keyOnly ? key! : snippet;
    const detail = suggestion.detail ?? words;
    const filter = key ?? matched;
    return {
      label,
      kind,
      sortText: String(order).padStart(4, "0"),
      filterText: typed ?? (words ? `${filter} ${words}` : filter),
      insertTextFormat: snippet === plain ? InsertTextFormat.PlainText : InsertTextFormat.Snippet,
      insertTextMode: text.includes("\n") ? InsertTextMode.adjustIndentation : undefined,
      textEdit: { range: rangeOf(this.dashboard, this.place.span), newText: text },
      detail: detail || undefined,
      labelDetails: words ? { description: words } : undefined,
      documentation: documentation
        ? isColor
          ? documentation
          : { kind: "markdown" as const, value: documentation }
        : undefined,
      tags: suggestion.deprecated ? [CompletionItemTag.Deprecated] : undefined,
      preselect: suggestion.preselect ? true : undefined,
      command: suggestion.again ? SUGGEST_AGAIN : undefined,
    };
  }

  private text({ key, value, type }: Suggestion, snippets: boolean): string {
    const { column, lineIndent, isItem, needsSpace, snakeCase } = this.place;
    const { eol, unit, listIndent } = this.habits;
    const printed = printYamlTemplate(
      value,
      { type, snakeCase, unit, listIndent, snippets },
      column,
      isItem && key === undefined,
    );
    const below = printed.lines
      .map((line) => eol + line.slice(Math.min(lineIndent, indentOf(line))))
      .join("");
    if (key !== undefined) return `${key}:${headOf(printed, " ")}${below}`;
    return `${headOf(printed, needsSpace ? " " : "")}${below}`;
  }
}

function headOf({ head }: PrintedTemplate, space: string): string {
  return head === "" ? "" : space + head;
}

function indentOf(line: string): number {
  return /^ */.exec(line)![0].length;
}
