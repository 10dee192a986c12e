import { rankCandidates } from "../kit/completion-rank";
import { filterFinding, inQuotes } from "../kit/findings";
import { pushTokenParts } from "../kit/token-pieces";
import { openVariable, variableItems } from "../kit/variable-items";
import { variableMarkdown } from "../kit/variable-text";
import type {
  EmbeddedLanguage,
  LanguageCompletions,
  LanguageContext,
  LanguageFinding,
  LanguageHover,
  LanguageToken,
} from "../language";
import { textVariables } from "../text-variables";
import { markdownRules } from "./rules";

/** Markdown: what `text.content` is written in, unless its `format` says `RAW`. */
export const markdown: EmbeddedLanguage = {
  id: "markdown",
  readsSiblings: true,
  check,
  complete,
  hover,
  tokens,
  rules: markdownRules,
};

function check(text: string, { siblings }: LanguageContext): LanguageFinding[] {
  if (siblings?.["format"] === "RAW") return [];
  const out: LanguageFinding[] = [];
  const code = codeRanges(text);
  const inCode = (offset: number) => code.some((range) => offset >= range.offset && offset < range.end);
  for (const match of text.matchAll(/<\/?[a-zA-Z][\w-]*(?:\s[^<>]*)?\/?>/g)) {
    if (inCode(match.index)) continue;
    const range = { offset: match.index, end: match.index + match[0].length };
    const message = `Dashboards do not render HTML: ${inQuotes(match[0])} is shown as plain text.`;
    out.push(filterFinding("markdown-html", "hint", range, message));
    break;
  }
  const fence = code.find(({ open }) => open);
  if (fence) {
    const range = { offset: fence.offset, end: fence.offset + 3 };
    out.push(
      filterFinding(
        "markdown-fence",
        "information",
        range,
        "The code block is not closed, so everything below is shown as code.",
      ),
    );
  }
  return out.sort((a, b) => a.offset - b.offset);
}

/** The declared variables, behind `${` or `$`. */
function complete(text: string, offset: number, context: LanguageContext): LanguageCompletions {
  const open = openVariable(text, offset);
  const bare = open ? undefined : /\$[\w-]*$/.exec(text.slice(0, offset));
  if (!open && !bare) return { items: [], incomplete: false };
  const start = open ? open.offset : bare!.index;
  const end = open ? open.end : offset;
  const write = open
    ? ({ name }: { name: string }) => name + (open.closed ? "" : "}")
    : ({ name }: { name: string }) => `\${${name}}`;
  const typed = text.slice(start, offset).replace(/^\$(?=[\w-])/, "${");
  const items = rankCandidates(variableItems(context, write), [], typed, { offset: start, end });
  return { items, incomplete: items.length > 0 };
}

function hover(text: string, offset: number, context: LanguageContext): LanguageHover | undefined {
  const isDeclared = (name: string) => context.variables.some((variable) => variable.name === name);
  const use = textVariables(text, isDeclared).find((found) => found.offset <= offset && offset < found.end);
  if (!use) return undefined;
  const markdown = variableMarkdown(use.name, "Expands to the selected value.", context);
  return { offset: use.offset, length: use.end - use.offset, markdown };
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
      if (!overlaps(found, offset, end)) pushTokenParts(found, text, offset, end, type);
    }
  }
  for (const { 0: whole, index } of text.matchAll(/\$\{[A-Za-z_][\w-]*(?:\.value)?\}/g)) {
    const end = index + whole.length;
    if (!overlaps(found, index, end)) found.push({ offset: index, length: whole.length, type: "variable" });
  }
  return found.sort((a, b) => a.offset - b.offset);
}

const overlaps = (tokens: readonly LanguageToken[], offset: number, end: number): boolean =>
  tokens.some((token) => token.offset < end && offset < token.offset + token.length);

/** One token a line. */
function linesOf(text: string, offset: number, end: number, type: LanguageToken["type"]): LanguageToken[] {
  return [...text.slice(offset, end).matchAll(/[^\r\n]+/g)].map((line) => ({
    offset: offset + line.index,
    length: line[0].length,
    type,
  }));
}
