import { recognize } from "../discover/recognize";
import { childAt } from "../document/node";
import { readDocument } from "../document/reader";
import { memberOf } from "../schema/canonical";
import { type Extraction, type NoExtraction, noExtraction } from "./extraction";
import { withoutCommonIndent } from "./indent";

/** Kinds of text out of which a dashboard can be taken, by the language ids of editors. */
const SHELLS = new Set(["shellscript", "bash", "zsh", "sh"]);
const SCRIPTS = new Set(["javascript", "typescript", "javascriptreact", "typescriptreact"]);

/**
 * The dashboard at an offset of a Markdown file, a shell script or a program, as JSON in a fence, a heredoc or a string.
 * Undefined where there is none.
 */
export function extractFromCode(
  text: string,
  offset: number,
  languageId: string,
): Extraction | NoExtraction | undefined {
  if (languageId === "markdown") return fromFence(text, offset);
  if (SHELLS.has(languageId)) return fromHeredoc(text, offset);
  return fromString(text, offset, languageId);
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})[^\n`]*$/gm;

function fromFence(text: string, offset: number): Extraction | NoExtraction | undefined {
  let open:
    | { readonly indent: string; readonly marker: string; readonly start: number; readonly body: number }
    | undefined;
  for (const { 0: line, 1: indent = "", 2: marker = "", index } of text.matchAll(FENCE)) {
    const end = index + line.length;
    if (!open) {
      if (index > offset) return undefined;
      open = { indent, marker, start: index, body: end + 1 };
    } else if (marker.startsWith(open.marker) && line.trim() === marker) {
      const { start, body, indent: before } = open;
      open = undefined;
      if (offset > end) continue;
      const json = withoutCommonIndent(text.slice(body, index));
      if (offset < start || !isDashboard(json)) return undefined;
      return made(json, { offset: start, length: end - start }, (file) => `${before}[${file}](${file})`, []);
    }
  }
  return undefined;
}

/** More heredocs than these are not looked at: each may go on to the end of the script. */
const MAX_HEREDOCS = 500;
const HEREDOC = /<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([A-Za-z_]\w*))([^\n]*)\n/g;

function fromHeredoc(text: string, offset: number): Extraction | NoExtraction | undefined {
  let count = 0;
  for (const match of text.matchAll(HEREDOC)) {
    if (match.index > offset || ++count > MAX_HEREDOCS) return undefined;
    const { 0: head, 1: dash, 2: single, 3: double, 4: bare, 5: rest = "", index } = match;
    const marker = (single ?? double ?? bare)!;
    const start = index + head.length;
    const end = closing(text, start, marker, dash === "-");
    if (end === undefined || offset < index || offset > end.end) continue;
    const body = dash ? text.slice(start, end.start).replace(/^\t+/gm, "") : text.slice(start, end.start);
    const isLiteral = single !== undefined || double !== undefined || head.includes("\\");
    if (!isLiteral && /(?<!\\)(?:\\\\)*(?:\$[A-Za-z_{(]|`)/.test(body)) {
      if (!isDashboard(body.replace(/\$\{?\w+\}?/g, "0"))) return undefined;
      return noExtraction(
        `The shell inserts values into this text. Write <<'${marker}', or replace the values first.`,
      );
    }
    const json = isLiteral ? body : body.replace(/\\([$`\\])/g, "$1").replace(/\\\n/g, "");
    if (!isDashboard(json)) return undefined;
    const span = { offset: index, length: end.end - index };
    return made(json, span, (file) => `< "$(dirname "$0")/${file}"${rest}`, []);
  }
  return undefined;
}

function closing(
  text: string,
  from: number,
  marker: string,
  tabs: boolean,
): { start: number; end: number } | undefined {
  for (let line = from; line <= text.length; ) {
    const next = text.indexOf("\n", line);
    const written = text.slice(line, next < 0 ? text.length : next).replace(/\r$/, "");
    if ((tabs ? written.replace(/^\t+/, "") : written) === marker)
      return { start: line, end: line + written.length };
    if (next < 0) return undefined;
    line = next + 1;
  }
  return undefined;
}

/** The string literal around an offset: what a program's language has for it decides how it is read and written. */
function fromString(text: string, offset: number, languageId: string): Extraction | NoExtraction | undefined {
  const literal = literalAt(text, offset);
  if (!literal) return undefined;
  const { start, end, quote, prefix } = literal;
  const inner = text.slice(start + prefix.length + quote.length, end - quote.length);
  const isPython = languageId === "python";
  if (quote === "`" && SCRIPTS.has(languageId) && /(?<!\\)\$\{/.test(inner)) {
    return isDashboard(inner.replace(/\$\{[^{}]*\}/g, "0"))
      ? noExtraction("The program inserts values into this string. Replace them first.")
      : undefined;
  }
  const isRaw = /r/i.test(prefix) || (quote === "`" && languageId === "go") || (quote === '"""' && !isPython);
  const json = isRaw ? inner : unescaped(inner);
  if (json === undefined || !isDashboard(json)) return undefined;
  if (/f/i.test(prefix))
    return noExtraction("The program inserts values into this string. Replace them first.");
  const span = { offset: start, length: end - start };
  if (SCRIPTS.has(languageId))
    return made(
      json,
      span,
      (file) => `readFileSync(new URL(${JSON.stringify(`./${file}`)}, import.meta.url), "utf8")`,
      ['Import readFileSync from "node:fs" in the program.'],
    );
  if (isPython)
    return made(
      json,
      span,
      (file) => `(pathlib.Path(__file__).parent / ${JSON.stringify(file)}).read_text()`,
      ["Import pathlib in the program."],
    );
  // How the program would read the file is not known.
  const written = text.slice(start, end);
  return made(json, span, () => written, [
    "The program was left as it is. Read the file in the place of the string.",
  ]);
}

const STRINGS = /(?:#|\/\/)[^\n]*|\/\*[\s\S]*?\*\/|([A-Za-z]{0,2})("""|'''|`|"|')/g;

/** The literal in which an offset lies; strings of one line end with it. */
function literalAt(
  text: string,
  offset: number,
): { start: number; end: number; quote: string; prefix: string } | undefined {
  STRINGS.lastIndex = 0;
  for (let match = STRINGS.exec(text); match && match.index <= offset; match = STRINGS.exec(text)) {
    const [, prefix = "", quote] = match;
    if (quote === undefined) continue;
    const isLong = quote.length === 3 || quote === "`";
    let at = STRINGS.lastIndex;
    while (at < text.length && !text.startsWith(quote, at) && (isLong || text[at] !== "\n"))
      at += text[at] === "\\" ? 2 : 1;
    const end = text.startsWith(quote, at) ? at + quote.length : at;
    if (offset <= end && text.startsWith(quote, at)) return { start: match.index, end, quote, prefix };
    STRINGS.lastIndex = Math.max(end, STRINGS.lastIndex);
  }
  return undefined;
}

/** A string's text, with the escapes that the languages share. */
function unescaped(inner: string): string | undefined {
  if (!inner.includes("\\")) return inner;
  const out = inner.replace(/\\(?:u([0-9a-fA-F]{4})|\r?\n|([\s\S]))/g, (_, code?: string, one?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (one === undefined) return "";
    return { n: "\n", r: "\r", t: "\t" }[one] ?? one;
  });
  return out;
}

function isDashboard(json: string): boolean {
  return recognize(json) === "dashboard";
}

function made(
  json: string,
  span: Extraction["span"],
  reference: Extraction["reference"],
  notes: readonly string[],
): Extraction {
  const text = withoutCommonIndent(json);
  const { root } = readDocument(text);
  const title = memberOf(root, "displayName") ?? childAt(root, "displayName");
  const name = title?.kind === "string" ? title.value : "dashboard";
  return { ok: true, name, json: `${text.trim()}\n`, span, reference, notes };
}
