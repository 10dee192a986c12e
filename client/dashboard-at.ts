import * as vscode from "vscode";

/** A dashboard: a document, or one of those in it. */
export interface DashboardAt {
  readonly uri: vscode.Uri;
  /** Which one of the document, as the server names it; absent where the document is one dashboard. */
  readonly address?: string | undefined;
}

const PREFIX = "dashboard=";

/** The same text for the same dashboard, which `dashboardOfKey` reads again. */
export function keyOf({ uri, address }: DashboardAt): string {
  return (address === undefined ? uri : uri.with({ fragment: PREFIX + address })).toString();
}

/** The dashboard of a key; undefined for a text that is none. */
export function dashboardOfKey(key: string): DashboardAt | undefined {
  try {
    const uri = vscode.Uri.parse(key, true);
    if (!uri.fragment.startsWith(PREFIX)) return { uri };
    return { uri: uri.with({ fragment: "" }), address: uri.fragment.slice(PREFIX.length) };
  } catch {
    return undefined;
  }
}
