import type { Position, Range, TextEdit } from "vscode-languageserver-types";
import type { CatalogOverlay } from "../core/catalog/overlay";
import type { LabelValueList } from "../core/catalog/project-values";
import type { DashboardPlan } from "../core/features/reading/live";
import type { PictureAnswer } from "../core/features/reading/picture";
import type { Severity } from "../core/finding";
import type { Comparison } from "../core/grid/compare/model";
import type { Gesture } from "../core/grid/moves/gesture";
import type { PastedBlock } from "../core/grid/moves/paste";
import type { Picture } from "../core/grid/picture";
import type { Inspection } from "../core/inspector/model";
import type { Inquiry } from "../core/live/diagnose";
import type {
  MetricHit,
  QueryChange,
  QueryModel,
  TextHelp,
  ValueHit,
} from "../core/query-builder/model/model";

/**
 * Mosaic's own requests in addition to LSP. Types only: this is all that the client imports of the server.
 * `docs/protocol.md` describes them.
 */
export const Requests = {
  /** The picture of a dashboard, or a patch since the version that the caller has. */
  picture: "mosaic/picture",
  /** Versions of a dashboard as pictures, and what differs. */
  comparison: "mosaic/comparison",
  /** The text edits of a gesture on a picture. */
  edit: "mosaic/edit",
  /** Where a tile stands in the text. */
  reveal: "mosaic/reveal",
  /** The tile that a position lies in. */
  tileAt: "mosaic/tileAt",
  /** The dashboards of a document that may hold several. */
  dashboards: "mosaic/dashboards",
  /** The form of tiles, or of the dashboard. */
  inspect: "mosaic/inspect",
  /** All findings of the current text, independent of how diagnostics are sent. */
  findings: "mosaic/findings",
  /** The edits of every unambiguous fix, and what they leave. */
  fixAll: "mosaic/fixAll",
  /** The page of a rule. */
  rule: "mosaic/rule",
  /** The query that a position lies in. */
  queryAt: "mosaic/queryAt",
  /** A Monitoring query as rows and choices. */
  queryModel: "mosaic/queryModel",
  /** The Monitoring queries of a tile. */
  queries: "mosaic/queries",
  /** The text edits of a change of a Monitoring query. */
  changeQuery: "mosaic/changeQuery",
  /** Metrics that match words. */
  searchMetrics: "mosaic/searchMetrics",
  /** Values that a label is known to have. */
  queryValues: "mosaic/queryValues",
  /** Completions and findings of a text in the place of a query. */
  queryText: "mosaic/queryText",
  /** Sets the metrics of a project for the dashboards below a folder. */
  catalog: "mosaic/catalogue",
  /** What a dashboard asks the service for. */
  livePlan: "mosaic/livePlan",
  /** How to find out why a query has no data. */
  liveInquiry: "mosaic/liveInquiry",
  /** What a new dashboard can be made as. */
  creations: "mosaic/creations",
  /** The text of a new dashboard. */
  create: "mosaic/create",
  /** Tiles as text for the clipboard, or as the text of a dashboard of their own. */
  copyTiles: "mosaic/copyTiles",
  /** The tiles in the text of the clipboard. */
  readPaste: "mosaic/readPaste",
  /** Tiles whose title, queries or text hold words. */
  findTiles: "mosaic/findTiles",
} as const;

/** Requests from the server to a client with `readsFiles`. */
export const ClientRequests = {
  /** The text of a file that the server cannot read itself. */
  readText: "mosaic/readText",
  /** The JSON files below a folder that it cannot list. */
  findFiles: "mosaic/findFiles",
  /** Whether such files have changed. */
  stamps: "mosaic/stamps",
} as const;

/** A dashboard: a document, or one of those in it. */
export interface DashboardParams {
  readonly uri: string;
  /**
   * Which one, as `mosaic/dashboards` names it. Without it the document's only dashboard is meant: all of a JSON document, or
   * the one that a document of another kind holds.
   */
  readonly address?: string;
}

