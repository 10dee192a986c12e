import type { ChartColor } from "../charts/spec";
import type { StateThreshold } from "../sketch";

/** The state of a value: red wins over yellow, and a boundary belongs to its state. */
export function stateOf(value: number, thresholds: readonly StateThreshold[]): StateThreshold | undefined {
  const met = thresholds.filter((one) => (one.above ? value >= one.value : value <= one.value));
  return met.find(({ color }) => color === "red") ?? met.find(({ color }) => color === "yellow");
}

/** The color of a state; of a value that is in none, green where there are states at all. */
export function stateColor(
  state: StateThreshold | undefined,
  thresholds: readonly StateThreshold[],
): ChartColor {
  if (state?.color === "red") return "bad";
  if (state?.color === "yellow") return "fair";
  return thresholds.some(({ color }) => color !== "none") ? "good" : 0;
}

/** The parts of a dial by state, ascending. Empty without colored thresholds. */
export function bandsOf(
  low: number,
  high: number,
  thresholds: readonly StateThreshold[],
): { to: number; color: ChartColor }[] {
  const colored = thresholds.filter(({ color }) => color !== "none");
  if (colored.length === 0) return [];
  const inside = colored.map(({ value }) => value).filter((value) => value > low && value < high);
  const bounds = [...new Set([...inside, high])].sort((a, b) => a - b);
  let from = low;
  return bounds.map((to) => {
    const color = stateColor(stateOf((from + to) / 2, colored), colored);
    from = to;
    return { to, color };
  });
}
