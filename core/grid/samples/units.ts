/** Numbers with their units as people read them. Units are as the service writes them, mostly UCUM. */

const THOUSANDS = ["", "k", "M", "G", "T", "P"];
const BINARY = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** Bytes in one of a unit of data. */
const DATA: Readonly<Record<string, number>> = {
  By: 1,
  bytes: 1,
  byte: 1,
  by: 1,
  kBy: 1e3,
  KiBy: 1024,
  kiBy: 1024,
  MBy: 1e6,
  MiBy: 1024 ** 2,
  GBy: 1e9,
  GiBy: 1024 ** 3,
  TBy: 1e12,
  TiBy: 1024 ** 4,
};

/** Seconds in one of a unit of time. */
const TIME: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  min: 60,
  h: 3600,
  d: 86_400,
};

/** A number of time, largest first: how much it takes to use it, its sign, and its seconds. */
const SPANS: readonly (readonly [from: number, sign: string, seconds: number])[] = [
  [172_800, "d", 86_400],
  [7200, "h", 3600],
  [120, "min", 60],
  [1, "s", 1],
  [1e-3, "ms", 1e-3],
  [1e-6, "µs", 1e-6],
  [0, "ns", 1e-9],
];

/** A value with its unit, such as `1.2 GiB`, `35 ms`, `42%`, `3.1k/s`. Three digits that count. */
export function formatValue(value: number, unit: string): string {
  if (!Number.isFinite(value)) return "–";
  const { base, per } = split(unit);
  if (base === "%" || /^percent$/i.test(base)) return `${digits(value)}%${per}`;
  if (base === "10^2.%" || /^ratio$/i.test(base)) return `${digits(value * 100)}%${per}`;
  const bytes = DATA[base];
  if (bytes !== undefined) return scaled(value * bytes, 1024, BINARY, " ") + per;
  if (base === "bit" || base === "b")
    return `${scaled(value, 1000, THOUSANDS, " ")}${per ? "b" : "bit"}${per}`;
  const seconds = TIME[base];
  if (seconds !== undefined && !per) return timeText(value * seconds);
  const word = base === "" || base === "1" ? "" : ` ${base.replace(/[{}]/g, "")}`;
  return `${scaled(value, 1000, THOUSANDS, "")}${word}${per}`;
}

/** How many bytes are one of the unit, a rate's unit too; undefined for what is no amount of data. */
export function bytesIn(unit: string): number | undefined {
  return DATA[split(unit).base];
}

/** How a unit is called beside an axis; empty when the values say it, or there is none. */
export function unitName(unit: string): string {
  const { base } = split(unit);
  const word = /^(?:1)?\{([^}]*)\}$/.exec(base)?.[1];
  return word ?? "";
}

function split(unit: string): { readonly base: string; readonly per: string } {
  const text = unit.trim();
  const rate = /^(.*)\/(s|min|h|d)$/.exec(text);
  if (!rate) return { base: annotated(text), per: "" };
  return { base: annotated(rate[1]!), per: `/${rate[2]}` };
}

/** `s{CPU}` and `By{transmitted}` are seconds and bytes. */
function annotated(base: string): string {
  const bare = base.replace(/^1(?=\{)/, "").replace(/(?<=\w)\{[^}]*\}$/, "");
  return bare;
}

function scaled(value: number, step: number, signs: readonly string[], space: string): string {
  const size = Math.abs(value);
  let power = 0;
  while (size >= step ** (power + 1) * 0.9995 && power < signs.length - 1) power++;
  const sign = signs[power]!;
  return `${digits(value / step ** power)}${sign ? space : ""}${sign}`;
}

function timeText(seconds: number): string {
  if (seconds === 0) return "0 s";
  const size = Math.abs(seconds);
  const [, sign, unit] = SPANS.find(([from]) => size >= from)!;
  return `${digits(seconds / unit)} ${sign}`;
}

/** Three digits that count, without zeros at the end. */
function digits(value: number): string {
  const size = Math.abs(value);
  if (size >= 100 || value === 0) return String(Math.round(value));
  const places = size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
  return String(Number(value.toFixed(places)));
}
