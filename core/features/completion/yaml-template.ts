import type { MessageType } from "../../schema/messages";
import { doubleQuoted } from "../../yaml/edit/scalar-text";
import { isPlainSafe } from "../../yaml/scalars";
import { isList, SnippetScalar, SnippetText, type TabStop, type ValueTemplate } from "./template";

export interface YamlTemplateOptions {
  /** Message that the value is an instance of, or its elements are. */
  readonly type: MessageType | undefined;
  readonly snakeCase: boolean;
  /** Columns of one level, and of the items of a list behind the key of the list. */
  readonly unit: number;
  readonly listIndent: number;
  /** Stops as `${1:…}`; else their defaults alone. */
  readonly snippets: boolean;
}

/** What stands behind a key or a hyphen, and the lines below it with their indentation. */
export interface PrintedTemplate {
  readonly head: string;
  readonly lines: readonly string[];
}

/** A template as YAML in block style. @param column of the key or the hyphen before it */
export function printYamlTemplate(
  value: ValueTemplate,
  options: YamlTemplateOptions,
  column: number,
  isItem: boolean,
): PrintedTemplate {
  return new Printer(options).value(value, options.type, column, isItem);
}

class Printer extends SnippetText {
  constructor(private readonly options: YamlTemplateOptions) {
    super(options.snippets);
  }

  value(
    value: ValueTemplate,
    type: MessageType | undefined,
    column: number,
    isItem: boolean,
  ): PrintedTemplate {
    if (value instanceof SnippetScalar) return this.filled(value, column, isItem);
    if (typeof value === "string") return one(this.string([value]));
    if (typeof value !== "object") return one(this.plain(JSON.stringify(value)));
    const entries = Array.isArray(value) ? value.length : Object.keys(value).length;
    if (entries === 0) return one(this.plain(Array.isArray(value) ? "[]" : "{}"));
    const inner = this.innerColumn(Array.isArray(value), column, isItem);
    const pad = " ".repeat(inner);
    const lines = isList(value)
      ? value.flatMap((item) => this.entry(`${pad}-`, this.value(item, type, inner, true)))
      : Object.entries(value).flatMap(([name, member]) => {
          const field = type?.field(name);
          const key = this.options.snakeCase ? (field?.protoName ?? name) : name;
          const written = isPlainSafe(key, false) ? key : doubleQuoted(key);
          return this.entry(
            `${pad}${this.plain(written)}:`,
            this.value(member, field?.message, inner, false),
          );
        });
    return isItem ? { head: lines[0]!.trimStart(), lines: lines.slice(1) } : { head: "", lines };
  }

  private innerColumn(list: boolean, column: number, isItem: boolean): number {
    if (isItem) return column + 2;
    return column + (list ? this.options.listIndent : this.options.unit);
  }

  private entry(start: string, { head, lines }: PrintedTemplate): string[] {
    return [head === "" ? start : `${start} ${head}`, ...lines];
  }

  private filled({ parts, quoted }: SnippetScalar, column: number, isItem: boolean): PrintedTemplate {
    if (quoted) return one(this.string(parts));
    const [open] = parts;
    // An empty object or list with the caret inside goes on in the next line.
    if (open === "{" || open === "[") {
      const inner = this.innerColumn(open === "[", column, isItem);
      const stop = this.stop({ choices: [""] }, String);
      if (stop === "") return one(open === "{" ? "{}" : "[]");
      const line = `${" ".repeat(inner)}${open === "[" ? "- " : ""}${stop}`;
      return isItem ? { head: line.trimStart(), lines: [] } : { head: "", lines: [line] };
    }
    return one(
      parts.map((part) => (typeof part === "string" ? this.plain(part) : this.stop(part, String))).join(""),
    );
  }

  /** A string, without quotes where its default can do without. */
  private string(parts: readonly (string | TabStop)[]): string {
    const text = parts.map((part) => (typeof part === "string" ? part : (part.choices[0] ?? ""))).join("");
    const choices = parts.flatMap((part) => (typeof part === "string" ? [] : part.choices));
    const canBePlain =
      isPlainSafe(text, false) && choices.every((choice) => choice === "" || isPlainSafe(choice, false));
    const isSimple = !/[^ -~]/.test(text);
    const quote = canBePlain ? "" : isSimple ? "'" : '"';
    const escape = (part: string) =>
      quote === "'" ? part.replaceAll("'", "''") : quote === '"' ? doubleQuoted(part).slice(1, -1) : part;
    const inside = parts.map((part) =>
      typeof part === "string" ? this.plain(escape(part)) : this.stop(part, escape),
    );
    return quote + inside.join("") + quote;
  }
}

function one(head: string): PrintedTemplate {
  return { head, lines: [] };
}
