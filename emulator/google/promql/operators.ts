import { type Binary, type Matching, PromqlError } from "./ast";
import { keyOf, type Labels, nameless, onlyLabels, type Sample, shown, withoutLabels } from "./samples";

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "^": (a, b) => a ** b,
  atan2: Math.atan2,
};

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
};

export function ofScalars(op: string, left: number, right: number): number {
  const compare = COMPARISONS[op];
  return compare ? Number(compare(left, right)) : ARITHMETIC[op]!(left, right);
}

/** An operator between a vector and a number. @param flipped the number stands on the left */
export function withScalar(
  { op, bool }: Binary,
  samples: readonly Sample[],
  scalar: number,
  flipped: boolean,
): Sample[] {
  return samples.flatMap(({ labels, value }) => {
    const [left, right] = flipped ? [scalar, value] : [value, scalar];
    const compare = COMPARISONS[op];
    if (!compare) return [{ labels: nameless(labels), value: ARITHMETIC[op]!(left, right) }];
    const holds = compare(left, right);
    if (bool) return [{ labels: nameless(labels), value: Number(holds) }];
    return holds ? [{ labels, value }] : [];
  });
}

/** What decides which samples belong together. */
function signature(labels: Labels, matching: Matching): string {
  return keyOf(
    matching.on
      ? onlyLabels(labels, matching.labels)
      : withoutLabels(labels, ["__name__", ...matching.labels]),
  );
}

export function ofVectors(binary: Binary, left: readonly Sample[], right: readonly Sample[]): Sample[] {
  const { op, matching } = binary;
  const sign = ({ labels }: Sample) => signature(labels, matching);
  if (op === "and" || op === "unless") {
    const known = new Set(right.map(sign));
    return left.filter((sample) => known.has(sign(sample)) === (op === "and"));
  }
  if (op === "or") {
    const known = new Set(left.map(sign));
    return [...left, ...right.filter((sample) => !known.has(sign(sample)))];
  }
  return matched(binary, left, right);
}

function matched(binary: Binary, left: readonly Sample[], right: readonly Sample[]): Sample[] {
  const { op, bool, matching } = binary;
  if (left.length === 0 || right.length === 0) return [];
  // The side of which each sample may match at most once.
  const [many, one] = matching.group === "right" ? [right, left] : [left, right];
  const side = matching.group === "right" ? "left" : "right";
  const ones = new Map<string, Sample>();
  for (const sample of one) {
    const sign = signature(sample.labels, matching);
    const other = ones.get(sign);
    if (other) {
      const group = shown(
        matching.on
          ? onlyLabels(sample.labels, matching.labels)
          : withoutLabels(sample.labels, ["__name__", ...matching.labels]),
      );
      throw new PromqlError(
        "execution",
        `found duplicate series for the match group ${group} on the ${side} hand-side of the operation: [${shown(sample.labels)}, ${shown(other.labels)}];many-to-many matching not allowed: matching labels must be unique on one side`,
      );
    }
    ones.set(sign, sample);
  }
  const seen = new Set<string>();
  const out: Sample[] = [];
  for (const sample of many) {
    const sign = signature(sample.labels, matching);
    const partner = ones.get(sign);
    if (!partner) continue;
    const [a, b] = matching.group === "right" ? [partner.value, sample.value] : [sample.value, partner.value];
    const compare = COMPARISONS[op];
    const value = !compare ? ARITHMETIC[op]!(a, b) : bool ? Number(compare(a, b)) : sample.value;
    if (compare && !bool && !compare(a, b)) continue;
    const labels = resultLabels(binary, sample.labels, partner.labels);
    const key = matching.group ? keyOf(labels) : sign;
    if (seen.has(key)) {
      throw new PromqlError(
        "execution",
        matching.group
          ? "multiple matches for labels: grouping labels must ensure unique matches"
          : "multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)",
      );
    }
    seen.add(key);
    out.push({ labels, value });
  }
  return out;
}

function resultLabels({ op, bool, matching }: Binary, labels: Labels, partner: Labels): Labels {
  const own = op in ARITHMETIC || bool ? nameless(labels) : labels;
  if (!matching.group)
    return matching.on ? onlyLabels(own, matching.labels) : withoutLabels(own, matching.labels);
  const out: Record<string, string> = { ...own };
  for (const name of matching.include) {
    const value = partner[name];
    if (value === undefined || value === "") delete out[name];
    else out[name] = value;
  }
  return out;
}
