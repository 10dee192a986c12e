/** A fragment of a dashboard that shows what a rule is about. */
export type Example =
  /** The text of a whole file, for what JSON itself does not allow. */
  | { readonly text: string }
  | { readonly dashboard: object }
  | { readonly tiles: readonly object[] }
  | { readonly widget: object }
  | { readonly query: object };

/** Longer examples are cut on a page. */
const MAX_LINES = 24;
const MAX_LINE = 300;

/** What a page shows of an example. */
export function exampleText(example: Example): string {
  if ("text" in example) return example.text;
  const lines = compact(Object.values(example)[0], "")
    .split("\n")
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
  if (lines.length <= MAX_LINES) return lines.join("\n");
  return [...lines.slice(0, MAX_LINES / 2), "…", ...lines.slice(-MAX_LINES / 4)].join("\n");
}

/** JSON with what fits into a line on one. */
function compact(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item) => compact(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${compact(item, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return open + close;
  const pad = isList ? "" : " ";
  const line = `${open}${pad}${entries.join(", ")}${pad}${close}`;
  const fits = indent.length + line.length <= 100 && !line.includes("\n");
  return fits ? line : `${open}\n${inner}${entries.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** The text of a whole dashboard around an example. */
export function exampleFile(example: Example): string {
  return "text" in example ? example.text : JSON.stringify(around(example), null, 2);
}

function around(example: Exclude<Example, { text: string }>): object {
  if ("dashboard" in example) return example.dashboard;
  if ("tiles" in example) {
    return { displayName: "Example", mosaicLayout: { columns: 48, tiles: example.tiles } };
  }
  if ("widget" in example) return around({ tiles: [{ width: 24, height: 16, widget: example.widget }] });
  return around({ widget: { xyChart: { dataSets: [{ timeSeriesQuery: example.query }] } } });
}

const BACKLOG =
  'metric.type="pubsub.googleapis.com/subscription/num_undelivered_messages" resource.type="pubsub_subscription"';

/** An example about the aggregation of a query. */
export function aggregated(aggregation: object): Example {
  return { query: { timeSeriesFilter: { filter: BACKLOG, aggregation } } };
}

/** An example about one of the dashboard's filters. */
export function withFilter(filter: object): Example {
  return {
    dashboard: {
      displayName: "Orders",
      dashboardFilters: [filter],
      gridLayout: { widgets: [{ blank: {} }] },
    },
  };
}

/** A template variable that is declared and used. */
export const usedVariable: Example = {
  dashboard: {
    displayName: "Orders",
    dashboardFilters: [{ filterType: "RESOURCE_LABEL", labelKey: "cluster", templateVariable: "cluster" }],
    gridLayout: {
      widgets: [
        {
          scorecard: {
            timeSeriesQuery: { prometheusQuery: "sum(rate(http_requests_total{${cluster}}[5m]))" },
          },
        },
      ],
    },
  },
};
