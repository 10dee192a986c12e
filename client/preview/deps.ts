import type * as vscode from "vscode";
import type { PictureAnswer } from "../../core/features/reading/picture";
import type { Gesture } from "../../core/grid/moves/gesture";
import type { Members } from "../../core/shape";
import type { CopyTilesParams, CopyTilesResult, EditResult, ReadPasteResult } from "../../server/protocol";
import type { ListDashboards } from "../choose";
import type { DashboardAt } from "../dashboard-at";
import type { OpenLive } from "../live/register";
import type { AskMethod } from "../webview/picture/asks";
import type { MetricDeps } from "./choose-metric";

/** A gesture as edits of the text, or why it is rejected. */
export type EditAnswer = NonNullable<EditResult>;
export type TextChange = Exclude<EditAnswer, { readonly reason: string }>;

/** Where something stands in the text, and where in it the cursor belongs. */
export interface Place {
  readonly range: vscode.Range;
  readonly cursor: vscode.Position;
}

/** What the preview needs from the rest of the extension. */
export interface PreviewDeps {
  /** The picture, or what changed since version `known`. Null when the server does not have the document. */
  requestPicture(
    dashboard: DashboardAt,
    known: number | undefined,
    token: vscode.CancellationToken,
  ): Promise<PictureAnswer | null>;
  /** Turns a gesture that was made in a version of the picture into edits. Null: the server does not have the document. */
  requestEdit(dashboard: DashboardAt, gesture: Gesture, picture: number): Promise<EditAnswer | null>;
  /** A request that the page makes about the dashboard. */
  ask(dashboard: DashboardAt, method: AskMethod, params: Members): Promise<unknown>;
  /** Tiles as text for the clipboard, or as that of a file of their own. */
  copyTiles(
    dashboard: DashboardAt,
    params: Pick<CopyTilesParams, "tiles" | "dashboard">,
  ): Promise<CopyTilesResult>;
  /** The tiles in a text of the clipboard. */
  readPaste(text: string): Promise<ReadPasteResult>;
  /** Whether the inspector is open, for all previews and windows. */
  inspector: boolean;
  /** Id of the tile at a position. */
  tileAt(dashboard: DashboardAt, position: vscode.Position): Promise<string | null | undefined>;
  /** Where a tile, or a dashboard filter, stands in the text. */
  reveal(dashboard: DashboardAt, id: string, at?: "query" | "metric"): Promise<Place | null | undefined>;
  /** The dashboards of a document that may hold several. */
  readonly list: ListDashboards;
  /** The Monitoring queries of tiles, and the metrics that they can have. */
  readonly metrics: MetricDeps;
  /** Opens the live data of a dashboard. */
  readonly openLive: OpenLive;
  /** Fires when pictures may have changed though no text has: the server was restarted, rules were configured again. */
  readonly onDidChangeFindings?: vscode.Event<void>;
  readonly log: Pick<vscode.LogOutputChannel, "warn">;
}
