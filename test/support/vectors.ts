/** Points and what aligners and reducers make of them, worked out by hand. */

const at = (time: string) => `2026-03-01T${time}Z`;

export const END = at("12:00:00");
export const START = at("11:55:00");
/** Later than all points, so that the emulator knows them all. */
export const NOW = Date.parse(at("12:10:00"));

export const GAUGE = "custom.googleapis.com/vector/gauge";
export const COUNTER = "custom.googleapis.com/vector/counter";
export const HISTOGRAM = "custom.googleapis.com/vector/histogram";
export const MERGED = "custom.googleapis.com/vector/merged";
export const FIVE = "custom.googleapis.com/vector/five";
export const FLAGS = "custom.googleapis.com/vector/flags";

/** The points as a file for the emulator. */
export const POINTS = [
  "time,start,metric,kind,type,value,metric.n",
  ...[
    ["11:55:30", 1],
    ["11:56:30", 2],
    ["11:57:30", 4],
    ["11:59:30", 8],
  ].map(([time, value]) => `${at(String(time))},,${GAUGE},GAUGE,DOUBLE,${value},`),
  ...[
    ["11:55:00", "11:50:00", 100],
    ["11:56:00", "11:50:00", 110],
    ["11:57:00", "11:50:00", 130],
    ["11:58:00", "11:57:10", 5],
    ["12:00:00", "11:57:10", 25],
  ].map(
    ([time, start, value]) =>
      `${at(String(time))},${at(String(start))},${COUNTER},CUMULATIVE,INT64,${value},`,
  ),
  `${at("11:59:30")},,${HISTOGRAM},GAUGE,DISTRIBUTION,0|10|20|40:0|2|6|2|0,`,
  `${at("11:59:10")},,${MERGED},GAUGE,DISTRIBUTION,0|10|20|40:0|2|2|0|0:10:20,`,
  `${at("11:59:50")},,${MERGED},GAUGE,DISTRIBUTION,0|10|20|40:0|0|3|3|0:20:30,`,
  ...[1, 2, 3, 4, 10].map((value, i) => `${at("11:59:30")},,${FIVE},GAUGE,DOUBLE,${value},s${i}`),
  ...[true, true, false, true].map(
    (value, i) => `${at(`11:59:${10 + 10 * i}`)},,${FLAGS},GAUGE,BOOL,${value},`,
  ),
].join("\n");

/** What a window's end, as minutes and seconds, has; windows that are not listed have no point. */
export type Expected = Readonly<Record<string, number>>;

export interface Vector {
  readonly metric: string;
  readonly aligner: string;
  readonly seconds: number;
  readonly expected: Expected;
}

const gauge = (aligner: string, seconds: number, expected: Expected): Vector => ({
  metric: GAUGE,
  aligner,
  seconds,
  expected,
});
const simple = { "12:00": 8, "11:58": 4, "11:57": 2, "11:56": 1 };

export const ALIGNED: readonly Vector[] = [
  gauge("ALIGN_MEAN", 60, simple),
  gauge("ALIGN_MIN", 60, simple),
  gauge("ALIGN_MAX", 60, simple),
  gauge("ALIGN_SUM", 60, simple),
  gauge("ALIGN_COUNT", 60, { "12:00": 1, "11:58": 1, "11:57": 1, "11:56": 1 }),
  gauge("ALIGN_STDDEV", 60, { "12:00": 0, "11:58": 0, "11:57": 0, "11:56": 0 }),
  gauge("ALIGN_INTERPOLATE", 60, { "11:59": 7, "11:58": 5, "11:57": 3, "11:56": 1.5 }),
  gauge("ALIGN_MEAN", 120, { "12:00": 8, "11:58": 3, "11:56": 1 }),
  gauge("ALIGN_SUM", 120, { "12:00": 8, "11:58": 6, "11:56": 1 }),
  gauge("ALIGN_MEAN", 300, { "12:00": 3.75 }),
  gauge("ALIGN_SUM", 300, { "12:00": 15 }),
  gauge("ALIGN_COUNT", 300, { "12:00": 4 }),
  gauge("ALIGN_NEXT_OLDER", 60, { "12:00": 8, "11:59": 4, "11:58": 4, "11:57": 2, "11:56": 1 }),
];

export const COUNTED: readonly Vector[] = [
  {
    metric: COUNTER,
    aligner: "ALIGN_DELTA",
    seconds: 60,
    expected: { "11:56": 10, "11:57": 20, "11:58": 5, "11:59": 10, "12:00": 10 },
  },
  {
    metric: COUNTER,
    aligner: "ALIGN_RATE",
    seconds: 60,
    expected: { "11:56": 1 / 6, "11:57": 1 / 3, "11:58": 1 / 12, "11:59": 1 / 6, "12:00": 1 / 6 },
  },
];

export const PERCENTILES: readonly (readonly [suffix: string, of: number])[] = [
  ["05", 2.5],
  ["50", 15],
  ["95", 35],
  ["99", 39],
];

/** Of the values 1, 2, 3, 4, 10. */
export const REDUCED: readonly (readonly [reducer: string, value: number])[] = [
  ["REDUCE_MEAN", 4],
  ["REDUCE_SUM", 20],
  ["REDUCE_MIN", 1],
  ["REDUCE_MAX", 10],
  ["REDUCE_COUNT", 5],
  ["REDUCE_STDDEV", Math.sqrt(10)],
  ["REDUCE_PERCENTILE_50", 3],
  ["REDUCE_PERCENTILE_95", 8.8],
  ["REDUCE_PERCENTILE_99", 9.76],
  ["REDUCE_PERCENTILE_05", 1.2],
];
