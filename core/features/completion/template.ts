import type { MessageType } from "../../schema/messages";

/**
 * A JSON value with places in it where the author goes on. Each place holds a legal default, so that the value is whole
 * before a word of it is changed.
 */
export type ValueTemplate =
  | string
  | number
  | boolean
  | SnippetScalar
  | readonly ValueTemplate[]
  | { readonly [member: string]: ValueTemplate };

/** A default at a place where the author goes on, or several to choose from, the default first. */
export interface TabStop {
  readonly choices: readonly string[];
}

/** A scalar with stops in it. */
export class SnippetScalar {
  constructor(
    readonly parts: readonly (string | TabStop)[],
    /** Whether the parts are the text of a JSON string; else they are JSON themselves. */
    readonly quoted: boolean,
  ) {}
}

/** A JSON string; what is interpolated becomes a stop, a list a choice: fill`projects/${"my-project"}`. */
export function stringWithStops(
  strings: TemplateStringsArray,
  ...stops: (string | readonly string[])[]
): SnippetScalar {
  const parts = strings.flatMap((text, i) => {
    const stop = stops[i];
    return stop === undefined ? [text] : [text, stopOf(stop)];
  });
  return new SnippetScalar(
    parts.filter((part) => part !== ""),
    true,
  );
}

/** A number or a word of JSON to change, or several to choose from. */
export function literalStop(...choices: (number | boolean)[]): SnippetScalar {
  return new SnippetScalar([{ choices: choices.map(String) }], false);
}

/** An empty object or list, or an empty string, with the caret inside. */
export function openBrackets(brackets: "{}" | "[]" | '""'): SnippetScalar {
  if (brackets === '""') return new SnippetScalar([stopOf("")], true);
  return new SnippetScalar([brackets[0]!, stopOf(""), brackets[1]!], false);
}

const stopOf = (stop: string | readonly string[]): TabStop => ({
  choices: typeof stop === "string" ? [stop] : stop,
});

export interface PrintOptions {
  /** Message that the value is an instance of, or its elements are. */
  readonly type: MessageType | undefined;
  /** Members as `time_series_query` rather than `timeSeriesQuery`. */
  readonly snakeCase: boolean;
  /** White space of one level. */
  readonly indent: string;
  readonly eol: string;
  /** Stops as `${1:…}`; else their defaults alone. */
  readonly snippets: boolean;
}

/** The text of a template, its lines indented from zero on. */
export function printTemplate(value: ValueTemplate, options: PrintOptions): string {
  return new Printer(options).print(value, options.type, "");
}

/** Text as it stands in a snippet outside of a stop. */
export function escapeSnippetText(text: string): string {
  return text.replace(/[\\$]/g, "\\$&");
}

/** Writes text with numbered stops as a snippet, or with the defaults of the stops alone. */
export class SnippetText {
  private stops = 0;

  constructor(private readonly isSnippet: boolean) {}

  stop({ choices }: TabStop, escape: (text: string) => string): string {
    const [first = ""] = choices;
    if (!this.isSnippet) return escape(first);
    const number = ++this.stops;
    if (choices.length > 1) {
      const list = choices.map((choice) => escape(choice).replace(/[\\,|]/g, "\\$&"));
      return `\${${number}|${list.join(",")}|}`;
    }
    return first === "" ? `$${number}` : `\${${number}:${escape(first).replace(/[\\$}]/g, "\\$&")}}`;
  }

  plain(text: string): string {
    return this.isSnippet ? escapeSnippetText(text) : text;
  }
}

class Printer extends SnippetText {
  constructor(private readonly options: PrintOptions) {
    super(options.snippets);
  }

  print(value: ValueTemplate, type: MessageType | undefined, indent: string): string {
    if (value instanceof SnippetScalar) return this.filled(value);
    if (typeof value !== "object") return this.plain(JSON.stringify(value));
    const inner = indent + this.options.indent;
    if (isList(value)) {
      return this.lines(
        "[]",
        value.map((item) => this.print(item, type, inner)),
        indent,
      );
    }
    const members = Object.entries(value).map(([name, member]) => {
      const field = type?.field(name);
      const key = this.options.snakeCase ? (field?.protoName ?? name) : name;
      return `${this.plain(JSON.stringify(key))}: ${this.print(member, field?.message, inner)}`;
    });
    return this.lines("{}", members, indent);
  }

  private lines(brackets: string, entries: readonly string[], indent: string): string {
    const [start, end] = [this.plain(brackets[0]!), this.plain(brackets[1]!)];
    if (entries.length === 0) return start + end;
    const { eol } = this.options;
    const line = eol + indent + this.options.indent;
    return `${start}${line}${entries.join(`,${line}`)}${eol}${indent}${end}`;
  }

  private filled({ parts, quoted }: SnippetScalar): string {
    const escape = (text: string) => (quoted ? JSON.stringify(text).slice(1, -1) : text);
    const text = parts
      .map((part) => (typeof part === "string" ? this.plain(escape(part)) : this.stop(part, escape)))
      .join("");
    return quoted ? `"${text}"` : text;
  }
}

export function isList(value: ValueTemplate): value is readonly ValueTemplate[] {
  return Array.isArray(value);
}
