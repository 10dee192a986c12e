import type { Range } from "vscode-languageserver-types";
import type { Dashboard } from "../dashboard";
import type { Span, StringNode } from "../document/node";
import { StringMap } from "../document/string-map";

/** A span as an LSP range. */
export function rangeOf({ lines }: Pick<Dashboard, "lines">, { offset, length }: Span): Range {
  return { start: lines.positionAt(offset), end: lines.positionAt(offset + length) };
}

/** Where the text of a string stands, without its quotes. */
export function textSpan(text: string, node: StringNode): Span {
  const map = new StringMap(text, node);
  const offset = map.toSource(0);
  return { offset, length: Math.max(map.toSource(map.length) - offset, 0) };
}
