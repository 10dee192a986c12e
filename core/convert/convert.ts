import type { Node, Property } from "../document/node";
import { everyNode, isDeeperThan, MAX_DEPTH } from "../document/node";
import { type JsonDocument, readDocument } from "../document/reader";
import { Scanner, Token } from "../document/scanner";
import { requestBody } from "../sync/sent";
import { yamlDashboards } from "../yaml/dashboards";
import { keyText, scalarText } from "../yaml/edit/scalar-text";
import { plainValue } from "../yaml/scalars";
import { written } from "../yaml/written";

/** A dashboard in another form, or why there is none. */
export type Converted =
  | {
      readonly ok: true;
      readonly text: string;
      /** Comments that the new form cannot hold. */
      readonly lostComments: number;
      /** Values that are written out where the old form had aliases for them. */
      readonly writtenOut: number;
    }
  | { readonly ok: false; readonly reason: string };

/** A dashboard in JSON as YAML. Comments, which some files of JSON have, are kept. */
export function jsonToYaml(text: string): Converted {
  const document = readDocument(text);
  const reason = unreadable(
    document,
    new Set(["comment", "trailing-comma", "duplicate-key", "byte-order-mark"]),
  );
  if (reason) return { ok: false, reason };
  const lines = new CommentedPrinter(document).print();
  return { ok: true, text: `${lines.join("\n")}\n`, lostComments: 0, writtenOut: 0 };
}

/** The one dashboard of a YAML text as JSON, which has no comments. */
export function yamlToJson(text: string): Converted {
  const dashboards = yamlDashboards(text);
  const [first] = dashboards;
  if (dashboards.length > 1)
    return {
      ok: false,
      reason: `it holds ${dashboards.length} dashboards; move each document to a file of its own first`,
    };
  const reason = unreadable(first!.document, new Set(["yaml-date"]));
  if (reason) return { ok: false, reason };
  let writtenOut = 0;
  for (const node of everyNode(first!.document.root)) {
    const isAlias = written(node)?.style === "alias";
    if (isAlias && !(node.parent && written(node.parent)?.style === "alias")) writtenOut++;
  }
  const json = `${JSON.stringify(requestBody(first!.document), null, 2)}\n`;
  return { ok: true, text: json, lostComments: countComments(text, first!.document), writtenOut };
}

function unreadable(document: JsonDocument, allowed: ReadonlySet<string>): string | undefined {
  const problem = document.problems.find(({ code }) => !allowed.has(code));
  if (problem) {
    const { line, character } = document.lines.positionAt(problem.offset);
    return `line ${line + 1}, column ${character + 1}: ${problem.message}`;
  }
  if (document.root?.kind !== "object") return "it is not an object";
  return isDeeperThan(document.root, MAX_DEPTH) ? "its values are nested too deeply" : undefined;
}

