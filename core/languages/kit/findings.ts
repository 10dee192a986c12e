import type { Severity } from "../../finding";
import type { LanguageFinding, LanguageFix } from "../language";
import type { TextRange } from "./range";

/** A finding over a range of the decoded filter; fixes that could not be worked out are left out. */
export function filterFinding(
  code: string,
  severity: Severity,
  range: TextRange,
  message: string,
  ...fixes: (LanguageFix | undefined)[]
): LanguageFinding {
  const known = fixes.filter((fix) => fix !== undefined);
  const base = { code, severity, message, offset: range.offset, length: range.end - range.offset };
  return known.length > 0 ? { ...base, fixes: known } : base;
}

export function replaceFix(title: string, range: TextRange, text: string): LanguageFix {
  return { title, offset: range.offset, length: range.end - range.offset, text };
}

export function insertFix(title: string, offset: number, text: string): LanguageFix {
  return { title, offset, length: 0, text };
}

/** Takes a range out, with the white space before it; where nothing is before it, with the white space behind it. */
export function removeFix(title: string, text: string, range: TextRange): LanguageFix {
  let offset = range.offset;
  while (offset > 0 && /\s/.test(text[offset - 1]!)) offset--;
  let { end } = range;
  if (offset === 0 || text[offset - 1] === "(") while (/\s/.test(text[end] ?? "")) end++;
  return { title, offset, length: end - offset, text: "" };
}

/** Text in quotes, cut when long, for use in a message: in single quotes where it has double ones. */
export function inQuotes(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const quote = line.includes('"') ? "'" : '"';
  return `${quote}${line.length > 60 ? `${line.slice(0, 57)}…` : line}${quote}`;
}
