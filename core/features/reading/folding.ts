import type { FoldingRange } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { everyNode } from "../../document/node";

/** Every object and list over several lines, down to the line before its closing bracket. */
export function foldingRanges({ document }: Dashboard): FoldingRange[] {
  const ranges: FoldingRange[] = [];
  for (const node of everyNode(document.root)) {
    if (node.kind !== "object" && node.kind !== "array") continue;
    const startLine = document.lines.positionAt(node.offset).line;
    const endLine = document.lines.positionAt(node.offset + node.length - 1).line - 1;
    if (endLine > startLine) ranges.push({ startLine, endLine });
  }
  return ranges.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}