export interface PictureParams extends DashboardParams {
  /** Version of the picture that the caller already has. */
  readonly known?: number;
}
/** `null` when the server does not have the document. */
export type PictureResult = PictureAnswer | null;

export interface ComparisonParams {
  /** Two, or the base and both sides of a conflict. The texts need not be open; names choose the form. */
  readonly versions: readonly { readonly uri: string; readonly text: string; readonly address?: string }[];
}
/** `comparisons`: the first version with each of the others. `unreadable`: number of a version without a dashboard. */
export type ComparisonResult =
  | { readonly pictures: readonly Picture[]; readonly comparisons: readonly Comparison[] }
  | { readonly unreadable: number }
  | null;

export interface EditParams extends DashboardParams {
  readonly gesture: Gesture;
  /** Version of the picture that the gesture was made on. */
  readonly known: number;
}
/** `null` when the server does not have the document. */
export type EditResult =
  | {
      /** Version of the document that the edits are for. */
      readonly version: number;
      /** None when the gesture changes nothing. */
      readonly edits: readonly TextEdit[];
      /** Ids of the tiles to select, in the resulting text. */
      readonly select: readonly string[];
      /** What else was changed, as a sentence for the person. */
      readonly also?: string;
    }
  /** Why the gesture is rejected, as a message for the user. */
  | {
      readonly reason: string;
      /** The gesture would be possible if the dashboard were in a JSON file of its own. */
      readonly needsFile?: boolean;
    }
  | null;

export interface RevealParams extends DashboardParams {
  readonly tile: string;
  /** Where the cursor is wanted: at the first query of the tile, or at its metric. The answer is `null` without one. */
  readonly at?: "query" | "metric";
}
export type RevealResult = {
  readonly range: Range;
  /** Where the cursor belongs in it: at the words of the title, else of the query or text. */
  readonly cursor: Position;
} | null;

export interface TileAtParams extends DashboardParams {
  readonly position: Position;
}
export type TileAtResult = string | null;

export interface DashboardsParams {
  readonly uri: string;
}
/** In the order of the document; `null` when it is not open, or is one dashboard as a whole. */
export type DashboardsResult = readonly DashboardInFile[] | null;
export interface DashboardInFile {
  /** What the other requests call it. */
  readonly address: string;
  /** Display name, such as the address of a Terraform resource. */
  readonly name: string;
  /** The `displayName`, where it is written out. */
  readonly title?: string;
  /** Where the name stands. */
  readonly nameRange: Range;
  /** What belongs to it. */
  readonly range: Range;
  /** Whether its text is written in the document, so that there is something to show. */
  readonly isWritten: boolean;
}

export interface InspectParams extends DashboardParams {
  /** Ids of tiles; none for the dashboard itself. */
  readonly tiles: readonly string[];
}
/** `null` when the server does not have the document, or one of the tiles is not there. */
export type InspectResult = Inspection | null;

export interface FindingsParams extends DashboardParams {
  /** What to check when the server does not have the document. */
  readonly unopened?: { readonly version: number; readonly text: string };
}
export interface FileFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: Range;
}
export type FindingsResult = {
  readonly version: number;
  readonly findings: readonly FileFinding[];
  /** The tool that renders the document, if it is known to be a template. */
  readonly filledBy?: string;
} | null;

export interface FixAllParams {
  readonly uri: string;
}
/** `null` when the server does not have the document. */
export type FixAllResult = {
  /** Version of the document that the edits are for. */
  readonly version: number;
  /** None when nothing can be fixed without a decision. */
  readonly edits: readonly TextEdit[];
  /** How many errors and warnings stay. */
  readonly left: number;
  /** What was fixed and what is left, as a sentence for the person who asked. */
  readonly message: string;
} | null;

export interface RuleParams {
  /** Code of a finding. */
  readonly id: string;
}
/** Markdown; `null` when there is no such rule. */
export type RuleResult = string | null;