/** How many comments a YAML text has: `#` that is in no string, at the start of a line or behind a space. */
function countComments(text: string, { root }: JsonDocument): number {
  const spans: { from: number; to: number }[] = [];
  for (const node of everyNode(root)) {
    if (node.kind !== "string" || written(node)?.style === "alias") continue;
    const style = written(node)?.style;
    const isBlock = style === "literal" || style === "folded";
    const header = text.indexOf("\n", node.offset);
    spans.push({ from: isBlock && header > 0 ? header : node.offset, to: node.offset + node.length });
  }
  spans.sort((a, b) => a.from - b.from);
  let count = 0;
  let span = 0;
  for (const { index } of text.matchAll(/(?<![^\s])#/g)) {
    while (span < spans.length && spans[span]!.to <= index) span++;
    if (span < spans.length && spans[span]!.from <= index) continue;
    const line = text.lastIndexOf("\n", index - 1) + 1;
    // One comment a line.
    if (!/(?:^|\s)#/.test(text.slice(Math.max(line, spans[span - 1]?.to ?? 0), index))) count++;
  }
  return count;
}

interface Comment {
  readonly offset: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Writes JSON as YAML, with its comments above or behind the entries that they belong to. */
class CommentedPrinter {
  private readonly comments: readonly Comment[];
  private next = 0;

  constructor(private readonly document: JsonDocument) {
    this.comments = commentsOf(document.text);
  }

  print(): string[] {
    const { root } = this.document;
    const head = this.before(root!.offset, "");
    const body = this.block(root!, 0);
    const inner = body ?? [this.scalar(root!, undefined, false).head];
    return [...head, ...inner, ...this.before(Number.POSITIVE_INFINITY, "")];
  }

  /** The lines of a list or an object that is not empty. */
  private block(node: Node, column: number): string[] | undefined {
    const pad = " ".repeat(column);
    const out: string[] = [];
    const close = node.offset + node.length - 1;
    if (node.kind === "object" && node.properties.length > 0) {
      node.properties.forEach((property, i) => {
        // Of duplicates the last one counts, and YAML allows no others.
        if (!property.value || node.properties.slice(i + 1).some(({ key }) => key === property.key)) return;
        out.push(...this.before(property.keyOffset, pad));
        out.push(
          ...this.entry(`${pad}${keyText(property.key, "plain", false)}:`, property.value, property, column),
        );
      });
    } else if (node.kind === "array" && node.items.length > 0) {
      for (const item of node.items) {
        out.push(...this.before(item.offset, pad));
        out.push(...this.entry(`${pad}-`, item, undefined, column));
      }
    } else return undefined;
    out.push(...this.before(close, pad));
    return out.length > 0 ? out : undefined;
  }

  private entry(start: string, value: Node, property: Property | undefined, column: number): string[] {
    const isItem = property === undefined;
    const inner = column + 2;
    const behindBracket = this.behindOnLine(value.offset + 1, value);
    const lines = this.block(value, inner);
    if (!lines) {
      const { head, lines: below } = this.scalar(value, column, isItem);
      return [`${start} ${head}${behindBracket}${this.behind(value)}`, ...below];
    }
    const behind = this.behind(value) || behindBracket;
    const isComment = lines[0]!.trimStart().startsWith("#");
    if (isItem && behind === "" && !isComment)
      return [`${start} ${lines[0]!.trimStart()}`, ...lines.slice(1)];
    return [start + behind, ...lines];
  }

  private scalar(node: Node, column: number | undefined, isItem: boolean) {
    if (node.kind === "object") return { head: "{}", lines: [] };
    if (node.kind === "array") return { head: "[]", lines: [] };
    if (node.kind === "number") {
      const source = this.document.text.slice(node.offset, node.offset + node.length);
      const read = plainValue(source);
      return {
        head: read.kind === "number" && read.value === node.value ? source : JSON.stringify(node.value),
        lines: [],
      };
    }
    void isItem;
    const blockIndent = column === undefined ? undefined : column + 2;
    return scalarText(node.value, "plain", { isInFlow: false, blockIndent });
  }

  /** Comments that come before an offset, each on lines of its own. */
  private before(offset: number, pad: string): string[] {
    const out: string[] = [];
    for (; this.next < this.comments.length && this.comments[this.next]!.offset < offset; this.next++)
      for (const line of this.comments[this.next]!.lines) out.push(`${pad}#${line === "" ? "" : ` ${line}`}`);
    return out;
  }

  /** A comment behind a value on its line, with no other value between. */
  private behind(value: Node): string {
    return this.commentFrom(value.offset + value.length, /^[ \t]*,?[ \t]*$/);
  }

  /** A comment behind the bracket that opens a value. */
  private behindOnLine(offset: number, value: Node): string {
    if (value.kind !== "object" && value.kind !== "array") return "";
    return this.commentFrom(offset, /^[ \t]*$/);
  }

  private commentFrom(offset: number, between: RegExp): string {
    const comment = this.comments[this.next];
    if (!comment || comment.offset < offset || comment.lines.length !== 1) return "";
    const { text } = this.document;
    if (!between.test(text.slice(offset, comment.offset))) return "";
    // What another value follows on the line is about that one.
    if (!/^[ \t]*,?[ \t]*(?:\r?\n|$)/.test(text.slice(comment.end, comment.end + 200))) return "";
    this.next++;
    return ` # ${comment.lines[0]}`;
  }
}

/** The comments of a JSON text, in order: those of JavaScript, and those of YAML that `gcloud` lets pass. */
function commentsOf(text: string): Comment[] {
  const found: Comment[] = [];
  const scanner = new Scanner(text);
  if (text.startsWith("\ufeff")) scanner.moveTo(1);
  for (scanner.scan(); scanner.token !== Token.End; scanner.scan()) {
    const { start } = scanner;
    const isHash = scanner.token === Token.Unknown && text[start] === "#";
    if (!isHash && scanner.token !== Token.Comment) continue;
    const lineEnd = /[\r\n]|$/g;
    lineEnd.lastIndex = start;
    const end = isHash ? lineEnd.exec(text)!.index : scanner.end;
    if (isHash) scanner.moveTo(end);
    found.push({ offset: start, end, lines: linesOf(text.slice(start, end)) });
  }
  return found;
}

function linesOf(comment: string): string[] {
  const inner = comment.startsWith("/*")
    ? comment.replace(/^\/\*+/, "").replace(/\*+\/$/, "")
    : comment.replace(/^(?:\/\/+|#+)/, "");
  const lines = inner.split(/\r\n|\n|\r/).map((line) => line.replace(/^\s*\*?\s?/, "").trimEnd());
  const text = lines.map((line) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a comment cannot hold these in both formats
    line.replace(/[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029]/g, " ").trim(),
  );
  return text.length > 1 ? text.filter((line, i) => line !== "" || (i > 0 && i < text.length - 1)) : text;
}
