/** A sample of an instant vector. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

export type Labels = Readonly<Record<string, string>>;

/** A series over time; `times` are milliseconds, ascending. */
export interface Stream {
  readonly labels: Labels;
  readonly times: readonly number[];
  readonly values: readonly number[];
}

export type PromValue =
  | { readonly type: "scalar"; readonly value: number }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "vector"; readonly samples: readonly Sample[] }
  | { readonly type: "matrix"; readonly streams: readonly Stream[] };

/** The same text for the same labels. */
export function keyOf(labels: Labels): string {
  const names = Object.keys(labels).sort();
  return names.map((name) => `${name}\u0001${labels[name]}`).join("\u0002");
}

export function withoutLabels(labels: Labels, names: readonly string[]): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)));
}

export function onlyLabels(labels: Labels, names: readonly string[]): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => names.includes(name)));
}

/** Without the metric's name, which a computed value does not have. */
export function nameless(labels: Labels): Labels {
  return "__name__" in labels ? withoutLabels(labels, ["__name__"]) : labels;
}

/** As Prometheus writes it in `{name="value"}`. */
export function shown(labels: Labels): string {
  const { __name__: name = "", ...rest } = labels;
  const parts = Object.keys(rest)
    .sort()
    .map((label) => `${label}=${JSON.stringify(rest[label])}`);
  return `${name}{${parts.join(", ")}}`;
}

/** Where the first element is that is larger than `limit`, in ascending numbers. */
export function upperBound(times: readonly number[], limit: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
