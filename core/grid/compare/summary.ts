import type { Comparison, TileMark } from "./model";

/** The marks in the order of a summary. A tile counts for the first one that it has. */
const MARKS: readonly TileMark[] = ["added", "removed", "changed", "moved", "resized"];

/** How much differs, such as `2 tiles changed, 1 added, dashboard settings changed`; empty if nothing does. */
export function summaryOf({ dashboard, tiles }: Comparison): string {
  const counts = MARKS.map(
    (mark) =>
      [mark, tiles.filter(({ marks }) => MARKS.find((m) => marks.includes(m)) === mark).length] as const,
  ).filter(([, count]) => count > 0);
  const parts = counts.map(([mark, count], i) =>
    i === 0 ? `${count} ${count === 1 ? "tile" : "tiles"} ${mark}` : `${count} ${mark}`,
  );
  return [...parts, ...(dashboard.length > 0 ? ["dashboard settings changed"] : [])].join(", ");
}

/** One line for each changed tile, such as `"CPU": aligner ALIGN_RATE → ALIGN_MEAN`; the dashboard itself comes first. */
export function summaryLines({
  dashboard,
  tiles,
}: Pick<Comparison, "dashboard" | "tiles">): readonly string[] {
  const words = (changes: readonly { readonly text: string }[]) => changes.map(({ text }) => text).join("; ");
  return [
    ...(dashboard.length > 0 ? [`Dashboard: ${words(dashboard)}`] : []),
    ...tiles.map(({ name, marks, changes }) => `${name}: ${words(changes) || marks.join(", ")}`),
  ];
}
