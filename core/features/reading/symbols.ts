import { type DocumentSymbol, SymbolKind } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { childrenOf, MAX_DEPTH, type Node, type ObjectNode, type Span } from "../../document/node";
import { CONTENT_KINDS, type ContentKind, isGroup as isGroupKind, kindName } from "../../grid/kinds";
import { memberOf, memberProperty } from "../../schema/canonical";
import { keyOrBracketSpan } from "../../schema/structure";
import { rangeOf } from "../ranges";

/** Messages that are symbols of the outline, and their names. */
const NAMED: Record<
  string,
  (node: ObjectNode, number: number) => { name: string; detail: string; kind: SymbolKind }
> = {
  Tile: (node, number) => widgetName(memberOf(node, "widget"), number),
  Widget: widgetName,
  DataSet: queryName,
  TableDataSet: queryName,
  PieChartDataSet: queryName,
  TreemapDataSet: queryName,
  DashboardFilter: (node, number) => {
    const variable = textOf(node, "templateVariable");
    const label = textOf(node, "labelKey");
    return variable
      ? { name: variable, detail: label ? `variable for ${label}` : "variable", kind: SymbolKind.Variable }
      : { name: label || `Filter ${number}`, detail: "pinned filter", kind: SymbolKind.Field };
  },
  Threshold: (node) => ({
    name: textOf(node, "label") || thresholdName(node),
    detail: "threshold",
    kind: SymbolKind.Constant,
  }),
};

/** `above 0.9`; a value that is left out is 0. */
function thresholdName(node: ObjectNode): string {
  const value = memberOf(node, "value");
  const number = value?.kind === "number" || value?.kind === "string" ? String(value.value) : "0";
  const direction = { ABOVE: "above ", BELOW: "below " }[textOf(node, "direction")] ?? "";
  return `${direction}${number}`;
}

/** The outline: dashboard, tiles, queries, in the order of the text. */
export function documentSymbols(dashboard: Dashboard): DocumentSymbol[] {
  const { root } = dashboard.document;
  if (root?.kind !== "object") return [];
  const title = memberProperty(root, "displayName")?.value;
  return [
    {
      name: textOf(root, "displayName") || "Dashboard",
      detail: "dashboard",
      kind: SymbolKind.Module,
      range: rangeOf(dashboard, root),
      selectionRange: rangeOf(dashboard, title ?? { offset: root.offset, length: 1 }),
      children: symbolsIn(dashboard, root),
    },
  ];
}

function symbolsIn(dashboard: Dashboard, node: Node, depth = 0): DocumentSymbol[] {
  if (depth > MAX_DEPTH) return [];
  return childrenOf(node).flatMap((inner) => {
    const type = inner.kind === "object" ? dashboard.canonical.messageOf(inner) : undefined;
    // A tile and its widget are one symbol with the tile's name.
    const describe =
      type && !(type.name === "Widget" && inner.parent?.kind === "object") ? NAMED[type.name] : undefined;
    const below = symbolsIn(dashboard, inner, depth + 1);
    if (!describe || inner.kind !== "object") return below;
    return [
      {
        ...describe(inner, inner.index + 1),
        range: rangeOf(dashboard, inner),
        selectionRange: rangeOf(dashboard, nameSpan(inner)),
        children: below,
      },
    ];
  });
}

/** The token that carries the name, so that going to the symbol lands on it. */
function nameSpan(node: ObjectNode): Span {
  const widget = memberOf(node, "widget");
  for (const [owner, key] of [
    [widget, "title"],
    [node, "title"],
    [node, "templateVariable"],
    [node, "label"],
  ] as const) {
    const value = memberOf(owner, key);
    if (value?.kind === "string" && value.value) return value;
  }
  return keyOrBracketSpan(node);
}

function widgetName(node: Node | undefined, number: number) {
  const kind = contentOf(node);
  const text = kind === "text" ? textOf(memberOf(node, "text"), "content") : "";
  const firstLine = text
    .split("\n")
    .find((line) => line.trim())
    ?.replace(/^[#>*\s-]+/, "")
    .slice(0, 60);
  const words = kind ? kindName(kind) : "empty tile";
  const isGroup = kind !== undefined && (isGroupKind(kind) || kind === "sectionHeader");
  return {
    name: textOf(node, "title") || firstLine || `${words[0]!.toUpperCase()}${words.slice(1)} ${number}`,
    detail: words,
    kind: isGroup ? SymbolKind.Namespace : SymbolKind.Class,
  };
}

/** What a widget shows, as far as it says. */
function contentOf(widget: Node | undefined): ContentKind | undefined {
  return CONTENT_KINDS.find((name) => memberOf(widget, name));
}

function queryName(node: ObjectNode, number: number) {
  const query = memberOf(node, "timeSeriesQuery");
  const filter =
    memberOf(query, "timeSeriesFilter") ?? memberOf(memberOf(query, "timeSeriesFilterRatio"), "numerator");
  const metric = /metric\.type\s*=\s*"([^"]+)"/.exec(textOf(filter, "filter"))?.[1];
  const text =
    textOf(query, "prometheusQuery") ||
    textOf(query, "timeSeriesQueryLanguage") ||
    textOf(memberOf(query, "opsAnalyticsQuery"), "sql");
  const short = text.replace(/\s+/g, " ").trim().slice(0, 60);
  const words = metric || short || textOf(filter, "filter").slice(0, 60);
  return { name: words || `Query ${number}`, detail: queryKind(query), kind: SymbolKind.Function };
}

function queryKind(query: Node | undefined): string {
  if (memberOf(query, "timeSeriesFilter")) return "filter";
  if (memberOf(query, "timeSeriesFilterRatio")) return "ratio of filters";
  if (memberOf(query, "prometheusQuery")) return "PromQL";
  if (memberOf(query, "timeSeriesQueryLanguage")) return "MQL";
  if (memberOf(query, "opsAnalyticsQuery")) return "SQL";
  return memberOf(query, "traceQuery") ? "trace query" : "query";
}

function textOf(node: Node | undefined, name: string): string {
  const value = memberOf(node, name);
  return value?.kind === "string" ? value.value.trim() : "";
}
