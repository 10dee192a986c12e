import * as vscode from "vscode";
import type { JsonDocument } from "../../../core/document/reader";
import type { Finding } from "../../../core/finding";
import { dashboardPathAt, dashboardPaths, filePart } from "../../../core/forms";

/**
 * What comes behind the path of a YAML file with several dashboards to say which one is meant, such as `#web`; empty for other
 * files. Without an id, it is the dashboard at the cursor.
 */
export function partOf(document: vscode.TextDocument, id?: string): string {
  const { path } = document.uri;
  const text = document.getText();
  if (id !== undefined) return dashboardPaths(path, text).length > 1 ? `#${id}` : "";
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editor = [activeTextEditor, ...visibleTextEditors].find((each) => each?.document === document);
  const source = editor ? dashboardPathAt(path, text, document.offsetAt(editor.selection.active)) : path;
  return source.slice(filePart(source).length);
}

/** Findings about one dashboard of a file. */
export function findingsWithin({ form }: JsonDocument, findings: readonly Finding[]): readonly Finding[] {
  const part = form?.yaml;
  if (!part) return findings;
  return findings.filter(({ offset }) => offset >= part.offset && offset <= part.offset + part.length);
}
