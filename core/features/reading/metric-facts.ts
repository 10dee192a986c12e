import type { Catalog, Metric } from "../../catalog/catalog";
import type { LabelFacts, MetricFacts, MetricLookup } from "../../grid/samples/facts";
import { PromqlNames } from "../../languages/promql/names";

/** Maximum number of values of a label to draw. */
const MAX_VALUES = 6;
const lookups = new WeakMap<Catalog, MetricLookup>();

/** What the catalog tells the picture about a metric, by its type or by its name in PromQL. Kept for each catalogue. */
export function metricLookup(catalog: Catalog): MetricLookup {
  let lookup = lookups.get(catalog);
  if (!lookup) {
    lookup = makeLookup(catalog);
    lookups.set(catalog, lookup);
  }
  return lookup;
}

function makeLookup(catalog: Catalog): MetricLookup {
  const known = new Map<string, MetricFacts | undefined>();
  let promql: PromqlNames | undefined;
  return (name) => {
    if (name === "") return undefined;
    if (known.has(name)) return known.get(name);
    if (!name.includes("/")) promql ??= new PromqlNames(catalog);
    const metric = name.includes("/") ? catalog.metric(name) : promql?.metric(name);
    const facts = metric && factsOf(metric, catalog);
    // Names come from files: what is remembered of them stays small.
    if (known.size < 2000) known.set(name, facts);
    return facts;
  };
}

function factsOf(metric: Metric, catalog: Catalog): MetricFacts {
  const [first] = metric.resources;
  const resource = (first && catalog.resource(first)?.labels) || [];
  return {
    kind: metric.kind,
    valueType: metric.valueType,
    unit: metric.unit,
    labels: [
      ...resource.map((key): LabelFacts => ({ key, of: "resource", values: [] })),
      ...metric.labels.map((key): LabelFacts => {
        const values = catalog.labelValues(metric.type, key)?.slice(0, MAX_VALUES) ?? [];
        return { key, of: "metric", values };
      }),
    ],
  };
}
