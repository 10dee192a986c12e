import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CompletionList,
  type Diagnostic,
  DiagnosticTag,
  type Hover,
  type Position,
  type Range,
  type SemanticTokens,
  type SignatureHelp,
  type TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { RuleSettings } from "../core/config/config";
import type { Span } from "../core/document/node";
import { languageItem } from "../core/features/completion/language-items";
import { signatureOf } from "../core/features/completion/signature";
import { encodeTokens } from "../core/features/reading/tokens";
import type { OpenQuery } from "./query-documents";
import { SEVERITIES } from "./severities";

/** The findings of a query as LSP diagnostics, as its dashboard's settings want them. */
export function queryDiagnostics({ document, view }: OpenQuery, settings: RuleSettings): Diagnostic[] {
  return view.findings(settings).map(({ finding: { code, severity, message, tag, ...span } }) => ({
    source: "mosaic",
    code,
    severity: SEVERITIES[severity],
    message,
    range: rangeIn(document, span),
    tags: tag ? [tag === "deprecated" ? DiagnosticTag.Deprecated : DiagnosticTag.Unnecessary] : undefined,
  }));
}

/** Quick fixes for the findings in a range of a query. */
export function queryActions(
  { document, view }: OpenQuery,
  settings: RuleSettings,
  { range, context: { diagnostics: shown, only } }: CodeActionParams,
): CodeAction[] {
  if (only && !only.some((kind) => kind === "" || kind === CodeActionKind.QuickFix)) return [];
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  return view
    .findings(settings)
    .filter(({ finding: { offset, length } }) => offset <= to && offset + length >= from)
    .flatMap(({ finding, fixes }) => {
      const at = document.positionAt(finding.offset);
      const diagnostics = shown.filter(
        ({ code, range: { start } }) =>
          code === finding.code && start.line === at.line && start.character === at.character,
      );
      return fixes.map(({ title, edits, preferred }) => ({
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics,
        isPreferred: preferred,
        edit: {
          changes: {
            [document.uri]: edits.map((edit) => ({ range: rangeIn(document, edit), newText: edit.text })),
          },
        },
      }));
    });
}

/** Completion in a query. */
export function completeQuery(
  { document, view }: OpenQuery,
  position: Position,
  snippets: boolean,
): CompletionList {
  const offset = document.offsetAt(position);
  const found = view.language.complete?.(view.text, offset, view.context);
  if (!found) return { items: [], isIncomplete: false };
  const target = {
    range: (span: Span) => rangeIn(document, span),
    encode: (text: string) => text,
    typed: (span: Span) => view.text.slice(span.offset, Math.max(span.offset, offset)),
    snippets,
  };
  return {
    items: found.items.map((item, i) => languageItem(item, i, target)),
    isIncomplete: found.incomplete,
  };
}

/** The hover at a position of a query. */
export function queryHover({ document, view }: OpenQuery, position: Position): Hover | null {
  const found = view.language.hover?.(view.text, document.offsetAt(position), view.context);
  if (!found) return null;
  return { contents: { kind: "markdown", value: found.markdown }, range: rangeIn(document, found) };
}

/** The signature of the function around a position of a query. */
export function querySignature({ document, view }: OpenQuery, position: Position): SignatureHelp | null {
  const found = view.language.signature?.(view.text, document.offsetAt(position));
  return found ? signatureOf(found) : null;
}

/** Formats a query with one clause per line, because a tab has room for it. */
export function formatQuery({ document, view }: OpenQuery): TextEdit[] | null {
  const formatted = view.language.format?.(view.text, "lines");
  if (formatted === undefined || formatted === view.text) return null;
  return [{ range: rangeIn(document, { offset: 0, length: view.text.length }), newText: formatted }];
}

/** The semantic tokens of a query. */
export function queryTokens({ document, view }: OpenQuery): SemanticTokens {
  return encodeTokens(view.language.tokens?.(view.text) ?? [], view.text, (offset) =>
    document.positionAt(offset),
  );
}

function rangeIn(document: TextDocument, { offset, length }: Span): Range {
  return { start: document.positionAt(offset), end: document.positionAt(offset + length) };
}
