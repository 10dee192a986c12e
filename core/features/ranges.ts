import type { Range } from "vscode-languageserver-types";
import type { Dashboard } from "../dashboard";
import type { Span } from "../document/node";

/** A span as an LSP range. */
export function rangeOf({ document }: Dashboard, { offset, length }: Span): Range {
  return { start: document.lines.positionAt(offset), end: document.lines.positionAt(offset + length) };
}
