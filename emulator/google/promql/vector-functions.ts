import { bucketQuantile } from "./aggregations";
import { PromqlError } from "./ast";
import { keyOf, type Labels, nameless, type Sample, withoutLabels } from "./samples";

/** Functions of each value of a vector, with the numbers that follow it. */
const EACH: Readonly<Record<string, (value: number, ...more: number[]) => number>> = {
  abs: Math.abs,
  ceil: Math.ceil,
  floor: Math.floor,
  exp: Math.exp,
  ln: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  sqrt: Math.sqrt,
  sgn: (value) => (value > 0 ? 1 : value < 0 ? -1 : value),
  // Halves go up, as Prometheus has it.
  round: (value, to = 1) => Math.floor(value * (1 / to) + 0.5) / (1 / to),
  clamp: (value, low = 0, high = 0) => Math.max(low, Math.min(high, value)),
  clamp_min: (value, low = 0) => Math.max(low, value),
  clamp_max: (value, high = 0) => Math.min(high, value),
};

const DATES: Readonly<Record<string, (date: Date) => number>> = {
  minute: (date) => date.getUTCMinutes(),
  hour: (date) => date.getUTCHours(),
  day_of_week: (date) => date.getUTCDay(),
  day_of_month: (date) => date.getUTCDate(),
  day_of_year: (date) =>
    Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1,
  days_in_month: (date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate(),
  month: (date) => date.getUTCMonth() + 1,
  year: (date) => date.getUTCFullYear(),
};

/** A function of every sample; undefined when `name` is none. */
export function eachSample(
  name: string,
  samples: readonly Sample[],
  more: readonly number[],
): Sample[] | undefined {
  const each = EACH[name];
  const date = DATES[name];
  if (!each && !date) return undefined;
  if (name === "clamp" && more[0]! > more[1]!) return [];
  return samples.map(({ labels, value }) => ({
    labels: nameless(labels),
    value: each ? each(value, ...more) : date!(new Date(value * 1000)),
  }));
}

/** Buckets of one histogram each are joined into a quantile. Where it cannot be told there is no sample. */
export function histogramQuantile(q: number, samples: readonly Sample[]): Sample[] {
  const histograms = new Map<string, { labels: Labels; buckets: { bound: number; count: number }[] }>();
  for (const { labels, value } of samples) {
    const le = labels["le"];
    const bound = le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le);
    if (le === undefined || Number.isNaN(bound)) continue;
    const own = withoutLabels(labels, ["__name__", "le"]);
    const key = keyOf(own);
    const known = histograms.get(key);
    if (known) known.buckets.push({ bound, count: value });
    else histograms.set(key, { labels: own, buckets: [{ bound, count: value }] });
  }
  return [...histograms.values()]
    .map(({ labels, buckets }) => ({ labels, value: bucketQuantile(q, buckets) }))
    .filter(({ value }) => !Number.isNaN(value));
}

export function labelReplace(
  samples: readonly Sample[],
  [target, replacement, source, pattern]: readonly [string, string, string, string],
): Sample[] {
  const regex = wholeRegex(pattern);
  return distinct(
    samples.map(({ labels, value }) => {
      const match = regex.exec(labels[source] ?? "");
      if (!match) return { labels, value };
      const text = replacement.replace(
        /\$(?:(\d+)|\{(\w+)\}|([A-Za-z_]\w*)|(\$))/g,
        (_, number?: string, braced?: string, name?: string, dollar?: string) => {
          if (dollar) return "$";
          const key = number ?? braced ?? name!;
          return (/^\d+$/.test(key) ? match[Number(key)] : match.groups?.[key]) ?? "";
        },
      );
      return { labels: withLabel(labels, target, text), value };
    }),
  );
}

export function labelJoin(
  samples: readonly Sample[],
  target: string,
  separator: string,
  sources: readonly string[],
): Sample[] {
  return distinct(
    samples.map(({ labels, value }) => {
      const text = sources.map((source) => labels[source] ?? "").join(separator);
      return { labels: withLabel(labels, target, text), value };
    }),
  );
}

function withLabel(labels: Labels, name: string, value: string): Labels {
  return value === "" ? withoutLabels(labels, [name]) : { ...labels, [name]: value };
}

/** @throws PromqlError when two samples have the same labels */
export function distinct(samples: readonly Sample[]): Sample[] {
  const seen = new Set<string>();
  for (const { labels } of samples) {
    const key = keyOf(labels);
    if (seen.has(key))
      throw new PromqlError("execution", "vector cannot contain metrics with the same labelset");
    seen.add(key);
  }
  return [...samples];
}

/** A regular expression of RE2 for the whole of a text. @throws PromqlError when it cannot be read */
export function wholeRegex(pattern: string): RegExp {
  const [, flags = "", rest = pattern] = /^\(\?([ims]+)\)(.*)$/s.exec(pattern) ?? [];
  try {
    return new RegExp(`^(?:${rest.replaceAll("(?P<", "(?<")})$`, flags.includes("i") ? "si" : "s");
  } catch {
    throw new PromqlError("bad_data", `error parsing regexp: ${pattern}`);
  }
}