export interface QueryAtParams {
  readonly uri: string;
  readonly position: Position;
}
/** `null` where there is no query. */
export type QueryAtResult = {
  /** Which dashboard of the document it belongs to; absent where the document is one dashboard. */
  readonly address?: string;
  /** Keys as written and indexes from the root to the string. */
  readonly path: readonly (string | number)[];
  /** Offset of the position in the decoded string. */
  readonly offset: number;
  /** Language id, such as `promql`. */
  readonly language: string;
  /** Display name of the language. */
  readonly languageName: string;
  /** File extension of the language. */
  readonly extension: string;
  /** Title of the widget around it. */
  readonly title?: string;
} | null;

export interface QueryModelParams extends DashboardParams {
  /** JSON pointer in canonical names of a `TimeSeriesQuery`, or of a Monitoring query in it or anything of that. */
  readonly pointer: string;
}
/** `null` when the server does not have the document, or there is no Monitoring query. */
export type QueryModelResult = QueryModel | null;

export interface QueriesParams extends DashboardParams {
  /** JSON pointer in canonical names of a tile, or of anything else that holds queries. */
  readonly pointer: string;
}
/** In the order of the text; `null` when the server does not have the document. */
export type QueriesResult = readonly QueryModel[] | null;

export interface ChangeQueryParams extends DashboardParams {
  /** `pointer` and `seen` of the model that the change is about. */
  readonly pointer: string;
  readonly seen: string;
  readonly change: QueryChange;
}
/** `null` when the server does not have the document. */
export type ChangeQueryResult =
  | {
      /** Version of the document that the edits are for. */
      readonly version: number;
      /** None when nothing changes. */
      readonly edits: readonly TextEdit[];
      /** What else was changed, as a sentence; empty when nothing was. */
      readonly also: string;
    }
  /** Why the change is not made, as a message for the user. */
  | { readonly reason: string }
  | null;

export interface SearchMetricsParams {
  /** The document decides which project's metrics are known. */
  readonly uri: string;
  readonly query: string;
  /** Resource type whose metrics are marked, and come first without a query. */
  readonly resource?: string;
  readonly limit?: number;
}
/** Best first; `null` when the parameters are not well-formed. */
export type SearchMetricsResult = {
  readonly metrics: readonly MetricHit[];
  /** The limit cut some off. */
  readonly more: boolean;
} | null;

export interface QueryValuesParams extends DashboardParams {
  /** As in `QueryModelParams`. */
  readonly pointer: string;
  /** Number of the filter in the query. */
  readonly part: number;
  /** Such as `resource.labels.zone`. */
  readonly label: string;
}
/** `null` when there is no such query. */
export type QueryValuesResult = readonly ValueHit[] | null;

export interface QueryTextParams extends DashboardParams {
  /** JSON pointer in canonical names of a string that is a query. */
  readonly pointer: string;
  /** A text that may take its place. */
  readonly text: string;
  /** Offset of the caret in the text; without it, there are no completions. */
  readonly offset?: number;
}
/** `null` when there is no such query. */
export type QueryTextResult = TextHelp | null;

/** The plan of the requests that show a dashboard's data. The client sends them; the server never does. */
export interface LivePlanParams extends DashboardParams {
  /** Milliseconds since 1970. */
  readonly interval: { readonly start: number; readonly end: number };
  /** Values by the name of a template variable, or by the label key of a pinned filter; by default the dashboard's own. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Whether the interval also rules widgets with a time range of their own. */
  readonly zoomed?: boolean;
}
/** `null` also while the text has syntax errors. */
export type LivePlanResult =
  | (DashboardPlan & {
      readonly version: number;
      /** Range of each query and each data set, by its pointer. */
      readonly ranges: Readonly<Record<string, Range>>;
    })
  | null;

