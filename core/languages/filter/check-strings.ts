import { filterFinding, inQuotes, insertFix, replaceFix } from "../kit/findings";
import type { LanguageFinding } from "../language";
import { type BareValue, type Comparison, literalOf, type StringValue } from "./ast";
import { quoteValue } from "./vocabulary";

/** A value that has to be put in quotes. */
export function unquotedFinding(value: BareValue): LanguageFinding {
  const message = `Put string values in double quotes: '${quoteValue(value.text)}'.`;
  const fix = replaceFix("Quote the value", value, quoteValue(value.text));
  return filterFinding("filter-unquoted-value", "warning", value, message, fix);
}

/** Escapes that the language is not known to have; usually a regular expression that lost half its backslashes. */
export function checkEscapes(value: StringValue): LanguageFinding[] {
  if (value.quote !== '"' || !value.text.includes("\\")) return [];
  const out: LanguageFinding[] = [];
  // Offsets are found on the raw content, which `text` no longer is.
  let at = value.content.offset;
  for (const piece of value.raw.split(/(\\[\s\S])/)) {
    if (/^\\[^"\\]/.test(piece)) {
      const range = { offset: at, end: at + piece.length };
      const message = `A filter allows the escapes '\\"' and "\\\\" only. Write "\\${piece}" if the backslash is part of the value, as in a regular expression.`;
      out.push(
        filterFinding(
          "filter-escape",
          "information",
          range,
          message,
          insertFix("Double the backslash", at, "\\"),
        ),
      );
    }
    at += piece.length;
  }
  return out;
}

/**
 * A pattern that `=` compares literally. Only a hint, because real values can contain such characters (a route `/api/*`).
 */
export function checkPattern(value: StringValue, { object, operator }: Comparison): LanguageFinding[] {
  const text = literalOf(value);
  if (!text || !object.key || !/^!?=$/.test(operator?.text ?? "")) return [];
  const call = patternCall(text);
  if (!call) return [];
  const message = `${inQuotes(operator!.text)} compares ${inQuotes(text)} literally. To match a pattern, use a function: ${inQuotes(call)}.`;
  return [
    filterFinding(
      "filter-pattern",
      "information",
      value.content,
      message,
      replaceFix(`Change to ${call}`, value, call),
    ),
  ];
}

/** The function that does what a pattern was probably meant to do; undefined for a text that looks like none. */
function patternCall(text: string): string | undefined {
  const regex = /\.[*+]|^\^|(?<=\w)\|(?=\w)|\[[^\]]+\][*+]/.test(text);
  if (regex) return `monitoring.regex.full_match(${quoteValue(text.replace(/^\^|\$$/g, ""))})`;
  const glob = /^(\*?)([\w.:-]+)(\*?)$/.exec(text);
  const [, before, middle = "", after] = glob ?? [];
  if (!glob || (!before && !after)) return undefined;
  const name = before ? (after ? "has_substring" : "ends_with") : "starts_with";
  return `${name}(${quoteValue(middle)})`;
}
