import { type CodeAction, CodeActionKind, type Diagnostic } from "vscode-languageserver-types";
import { valueOf } from "../../document/node";
import { readDocument } from "../../document/reader";
import { editDocument } from "../../edit/edit";
import { decodedUri } from "../../uri";

/** Kind of the actions that turn a rule off: one of its own, so that editors show them behind fixes and refactorings. */
const SUPPRESS = "suppress.mosaic";

/** The configuration that rules a document, as far as changing it goes. */
export interface RuleConfig {
  /** URI of the folder that holds `.mosaic`, with a slash at the end. */
  readonly root: string;
  readonly uri: string;
  readonly text: string;
}

/**
 * Actions that write a rule's severity into `.mosaic/config.json`, for the project or for the one file. Only for findings of
 * Mosaic's own that are there to be disagreed with: what is not JSON stays an error.
 */
export function ruleActions(
  uri: string,
  diagnostics: readonly Diagnostic[],
  config: RuleConfig | undefined,
  only: readonly string[] | undefined,
): CodeAction[] {
  if (!config || (only && !only.some((kind) => CodeActionKind.QuickFix.startsWith(kind)))) return [];
  const document = readDocument(config.text);
  if (document.root?.kind !== "object") return [];
  const value = valueOf(document.root) as ConfigValue;
  const file = decodedUri(uri.slice(config.root.length));
  const actions: CodeAction[] = [];
  for (const code of new Set(diagnostics.filter((d) => d.source === "mosaic").map((d) => String(d.code)))) {
    if (NOT_TO_SILENCE.has(code)) continue;
    const shown = diagnostics.filter((d) => d.code === code);
    const action = (title: string, next: ConfigValue) => {
      const result = editDocument(document, [{ op: "set", path: [], value: next }]);
      if (!result.ok || result.edits.length === 0) return;
      const { lines } = document;
      const edits = result.edits.map(({ offset, length, text }) => ({
        range: { start: lines.positionAt(offset), end: lines.positionAt(offset + length) },
        newText: text,
      }));
      actions.push({
        title,
        kind: only ? CodeActionKind.QuickFix : SUPPRESS,
        diagnostics: shown,
        edit: { changes: { [config.uri]: edits } },
      });
    };
    action(`Turn "${code}" off for this file`, {
      ...value,
      overrides: [...(value.overrides ?? []), { files: file, rules: { [code]: "off" } }],
    });
    action(`Turn "${code}" off everywhere`, { ...value, rules: { ...value.rules, [code]: "off" } });
  }
  return actions;
}

const NOT_TO_SILENCE = new Set(["syntax", "too-many-findings"]);

interface ConfigValue {
  rules?: Record<string, string>;
  overrides?: { files: string | string[]; rules: Record<string, string> }[];
}
