import { expect, it } from "vitest";
import { shippedCatalog } from "../../core/catalog/catalog";
import { Dashboard } from "../../core/dashboard";
import type { ObjectNode } from "../../core/document/node";
import { applyEdits } from "../../core/edit/edit";
import { tokenize } from "../../core/languages/filter/lexer";
import type { QueryChange, QueryModel, QueryPart } from "../../core/query-builder/model/model";
import { type FoundQuery, findQuery, readQuery } from "../../core/query-builder/read";
import { rowsOf } from "../../core/query-builder/rows";
import { writeQuery } from "../../core/query-builder/write";
import { corpusFiles, hasCorpus } from "./corpus";

interface Built {
  readonly name: string;
  readonly dashboard: Dashboard;
  readonly query: FoundQuery;
  readonly model: QueryModel;
}

function* queries(): Generator<Built> {
  for (const { name, text } of corpusFiles()) {
    const dashboard = new Dashboard(text);
    const seen = new Set<ObjectNode>();
    for (const [message] of dashboard.canonical.messages) {
      const type = dashboard.canonical.messageOf(message)?.name;
      if (type !== "TimeSeriesFilter" && type !== "TimeSeriesFilterRatio") continue;
      const query = findQuery(dashboard, message);
      if (!query || seen.has(query.node)) continue;
      seen.add(query.node);
      yield { name, dashboard, query, model: readQuery(dashboard, query) };
    }
  }
}

it.skipIf(!hasCorpus)("nearly all filters of real dashboards are shown as rows", () => {
  let filters = 0;
  const others: string[] = [];
  for (const { name, model } of queries()) {
    for (const part of model.parts) {
      filters++;
      const isShown = part.unreadable === undefined && part.rows.every(({ kind }) => kind !== "text");
      if (!isShown) others.push(`${name}: ${part.unreadable ?? ""} ${part.filter}`);
    }
  }
  const share = 1 - others.length / filters;
  console.info(
    `query builder: ${filters - others.length} of ${filters} filters as rows (${(share * 100).toFixed(2)} %)`,
  );
  expect(filters).toBeGreaterThan(1000);
  expect(share).toBeGreaterThan(0.95);
});

it.skipIf(!hasCorpus)("each value of a real filter changes its own token and nothing else", () => {
  let values = 0;
  const done = new Set<string>();
  for (const { dashboard, query, model } of queries()) {
    model.parts.forEach((part, number) => {
      if (done.has(part.filter)) return;
      done.add(part.filter);
      expect(unchanged(dashboard, query, part, number)).toEqual([]);
      for (const { change, text } of valuesOf(part, number)) {
        values++;
        expect(changedTokens(dashboard, query, number, change)).toEqual([text]);
      }
    });
  }
  expect(values).toBeGreaterThan(500);
});

/** What is written when every value is set to what it is. */
function unchanged(dashboard: Dashboard, query: FoundQuery, part: QueryPart, number: number): unknown[] {
  const same: QueryChange[] = [
    { type: "filter", part: number, text: part.filter },
    { type: "resource", part: number, resource: part.resource },
  ];
  if (part.metric) same.push({ type: "metric", part: number, metric: part.metric.type });
  part.rows.forEach((row, index) => {
    if (row.kind === "text") same.push({ type: "rowText", part: number, row: index, text: row.text });
    if (row.kind === "condition")
      same.push(
        { type: "operator", part: number, row: index, operator: row.operator },
        { type: "label", part: number, row: index, label: row.label },
      );
    if (row.kind !== "condition" && row.kind !== "selector") return;
    for (const [i, { text }] of row.values.entries())
      same.push({ type: "value", part: number, row: index, index: i, text });
  });
  const { aggregation } = part;
  if (aggregation.isSet) {
    const fields = aggregation.groupBy.map(({ field }) => field);
    if (fields.length > 0) same.push({ type: "groupBy", part: number, step: "aggregation", fields });
    const step = { type: "step", part: number, step: "aggregation" } as const;
    if (aggregation.period) same.push({ ...step, member: "alignmentPeriod", value: aggregation.period });
    if (aggregation.aligner !== "ALIGN_NONE")
      same.push({ ...step, member: "perSeriesAligner", value: aggregation.aligner });
  }
  return same.flatMap((change) => {
    const result = writeQuery(dashboard, query, change);
    return result.ok && result.edits.length === 0 ? [] : [{ change, result }];
  });
}

const OTHER = 'another "value" \\ é';

function valuesOf(part: QueryPart, number: number): { change: QueryChange; text: string }[] {
  const resource = { type: "resource", part: number, resource: "another_resource" } as const;
  const values = part.rows.flatMap((row, index) => {
    if (row.kind !== "condition" && row.kind !== "selector") return [];
    return row.values.map((_, i) => ({
      change: { type: "value", part: number, row: index, index: i, text: OTHER } as const,
      text: '"another \\"value\\" \\\\ é"',
    }));
  });
  return part.resource ? [{ change: resource, text: '"another_resource"' }, ...values] : values;
}

/** The tokens of the filter that differ after a change, of a file in which only a part of the filter's line may differ. */
function changedTokens(
  dashboard: Dashboard,
  query: FoundQuery,
  number: number,
  change: QueryChange,
): string[] {
  const result = writeQuery(dashboard, query, change);
  if (!result.ok) return [result.reason];
  const filter = query.parts[number]!.filter!;
  const [edit] = result.edits;
  expect(result.edits).toHaveLength(1);
  expect(edit!.offset).toBeGreaterThan(filter.offset);
  expect(edit!.offset + edit!.length).toBeLessThan(filter.offset + filter.length);
  const written = applyEdits(dashboard.text, result.edits);
  const grown = written.length - dashboard.text.length;
  const after = JSON.parse(written.slice(filter.offset, filter.offset + filter.length + grown)) as string;
  const [a, b] = [tokenize(filter.value), tokenize(after)];
  expect(b).toHaveLength(a.length);
  expect(rowsOf(after, shippedCatalog()).rows.length).toBe(
    rowsOf(filter.value, shippedCatalog()).rows.length,
  );
  return b.flatMap(({ text }, i) => (text === a[i]!.text ? [] : [text]));
}
