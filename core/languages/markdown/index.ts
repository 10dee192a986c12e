import { finding, shown } from "../filter/findings";
import type { EmbeddedLanguage, LanguageContext, LanguageFinding, LanguageToken } from "../language";
import { markdownRules } from "./rules";

/** Markdown: what `text.content` is written in, unless its `format` says `RAW`. */
export const markdown: EmbeddedLanguage = {
  id: "markdown",
  readsBeside: true,
  check,
  tokens,
  rules: markdownRules,
};

function check(text: string, { variables, beside }: LanguageContext): LanguageFinding[] {
  const out: LanguageFinding[] = [];
  const declared = new Set(variables.map(({ name }) => name));
  const isRaw = beside?.["format"] === "RAW";
  const code = isRaw ? [] : codeRanges(text);
  const inCode = (offset: number) => code.some((range) => offset >= range.offset && offset < range.end);
  for (const match of text.matchAll(/\$\{([\w-]+)(?:\.value)?\}/g)) {
    if (!declared.has(match[1]!) || inCode(match.index)) continue;
    const range = { offset: match.index, end: match.index + match[0].length };
    const message = `Texts show ${shown(match[0])} as it is written; template variables are replaced in queries only.`;
    out.push(finding("markdown-variable", "information", range, message));
  }
  if (isRaw) return out;
  for (const match of text.matchAll(/<\/?[a-zA-Z][\w-]*(?:\s[^<>]*)?\/?>/g)) {
    if (inCode(match.index)) continue;
    const range = { offset: match.index, end: match.index + match[0].length };
    const message = `HTML is not rendered in dashboards; ${shown(match[0])} is shown as it is written.`;
    out.push(finding("markdown-html", "hint", range, message));
    break;
  }
  const fence = code.find(({ open }) => open);
  if (fence) {
    const range = { offset: fence.offset, end: fence.offset + 3 };
    out.push(
      finding(
        "markdown-fence",
        "information",
        range,
        "The block of code is not closed, so everything below is code.",
      ),
    );
  }
  return out.sort((a, b) => a.offset - b.offset);
}

interface CodeRange {
  readonly offset: number;
  readonly end: number;
  /** A block without an end. */
  readonly open: boolean;
}

/** Blocks between fences, and spans between backquotes. */
function codeRanges(text: string): CodeRange[] {
  const out: CodeRange[] = [];
  let fence: { readonly mark: string; readonly offset: number } | undefined;
  for (const line of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    if (line[0] === "") continue;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line[0])?.[1];
    const at = line.index;
    if (fence) {
      if (!mark?.startsWith(fence.mark) || !/^\s*[`~]+\s*$/.test(line[0])) continue;
      out.push({ offset: fence.offset, end: at + line[0].length, open: false });
      fence = undefined;
    } else if (mark) fence = { mark, offset: at + line[0].indexOf(mark) };
    else {
      for (const span of line[0].matchAll(/(`+)(?!`)(?:[^`]|(?!\1(?!`))`)*\1/g)) {
        out.push({ offset: at + span.index, end: at + span.index + span[0].length, open: false });
      }
    }
  }
  if (fence) out.push({ offset: fence.offset, end: text.length, open: true });
  return out;
}

const marks: readonly (readonly [RegExp, LanguageToken["type"]])[] = [
  [/^ {0,3}#{1,6} [^\n]*/gm, "keyword"],
  [/!?\[[^\]\n]*\]\([^)\n]*\)/g, "type"],
  [/^\s*(?:[-*+]|\d+[.)])(?= )/gm, "operator"],
];

function tokens(text: string): LanguageToken[] {
  const code = codeRanges(text);
  const found = code.flatMap(({ offset, end }) => linesOf(text, offset, end, "string"));
  for (const [pattern, type] of marks) {
    for (const match of text.matchAll(pattern)) {
      const offset = match.index + /^\s*/.exec(match[0])![0].length;
      const end = match.index + match[0].length;
      if (!found.some((token) => token.offset < end && offset < token.offset + token.length))
        found.push({ offset, length: end - offset, type });
    }
  }
  return found.sort((a, b) => a.offset - b.offset);
}

/** One token a line. */
function linesOf(text: string, offset: number, end: number, type: LanguageToken["type"]): LanguageToken[] {
  return [...text.slice(offset, end).matchAll(/[^\r\n]+/g)].map((line) => ({
    offset: offset + line.index,
    length: line[0].length,
    type,
  }));
}
