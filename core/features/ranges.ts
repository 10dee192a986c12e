import type { Range } from "vscode-languageserver-types";
import type { Dashboard } from "../dashboard";
import type { Span } from "../document/node";

/** A span as an LSP range. */
export function rangeOf({ lines }: Pick<Dashboard, "lines">, { offset, length }: Span): Range {
  return { start: lines.positionAt(offset), end: lines.positionAt(offset + length) };
}
