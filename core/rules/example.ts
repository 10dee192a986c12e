/** A fragment of a dashboard that shows what a rule is about. */
export type Example =
  | { readonly dashboard: object }
  | { readonly tiles: readonly object[] }
  | { readonly widget: object }
  | { readonly query: object };

/** The text that a page shows. */
export function exampleText(example: Example): string {
  return JSON.stringify(Object.values(example)[0], null, 2);
}

/** The whole dashboard around an example. */
export function completeExample(example: Example): object {
  if ("dashboard" in example) return example.dashboard;
  if ("tiles" in example) {
    return { displayName: "Example", mosaicLayout: { columns: 48, tiles: example.tiles } };
  }
  if ("widget" in example)
    return completeExample({ tiles: [{ width: 24, height: 16, widget: example.widget }] });
  return completeExample({ widget: { xyChart: { dataSets: [{ timeSeriesQuery: example.query }] } } });
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
