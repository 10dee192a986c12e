import type { StringNode } from "../document/node";
import type { Piece } from "../document/reader";
import { escapeForJson } from "../document/string-map";
import { LESS } from "./cursor";

/** Names that only Terraform knows: between `${` and `}`, the author wants their value. */
const REFERENCE =
  /(\$\{\s*(?:var|local|each|count|module|path|terraform|data\.google_\w+|google_\w+)\.[^{}\s"]{1,200}\s*\})/;

/** A string of JSON in a heredoc. */
export function jsonLiteral(pieces: readonly Piece[]): string {
  return `"${join(pieces, escapeForJson)}"`;
}

/** A string of an object of Terraform's: in quotes, or as a heredoc where it is one. */
export function expressionLiteral(
  text: string,
  node: StringNode,
  pieces: readonly Piece[],
): string | undefined {
  if (text.charCodeAt(node.offset) !== LESS) return `"${join(pieces, escapeQuoted)}"`;
  const written = text.slice(node.offset, node.offset + node.length);
  const head = /^<<(-?)([\w-]+)[ \t]*(\r?\n)/.exec(written);
  const tail = /[ \t]*[\w-]+$/.exec(written);
  if (!head || !tail) return undefined;
  const [start, dash, marker, lineEnd] = head;
  const body = written.slice(start.length, tail.index);
  const indent = dash ? smallestIndent(body) : "";
  const lines = join(pieces, (piece) => piece)
    .replace(/\r?\n$/, "")
    .split(/\r?\n/);
  if (lines.some((line) => line.trim() === marker)) return undefined;
  const indented = lines.map((line) => (line === "" ? "" : indent + line));
  return start + indented.join(lineEnd) + lineEnd + tail[0];
}

/** The white space that all lines with text start with. */
function smallestIndent(body: string): string {
  const indents = body.split("\n").flatMap((line) => (/\S/.test(line) ? [/^[ \t]*/.exec(line)![0]] : []));
  return indents.sort((a, b) => a.length - b.length)[0] ?? "";
}

/** Terraform has fewer escapes than JSON. */
function escapeQuoted(text: string): string {
  return escapeForJson(text).replace(/\\(\\|[bf])/g, (all, letter: string) =>
    letter === "\\" ? all : letter === "b" ? "\\u0008" : "\\u000c",
  );
}

function join(pieces: readonly Piece[], escape: (text: string) => string): string {
  return pieces
    .flatMap(({ text, isHole }) => {
      if (isHole) return text;
      const parts = text.split(REFERENCE);
      return parts.map((part, i) => (i % 2 === 1 ? part : escapeTemplate(escape(part))));
    })
    .join("");
}

function escapeTemplate(text: string): string {
  return text.replace(/([$%])\{/g, "$1$1{");
}
