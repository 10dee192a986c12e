import { type InlayHint, InlayHintKind, type Range } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { everyNode, type Node } from "../../document/node";
import { durationInWords } from "./duration";

/** Which hints to give. */
export interface InlayHintOptions {
  /** `300s` → 5 minutes. */
  readonly durations: boolean;
  /** `12` → ALIGN_MEAN, for enum numbers. */
  readonly enumNumbers: boolean;
}

/** Hints behind values that say less than they mean, within a range. */
export function inlayHints(dashboard: Dashboard, range: Range, options: InlayHintOptions): InlayHint[] {
  const { document, canonical } = dashboard;
  const from = document.lines.offsetAt(range.start);
  const to = document.lines.offsetAt(range.end);
  const hints: InlayHint[] = [];
  const labelOf = (node: Node): string | undefined => {
    const field = canonical.fieldOf(node);
    if (options.durations && field?.kind === "duration" && node.kind === "string") {
      const words = durationInWords(node.value);
      // Seconds below a minute are as plain as can be.
      return words && !/^(minus )?[\d.]+ seconds?$/.test(words) ? words : undefined;
    }
    if (
      options.enumNumbers &&
      field?.kind === "enum" &&
      (node.kind === "number" || /^\d+$/.test(String(node.kind === "string" ? node.value : "")))
    ) {
      return field.enum!.nameOf(Number((node as { value: unknown }).value));
    }
    return undefined;
  };
  for (const node of everyNode(document.root)) {
    if (node.offset > to || node.offset + node.length < from) continue;
    const label = node.kind === "object" || node.kind === "array" ? undefined : labelOf(node);
    if (!label) continue;
    const position = document.lines.positionAt(node.offset + node.length);
    hints.push({ position, label, kind: InlayHintKind.Type, paddingLeft: true });
  }
  return hints;
}
