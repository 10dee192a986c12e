import type * as vscode from "vscode";
import type { DashboardInFile } from "../server/protocol";
import { askPick } from "./ask";
import { holdsDashboards, isYaml } from "./code-files";
import type { DashboardAt } from "./dashboard-at";
import { inform } from "./notify";
import { isDashboard } from "./recognized";

/** Which dashboards a document holds, as the server says. */
export type ListDashboards = (uri: vscode.Uri) => Promise<readonly DashboardInFile[] | null>;

/** Whether a document is a dashboard or holds some. */
export function hasDashboards(document: vscode.TextDocument): boolean {
  return isDashboard(document) || holdsDashboards(document);
}

/** Whether a document may hold more than one dashboard. */
export function mayHoldSeveral(document: vscode.TextDocument): boolean {
  return holdsDashboards(document) || (isYaml(document) && isDashboard(document));
}

/**
 * The dashboard of a document that is meant: the one at the cursor, else the only one, else the one that the user chooses.
 * Undefined after a message, or when the user chooses none.
 */
export async function chooseDashboard(
  document: vscode.TextDocument,
  list: ListDashboards,
  cursor: vscode.Position | undefined,
): Promise<DashboardAt | undefined> {
  const { uri } = document;
  if (!mayHoldSeveral(document)) return { uri };
  const all = (await list(uri)) ?? [];
  if (isYaml(document) && all.length < 2) return { uri };
  const here = cursor && dashboardAtCursor(all, cursor);
  if (here?.isWritten) return { uri, address: here.address };
  const written = all.filter(({ isWritten }) => isWritten);
  if (here || written.length === 0) {
    const which = here ? `The dashboard "${here.name}"` : "No dashboard of this file";
    const is = here ? "is not written" : "is written";
    inform(`${which} ${is} out in this file. Open the file that the code loads, if there is one.`);
    return undefined;
  }
  if (written.length === 1) return { uri, address: written[0]!.address };
  const chosen = await askPick(
    written.map(({ address, name, title, range }) => ({
      label: title ?? name,
      description: title === undefined ? "" : name,
      detail: `Line ${range.start.line + 1}`,
      address,
    })),
    { title: "Choose a Dashboard", placeHolder: "This file contains several dashboards." },
  );
  return chosen && { uri, address: chosen.address };
}

/** The dashboard in whose part of the document the cursor stands. */
export function dashboardAtCursor(
  all: readonly DashboardInFile[],
  { line, character }: vscode.Position,
): DashboardInFile | undefined {
  const before = (a: { line: number; character: number }, b: { line: number; character: number }) =>
    a.line < b.line || (a.line === b.line && a.character <= b.character);
  const cursor = { line, character };
  return all.find(({ range: { start, end } }) => before(start, cursor) && before(cursor, end));
}
