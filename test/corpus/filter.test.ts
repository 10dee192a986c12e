import { describe, expect, it } from "vitest";
import { shippedCatalog } from "../../core/catalog/catalog";
import type { Node } from "../../core/document/node";
import { readDocument } from "../../core/document/reader";
import { languageContext } from "../../core/languages/check";
import { monitoringFilter, parseFilter, subjectOf } from "../../core/languages/filter";
import type { LanguageContext, LanguageFinding } from "../../core/languages/language";
import { type Canonical, canonicalize } from "../../core/schema/canonical";
import { corpusFiles, hasCorpus, isGoogleAuthored } from "./corpus";

interface Found extends LanguageFinding {
  readonly file: string;
  readonly filter: string;
}

interface RealFilter {
  readonly file: string;
  readonly filter: string;
  readonly context: LanguageContext;
}

function* filtersIn(node: Node | undefined, canonical: Canonical): Generator<string> {
  if (node?.kind === "array") for (const item of node.items) yield* filtersIn(item, canonical);
  if (node?.kind !== "object") return;
  const type = canonical.messageOf(node);
  for (const { key, value } of node.properties) {
    if (value?.kind !== "string") yield* filtersIn(value, canonical);
    else if (type?.field(key)?.language === monitoringFilter.id) yield value.value;
  }
}

/** Every distinct filter of a file, with the variables the file declares. */
function realFilters(): RealFilter[] {
  return corpusFiles().flatMap(({ name, text }) => {
    const document = readDocument(text);
    const canonical = canonicalize(document);
    const context = languageContext(canonical);
    return [...new Set(filtersIn(document.root, canonical))].map((filter) => ({
      file: name,
      filter,
      context,
    }));
  });
}

describe.skipIf(!hasCorpus)("filters of real dashboards", () => {
  const filters = hasCorpus ? realFilters() : [];
  const findings: Found[] = filters.flatMap(({ file, filter, context }) =>
    monitoringFilter.check(filter, context).map((finding) => ({ ...finding, file, filter })),
  );
  const told = (severity: string, google: boolean): string[] => [
    ...new Set(
      findings
        .filter((f) => f.severity === severity && isGoogleAuthored(f.file) === google)
        .map((f) => `${f.code}: ${f.filter.slice(f.offset, f.offset + f.length)}`),
    ),
  ];

  it("are there in number", () => {
    expect(new Set(filters.map(({ filter }) => filter)).size).toBeGreaterThan(700);
  });

  it("have no error where Google wrote them", () => {
    expect(told("error", true)).toEqual([]);
  });

  it("have no warning that has not been looked at", () => {
    // A fixture with a made-up metric type; it is one the service would not find.
    expect(told("warning", true)).toEqual(["filter-unknown-metric: some_metric_type"]);
    // A metric name that no public list has.
    expect(told("warning", false)).toEqual([
      "filter-unknown-metric: kubernetes.io/node/accelerator/memory_bandwidth_used",
    ]);
  });

  it("have no error elsewhere but a filter without a metric", () => {
    expect([...new Set(findings.filter((f) => f.severity === "error").map((f) => f.code))]).toEqual([
      "filter-metric-type",
    ]);
  });

  it("parse into trees whose metric is known nearly always", () => {
    const types = filters.map(({ filter }) => subjectOf(parseFilter(filter), shippedCatalog()).metricType);
    const known = types.filter(
      (type) => type && (shippedCatalog().metric(type) || !shippedCatalog().covers(type)),
    );
    expect(known.length / filters.length).toBeGreaterThan(0.99);
  });

  it("complete, explain and color at every offset without a fault", () => {
    // Every twentieth filter at every offset keeps this under a second.
    filters
      .filter((_, i) => i % 20 === 0)
      .forEach(({ filter, context }) => {
        monitoringFilter.tokens!(filter);
        for (let offset = 0; offset <= filter.length; offset += 3) {
          monitoringFilter.hover!(filter, offset, context);
          const { items } = monitoringFilter.complete!(filter, offset, context);
          for (const item of items) expect(item.offset + item.length).toBeLessThanOrEqual(filter.length);
        }
      });
  });
});
