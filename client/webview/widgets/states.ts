import type { StateThreshold } from "../../../core/grid/sketch";
import type { ChartColour } from "../charts/spec";

/** The state of a value: red wins over yellow, and a boundary belongs to its state. */
export function stateOf(value: number, thresholds: readonly StateThreshold[]): StateThreshold | undefined {
  const met = thresholds.filter((one) => (one.above ? value >= one.value : value <= one.value));
  return met.find(({ colour }) => colour === "red") ?? met.find(({ colour }) => colour === "yellow");
}

/** The colour of a state; of a value that is in none, green where there are states at all. */
export function stateColour(
  state: StateThreshold | undefined,
  thresholds: readonly StateThreshold[],
): ChartColour {
  if (state?.colour === "red") return "bad";
  if (state?.colour === "yellow") return "fair";
  return thresholds.some(({ colour }) => colour !== "none") ? "good" : 0;
}

/** The parts of a dial by state, ascending. Empty without coloured thresholds. */
export function bandsOf(
  low: number,
  high: number,
  thresholds: readonly StateThreshold[],
): { to: number; colour: ChartColour }[] {
  const coloured = thresholds.filter(({ colour }) => colour !== "none");
  if (coloured.length === 0) return [];
  const inside = coloured.map(({ value }) => value).filter((value) => value > low && value < high);
  const bounds = [...new Set([...inside, high])].sort((a, b) => a - b);
  let from = low;
  return bounds.map((to) => {
    const colour = stateColour(stateOf((from + to) / 2, coloured), coloured);
    from = to;
    return { to, colour };
  });
}
