import { format } from "jsonc-parser";
import type { FormattingOptions, Range, TextEdit } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { isDeeperThan, MAX_DEPTH } from "../../document/node";
import { detectFormatting } from "../../edit/edit";
import { rangeOf } from "../ranges";

/** Lays the text (or a part of it) out again; only white space changes, and a second run changes nothing. */
export function formatText(dashboard: Dashboard, options: FormattingOptions, range?: Range): TextEdit[] {
  const { document, text } = dashboard;
  // Each level indents all that lies below it, so that a page of brackets would become hundreds of megabytes.
  if (isDeeperThan(document.root, MAX_DEPTH)) return [];
  const part = range && {
    offset: document.lines.offsetAt(range.start),
    length: document.lines.offsetAt(range.end) - document.lines.offsetAt(range.start),
  };
  const edits = format(text, part, {
    tabSize: options.tabSize,
    insertSpaces: options.insertSpaces,
    insertFinalNewline: options.insertFinalNewline === true,
    eol: detectFormatting(text).eol,
  });
  return edits.map((edit) => ({ range: rangeOf(dashboard, edit), newText: edit.content }));
}
