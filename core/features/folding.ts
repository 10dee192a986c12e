import type { FoldingRange } from "vscode-languageserver-types";
import type { Dashboard } from "../dashboard";
import { children, type Node } from "../document/node";

/** Every object and list over several lines, down to the line before its closing bracket. */
export function foldingRanges({ document }: Dashboard): FoldingRange[] {
  const ranges: FoldingRange[] = [];
  const stack: Node[] = document.root ? [document.root] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.kind !== "object" && node.kind !== "array") continue;
    const startLine = document.lines.positionAt(node.offset).line;
    const endLine = document.lines.positionAt(node.offset + node.length - 1).line - 1;
    if (endLine > startLine) ranges.push({ startLine, endLine });
    stack.push(...children(node));
  }
  return ranges.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}
