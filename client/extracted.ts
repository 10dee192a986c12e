import * as vscode from "vscode";
import type { DashboardAt } from "./dashboard-at";

/** Name of *Extract Dashboard to File…*, which takes a document's URI and the address of a dashboard in it. */
export const EXTRACT = "mosaic.extractDashboard";

/** Fires when a dashboard has left its text for a file. */
export const extracted = new vscode.EventEmitter<{ readonly from: DashboardAt; readonly to: vscode.Uri }>();