/** The requests that tell why a query matches nothing. */
export interface LiveInquiryParams extends DashboardParams {
  readonly pointer: string;
  readonly language: "filter" | "promql";
  /** End of the range that is looked at, in milliseconds since 1970. */
  readonly now: number;
  readonly values?: Readonly<Record<string, readonly string[]>>;
}
export type LiveInquiryResult =
  | {
      readonly inquiry: Inquiry;
      /** For each suspect of the inquiry: its range, and that of the string to replace, if there is one. */
      readonly ranges: readonly { readonly range: Range; readonly value?: Range }[];
    }
  | { readonly why: string }
  | null;

export interface CatalogParams {
  /** URI of the folder that holds `.mosaic`, or would hold it. */
  readonly folder: string;
  /** `null` when nothing is known of the project, or of no project. */
  readonly overlay: CatalogOverlay | null;
  /** Values that labels have in the project; absent when none are known. */
  readonly labelValues?: LabelValueList;
}
export type CatalogResult = null;

export interface CreationsParams {
  /** URI of the folder that the dashboard is for; its metrics count. */
  readonly folder?: string;
}
export type CreationsResult = readonly CreationChoice[];
export interface CreationChoice {
  readonly id: string;
  readonly kind: "start" | "template" | "service";
  readonly name: string;
  readonly about: string;
  /** What has to be asked first: `pattern` is the source of a regular expression, `problem` is said when it does not match. */
  readonly input?: {
    readonly prompt: string;
    readonly example: string;
    readonly pattern: string;
    readonly problem: string;
  };
}

export interface CreateParams extends CreationsParams {
  readonly id: string;
  /** Name of the file, which tells JSON from YAML. */
  readonly file: string;
  /** Display name of the dashboard; that of the creation by default. */
  readonly title?: string;
  /** To the creation's `input`. */
  readonly answer?: string;
}
/** `null` when there is no such creation. */
export type CreateResult = string | null;

export interface CopyTilesParams extends DashboardParams {
  readonly tiles: readonly string[];
  /** Makes a dashboard of them: its title, and the name of its file. */
  readonly dashboard?: { readonly title: string; readonly file: string };
}
/** `null` when a tile does not exist. */
export type CopyTilesResult = string | null;

export interface ReadPasteParams {
  readonly text: string;
}
export type ReadPasteResult =
  | { readonly blocks: readonly PastedBlock[] }
  /** Why there are none, as a message for the user. */
  | { readonly reason: string };

export interface FindTilesParams extends DashboardParams {
  readonly text: string;
}
/** In the order of the file; `null` when the document is not open. */
export type FindTilesResult = readonly string[] | null;

export interface ReadTextParams {
  readonly uri: string;
}
/** `null` when the file is not there or cannot be read. */
export type ReadTextResult = string | null;

export interface FindFilesParams {
  /** URI of a folder, with a slash at its end. */
  readonly folder: string;
  /** Names of folders that are left out, wherever they are. */
  readonly exclude: readonly string[];
}
/** URIs of the JSON files below it. */
export type FindFilesResult = readonly string[];

export interface StampsParams {
  readonly uris: readonly string[];
}
/** For each file, a string that changes when the file does; `null` if there is no such file. */
export type StampsResult = readonly (string | null)[];

/** `initializationOptions` of the client. */
export interface InitializationOptions {
  /** Commands of the client that actions may name, such as `mosaic.addCondition`. */
  readonly commands?: readonly string[];
  /**
   * Whether the client supports `mosaic/readText`, `mosaic/findFiles` and `mosaic/stamps`: for other schemes than `file`,
   * or for all files if the server is a web worker.
   */
  readonly readsFiles?: boolean;
  /**
   * Id of the language that only Mosaic serves. Formatting, symbols, folding, selection, colors and highlights are
   * registered for this language only, because other languages, such as JSON, have their own providers. Requires dynamic
   * registration.
   */
  readonly ownLanguage?: string;
  /** Name of a request whose handler fails on purpose; for tests of the request guard only. */
  readonly failIn?: string;
}
