import { type Random, seededGenerator } from "../samples/random";
import type { Sketch } from "../sketch";
import { clockLabel } from "./time-labels";

type Of<K extends Sketch["kind"]> = Extract<Sketch, { kind: K }>;

const NOON = Date.UTC(2024, 0, 15, 12);
const LEVELS = ["DEBUG", "INFO", "NOTICE", "WARNING", "ERROR", "CRITICAL", "ALERT", "EMERGENCY"];
const WARNING = 3;
/** What entries say, by whether something went wrong. */
const ENTRIES = [
  "GET /sample/items 200 in 14 ms",
  "Sample entry: request finished",
  "POST /sample/orders 201 in 32 ms",
  "Sample entry: cache filled with 1,204 items",
  "GET /sample/health 200 in 2 ms",
  "Sample entry: 12 items written",
];
const TROUBLES = [
  "Sample entry: upstream closed the connection",
  "POST /sample/orders 503 in 10,002 ms",
  "Sample entry: retry 2 of 5",
  "Sample entry: connection to the store took 1.2 s",
  "Sample entry: no answer from the queue",
];

/** A sample log entry. */
export interface LogRow {
  readonly level: string;
  readonly time: string;
  readonly words: string;
}

/** Sample log entries with the severities that the query matches; `bars` say how many there were when, 0 to 1. */
export function sampleLogs(
  sketch: Of<"logs">,
  seed: string,
): { readonly bars: readonly number[]; readonly rows: readonly LogRow[] } {
  const random = seededGenerator(seed);
  const least = Math.max(LEVELS.indexOf(sketch.severity), 1);
  const rows = Array.from({ length: 14 }, (_, row): LogRow => {
    const rank = Math.min(least + Math.floor(random() ** 3 * 3), LEVELS.length - 1);
    const words = rank < WARNING ? ENTRIES : TROUBLES;
    return {
      level: LEVELS[rank]!,
      time: `${clockLabel(NOON - row * 47_000)}:${String(59 - ((row * 47) % 60)).padStart(2, "0")}`,
      words: words[Math.floor(random() * words.length)]!,
    };
  });
  return { bars: histogram(random, 28), rows };
}

/** Heights of bars, 0 to 1. */
function histogram(random: Random, bars: number): number[] {
  return Array.from({ length: bars }, () => Math.round(20 + random() * 80) / 100);
}

/** A group of errors. */
export interface ErrorRow {
  readonly count: number;
  readonly words: string;
  readonly where: string;
  readonly bars: readonly number[];
}

/** Groups of errors, with how often and where. */
export function sampleErrors(sketch: Of<"errors">, seed: string): readonly ErrorRow[] {
  const random = seededGenerator(seed);
  const services = sketch.services.length > 0 ? sketch.services : ["sample-service"];
  const names = ["SampleTimeoutError", "SampleNotFoundError", "SampleTypeError", "SamplePermissionError"];
  let next = 120 + Math.floor(random() * 200);
  return Array.from({ length: 8 }, (_, row): ErrorRow => {
    const count = next;
    const bars = histogram(random, 10);
    next = Math.max(1, Math.floor(count * (0.45 + random() * 0.3)));
    return { count, words: names[row % names.length]!, where: services[row % services.length]!, bars };
  });
}

export interface IncidentRow {
  readonly open: boolean;
  readonly words: string;
  readonly where: string;
  readonly time: string;
}

/** Incidents, open ones first. */
export function sampleIncidents(sketch: Of<"incidents">, seed: string): readonly IncidentRow[] {
  const random = seededGenerator(seed);
  const resources = sketch.resources.length > 0 ? sketch.resources : ["sample_resource"];
  return Array.from({ length: 8 }, (_, row): IncidentRow => {
    const minutes = Math.floor(3 + random() * 50) + row * 60;
    return {
      open: row < 2,
      words: `Sample incident ${row + 1}`,
      where: resources[row % resources.length]!,
      time: minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`,
    };
  });
}
