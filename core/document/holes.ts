import type { Span } from "./node";

/**
 * A placeholder: a part of a text that another tool replaces before the service reads it, such as Terraform, a shell or
 * `sed`.
 */
export interface Hole extends Span {
  /**
   * A value; a word that is replaced; a directive such as `%{ if x }`, or everything between two; or the first character
   * of the escape `$${`, which is dropped.
   */
  readonly kind: "value" | "word" | "directive" | "escape";
}

/** Which marks stand for holes. */
export interface HoleMarks {
  /** Whether `${…}` and `%{…}` are filled in, and `$${` and `%%{` are not. */
  readonly template: boolean;
  /** Of `${name}`, which are holes; all of them when absent. */
  readonly only?: ReadonlySet<string>;
  /** Whether `{{name}}` is replaced. */
  readonly braces: boolean;
}

/** A text with its holes replaced, so that it can be parsed. */
export interface Masked {
  /** As long as the text, with the same offsets. Holes in strings hold no quotes; others read as `null` or white space. */
  readonly text: string;
  /** In order, without overlap. */
  readonly holes: readonly Hole[];
  /** A directive stands outside of every string, so what the text becomes is not known. */
  readonly shaped: boolean;
}

/** Maximum number of holes; later ones are not recognized. */
const MAX_HOLES = 20_000;

/** Runs of characters that mean nothing to the search below, inside and outside of strings. */
const plainInString = /[^"\\$%_{\r\n]+/y;
const plainOutside = /[^"$%]+/y;

/** Finds the holes of a text in JSON's form. Linear in its length. */
export function maskHoles(text: string, marks: HoleMarks): Masked {
  if (!mayHaveHoles(text, marks)) return { text, holes: [], shaped: false };
  const holes: Hole[] = [];
  const parts: string[] = [];
  let copied = 0;
  let inString = false;
  let shaped = false;
  let directive = -1;
  const add = (kind: Hole["kind"], offset: number, end: number, filling: string | undefined) => {
    holes.push({ kind, offset, length: end - offset });
    if (filling === undefined) return;
    parts.push(text.slice(copied, offset), filling);
    copied = end;
  };
  for (let at = 0; at < text.length && holes.length < MAX_HOLES; ) {
    const plain = inString ? plainInString : plainOutside;
    plain.lastIndex = at;
    if (plain.test(text)) {
      at = plain.lastIndex;
      if (at === text.length) break;
    }
    const character = text[at]!;
    if (inString && character === "\\") at += 2;
    else if (character === '"') {
      inString = !inString;
      directive = -1;
      at++;
    } else if (inString && (character === "\n" || character === "\r")) {
      // A string ends with its line, closed or not.
      inString = false;
      at++;
    } else if (marks.template && (character === "$" || character === "%")) {
      if (text[at + 1] === character && text[at + 2] === "{") {
        add("escape", at, at + 1, undefined);
        at += 3;
      } else if (text[at + 1] !== "{") at++;
      else {
        const end = endOfBraces(text, at + 1);
        const isHole = character === "%" || isWanted(text.slice(at + 2, end - 1), marks);
        if (end < 0 || !isHole) {
          at += 2;
          continue;
        }
        const kind = character === "%" ? "directive" : "value";
        if (inString) {
          const inner = text.slice(at, end);
          add(kind, at, end, /["\r\n]/.test(inner) ? inner.replace(/["\r\n]/g, "_") : undefined);
          if (kind === "directive") {
            // Text between two directives may be missing or repeated.
            if (directive >= 0) holes.push({ kind, offset: directive, length: at - directive });
            directive = end;
          }
        } else {
          shaped ||= kind === "directive";
          add(kind, at, end, (kind === "value" ? "null" : "").padEnd(end - at));
        }
        at = end;
      }
    } else if (inString && character === "_" && text[at + 1] === "_") {
      const word = /__[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*__/y;
      word.lastIndex = at;
      const found = word.exec(text)?.[0];
      if (found) add("word", at, at + found.length, undefined);
      at += found?.length ?? 1;
    } else if (inString && marks.braces && character === "{" && text[at + 1] === "{") {
      const word = /\{\{[^{}"\r\n]{1,200}\}\}/y;
      word.lastIndex = at;
      const found = word.exec(text)?.[0];
      if (found) add("word", at, at + found.length, undefined);
      at += found?.length ?? 2;
    } else at++;
  }
  parts.push(text.slice(copied));
  holes.sort((a, b) => a.offset - b.offset);
  return { text: parts.join(""), holes, shaped };
}

/** Whether one of the marks is in the text at all. */
function mayHaveHoles(text: string, { template, braces }: HoleMarks): boolean {
  if (template && /[$%]\{/.test(text)) return true;
  return /__[A-Z]/.test(text) || (braces && text.includes("{{"));
}

function isWanted(inner: string, { only }: HoleMarks): boolean {
  return only === undefined || only.has(inner.trim());
}

/** Longest expression in braces, in UTF-16 code units. */
const MAX_EXPRESSION = 4000;

/** Where the braces that open at `start` end, with braces and quotes inside balanced; -1 when they do not. */
function endOfBraces(text: string, start: number): number {
  const limit = Math.min(text.length, start + MAX_EXPRESSION);
  let depth = 0;
  let quoted = false;
  for (let at = start; at < limit; at++) {
    const character = text[at];
    if (quoted && character === "\\") at++;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return -1;
}
