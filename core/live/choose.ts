import { numberOf } from "./histograms";
import type { LiveSeries, SeriesLabel } from "./model";
import type { Pick, SortKey } from "./plan";

/** Labels in a name; more are not read. */
export const LABELS_SHOWN = 4;

/** The series with the highest or lowest scores over all their points. Which score is meant when none is set is not documented. */
export function rankSeries(
  series: readonly LiveSeries[],
  { count, top, method }: Pick,
): readonly LiveSeries[] {
  const scored = series.map((one) => ({ one, score: scoreOf(one, method), name: labelText(one) }));
  scored.sort((a, b) => (top ? b.score - a.score : a.score - b.score) || (a.name < b.name ? -1 : 1));
  return scored.slice(0, count).map(({ one }) => one);
}

function scoreOf({ points }: LiveSeries, method: string): number {
  const values = points.map(({ value }) => numberOf(value)).filter((value) => !Number.isNaN(value));
  if (values.length === 0) return Number.NEGATIVE_INFINITY;
  const sum = values.reduce((total, value) => total + value, 0);
  switch (method) {
    case "METHOD_MAX":
      return Math.max(...values);
    case "METHOD_MIN":
      return Math.min(...values);
    case "METHOD_SUM":
      return sum;
    case "METHOD_LATEST":
      return values.at(-1)!;
    default:
      return sum / values.length;
  }
}

/** By labels, or by the newest value for a column that is no label. */
export function sortSeries(series: readonly LiveSeries[], keys: readonly SortKey[]): readonly LiveSeries[] {
  if (keys.length === 0) return series;
  return [...series].sort((a, b) => {
    for (const { column, descending } of keys) {
      const order = compare(columnOf(a, column), columnOf(b, column));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
}

function columnOf({ labels, points }: LiveSeries, column: string): string | number {
  const label = labels.find(({ key }) => key === column || column.endsWith(`.${key}`));
  if (label) return label.value;
  const newest = points.at(-1);
  return newest ? numberOf(newest.value) : Number.NEGATIVE_INFINITY;
}

function compare(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function labelText({ labels }: LiveSeries): string {
  return labels.map(({ key, value }) => `${key}=${value}`).join(",");
}

/** The labels whose values differ between the series; those of a single series are all of its labels. */
export function labelsThatTell(series: readonly LiveSeries[]): readonly Omit<SeriesLabel, "value">[] {
  const values = new Map<string, { label: Omit<SeriesLabel, "value">; seen: Set<string>; in: number }>();
  for (const { labels } of series) {
    for (const { key, of, value } of labels) {
      const id = `${of} ${key}`;
      let known = values.get(id);
      if (!known) values.set(id, (known = { label: { key, of }, seen: new Set(), in: 0 }));
      known.seen.add(value);
      known.in++;
    }
  }
  const all = [...values.values()];
  const differing = all.filter(({ seen, in: holders }) => seen.size > 1 || holders < series.length);
  const single = all.filter(({ label }) => label.key !== "project_id");
  return (series.length === 1 ? single : differing).map(({ label }) => label);
}
