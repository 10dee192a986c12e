import type { LanguageFinding } from "../language";
import type { BareValue, StringValue } from "./ast";
import { finding, insertFix, replaceFix } from "./findings";
import { quote } from "./vocabulary";

/** A value that has to be put in quotes. */
export function unquotedFinding(value: BareValue): LanguageFinding {
  const message = `Text values are written in double quotes: \`${quote(value.text)}\`.`;
  const fix = replaceFix("Quote the value", value, quote(value.text));
  return finding("filter-unquoted-value", "warning", value, message, fix);
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
      const message = `Only \`"\` and a backslash are escaped in a filter. Write \`\\${piece}\` if the backslash is part of the value, as in a regular expression.`;
      out.push(
        finding("filter-escape", "information", range, message, insertFix("Double the backslash", at, "\\")),
      );
    }
    at += piece.length;
  }
  return out;
}
