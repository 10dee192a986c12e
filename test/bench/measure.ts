/** One line of the report. Times are in milliseconds. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: "ms" | "MB" | "KB" | "×";
  /** The same work by another tool in the same run, and the ratio. */
  readonly peer?: { readonly name: string; readonly value: number };
  readonly budget?: { readonly limit: number; readonly of: "value" | "ratio" };
}

/** How long something is done before it is measured, so that the engine has compiled it: a server lives for hours. */
const WARM_UP = 400;

/** Median of `runs` runs in milliseconds, after a time to warm up. */
export async function median(work: () => unknown, runs = 15): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < 3 || performance.now() - start < WARM_UP; i++) await work();
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return quantile(times, 0.5);
}

export function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export function withinBudget(row: Row): boolean | undefined {
  if (!row.budget) return undefined;
  const { limit, of } = row.budget;
  const value = of === "value" ? row.value : row.peer ? row.value / row.peer.value : Number.NaN;
  return value <= limit;
}

export function report(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    `${number(row.value)} ${row.unit}`,
    row.peer ? `${number(row.peer.value)} ${row.unit} (${row.peer.name})` : "",
    row.peer ? `${(row.value / row.peer.value).toFixed(2)} ×` : "",
    row.budget
      ? `${row.budget.of === "ratio" ? "≤ " : "≤ "}${row.budget.limit}${row.budget.of === "ratio" ? " ×" : ` ${row.unit}`}`
      : "",
    { true: "ok", false: "OVER", undefined: "" }[String(withinBudget(row))] ?? "",
  ]);
  const header = ["what", "Mosaic", "peer", "ratio", "budget", ""];
  const widths = header.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]!.length)));
  return [header, widths.map((width) => "-".repeat(width)), ...cells]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
