import { isObject, type Members } from "../shape";

/** Content members of a Widget, each with the words a reader sees. */
const NAMES = {
  xyChart: "chart",
  scorecard: "scorecard",
  timeSeriesTable: "table",
  pieChart: "pie chart",
  treemap: "treemap",
  text: "text",
  alertChart: "alert chart",
  incidentList: "incident list",
  logsPanel: "logs panel",
  errorReportingPanel: "error reporting panel",
  collapsibleGroup: "collapsible group",
  singleViewGroup: "single-view group",
  sectionHeader: "section header",
  filterControl: "filter control",
  blank: "spacer",
} as const;

export type ContentKind = keyof typeof NAMES;
/** `none`: a widget without content; `unknown`: content that Mosaic has no name for. */
export type TileKind = ContentKind | "none" | "unknown";

export const CONTENT_KINDS = Object.keys(NAMES) as ContentKind[];
const TILE_KINDS: ReadonlySet<string> = new Set<TileKind>([...CONTENT_KINDS, "none", "unknown"]);
const COMMON_MEMBERS = new Set(["id", "title", "timeRange", "visibilityCondition"]);

/** Content members that are set on a widget, in the order of the schema. */
export function contentsOf(widget: Members): ContentKind[] {
  return CONTENT_KINDS.filter((kind) => isObject(widget[kind]));
}

/** The kind a widget is drawn as; when several contents are set, the first one. */
export function kindOf(widget: Members): TileKind {
  const [first] = contentsOf(widget);
  if (first) return first;
  return Object.keys(widget).some((key) => !COMMON_MEMBERS.has(key)) ? "unknown" : "none";
}

export function isTileKind(value: unknown): value is TileKind {
  return typeof value === "string" && TILE_KINDS.has(value);
}

export function isGroup(kind: TileKind): kind is "collapsibleGroup" | "singleViewGroup" {
  return kind === "collapsibleGroup" || kind === "singleViewGroup";
}

/** What the kind is called in a sentence. */
export function kindName(kind: TileKind): string {
  if (kind === "none") return "widget without content";
  if (kind === "unknown") return "widget of unknown type";
  return NAMES[kind];
}
