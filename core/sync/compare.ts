import { equalityKey, getMember, isArray, isObject, type Json } from "./json";
import {
  type DashboardLocation,
  describeChange,
  elementLocation,
  formatValue,
  memberLocation,
  ROOT_LOCATION,
} from "./locations";
import { alignLists, type MatchedPair, matchTiles } from "./match";
import { Version } from "./version";

export { equalValues } from "./version";

/** One difference between two dashboards, for a person to read. */
export interface Difference {
  readonly kind: "added" | "removed" | "changed";
  /** JSON pointer in canonical names: into the second dashboard, or into the first for what is removed. */
  readonly pointer: string;
  /** One line such as `tile "CPU": width 6 → 8`. */
  readonly text: string;
}

/**
 * The differences from `a` to `b`, in the order of the dashboard; empty exactly if they are equal. Pointers number tiles
 * as in the normal form: by row, then by column.
 *
 * @param a a dashboard as JSON, in any spelling the service reads, or a `Version` of one
 * @param b another one
 */
export function differences(a: unknown, b: unknown): readonly Difference[] {
  const out: Difference[] = [];
  const [before, after] = [Version.of(a), Version.of(b)];
  if (!before.equals(after))
    new Comparison(out).members(before.normal, after.normal, { ...ROOT_LOCATION, before: "" });
  return out;
}

/** A place in the second dashboard, with the pointer into the first. */
interface Where extends DashboardLocation {
  readonly before: string;
}

class Comparison {
  constructor(private readonly out: Difference[]) {}

  members(a: Json, b: Json, where: Where): void {
    if (equalityKey(a) === equalityKey(b)) return;
    if (!isObject(a) || !isObject(b)) {
      this.add("changed", where.pointer, where, `${formatValue(a)} → ${formatValue(b)}`);
      return;
    }
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const before = memberLocation({ ...where, pointer: where.before }, key).pointer;
      const at = { ...memberLocation(where, key), before };
      const [old, young] = [getMember(a, key), getMember(b, key)];
      if (old === undefined) this.only("added", young!, at);
      else if (young === undefined) this.only("removed", old, at);
      else if (isArray(old) && isArray(young)) this.list(old, young, at, key);
      else this.members(old, young, at);
    }
  }

  private list(a: readonly Json[], b: readonly Json[], where: Where, key: string): void {
    if (equalityKey(a) === equalityKey(b)) return;
    const pairs = key === "tiles" ? matchTiles(a, b) : alignLists(a, b);
    const kept = new Set(pairs.map(([i]) => i));
    const partner = new Map(pairs.map(([i, j]) => [j, i]));
    for (const [i, element] of a.entries()) {
      if (kept.has(i)) continue;
      const at = elementLocation({ ...where, pointer: where.before }, key, a, i);
      this.only("removed", element, { ...at, before: at.pointer });
    }
    for (const [j, element] of b.entries()) {
      const i = partner.get(j);
      const before = `${where.before}/${i}`;
      // A changed tile has its old name, so that a change of the title is readable.
      if (i === undefined) this.only("added", element, { ...elementLocation(where, key, b, j), before });
      else this.members(a[i]!, element, { ...elementLocation(where, key, a, i, j), before });
    }
    if (stackedOtherwise(a, b, pairs, key)) {
      const what = "the stacking order of overlapping tiles changes";
      this.add("changed", where.pointer, { ...where, path: "" }, what);
    }
  }

  private only(kind: "added" | "removed", value: Json, where: Where): void {
    const pointer = kind === "added" ? where.pointer : where.before;
    const whole = where.path === "" || isObject(value) || isArray(value);
    const what = kind === "added" ? `added: ${formatValue(value)}` : `removed, was ${formatValue(value)}`;
    this.add(kind, pointer, where, whole ? kind : what);
  }

  private add(kind: Difference["kind"], pointer: string, where: DashboardLocation, what: string): void {
    this.out.push({ kind, pointer, text: describeChange(where, what) });
  }
}

/** Equal tiles in one rectangle whose order differs: the only change that leaves every single tile as it was. */
function stackedOtherwise(
  a: readonly Json[],
  b: readonly Json[],
  pairs: readonly MatchedPair[],
  key: string,
): boolean {
  if (key !== "tiles" || a.length !== b.length || pairs.length !== a.length) return false;
  return pairs.every(([i, j]) => equalityKey(a[i]!) === equalityKey(b[j]!));
}
