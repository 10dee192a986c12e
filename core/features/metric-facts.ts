import type { Catalogue, Metric } from "../catalogue/catalogue";
import type { LabelFacts, MetricFacts, MetricLookup } from "../grid/samples/facts";
import { PromqlNames } from "../languages/promql/names";

/** More values of a label than this are not told apart by any drawing. */
const MAX_VALUES = 6;
const lookups = new WeakMap<Catalogue, MetricLookup>();

/** What the catalogue tells the picture about a metric, by its type or by its name in PromQL. Kept for each catalogue. */
export function metricLookup(catalogue: Catalogue): MetricLookup {
  let lookup = lookups.get(catalogue);
  if (!lookup) {
    lookup = makeLookup(catalogue);
    lookups.set(catalogue, lookup);
  }
  return lookup;
}

function makeLookup(catalogue: Catalogue): MetricLookup {
  const known = new Map<string, MetricFacts | undefined>();
  let promql: PromqlNames | undefined;
  return (name) => {
    if (name === "") return undefined;
    if (known.has(name)) return known.get(name);
    if (!name.includes("/")) promql ??= new PromqlNames(catalogue);
    const metric = name.includes("/") ? catalogue.metric(name) : promql?.metric(name);
    const facts = metric && factsOf(metric, catalogue);
    // Names come from files: what is remembered of them stays small.
    if (known.size < 2000) known.set(name, facts);
    return facts;
  };
}

function factsOf(metric: Metric, catalogue: Catalogue): MetricFacts {
  const [first] = metric.resources;
  const resource = (first && catalogue.resource(first)?.labels) || [];
  return {
    kind: metric.kind,
    valueType: metric.valueType,
    unit: metric.unit,
    labels: [
      ...resource.map((key): LabelFacts => ({ key, of: "resource", values: [] })),
      ...metric.labels.map((key): LabelFacts => {
        const values = catalogue.labelValues(metric.type, key)?.slice(0, MAX_VALUES) ?? [];
        return { key, of: "metric", values };
      }),
    ],
  };
}
