import { get, isList, isObject, type Json, type JsonObject, keyOf } from "./json";
import { alignLists, matchTiles, type Pair } from "./match";
import { normalForm } from "./normal-form";

export { same } from "./normal-form";

/** One difference between two dashboards, for a person to read. */
export interface Difference {
  readonly kind: "added" | "removed" | "changed";
  /** JSON pointer in canonical names: into the second dashboard, or into the first for what is removed. */
  readonly pointer: string;
  /** One line such as `tile "CPU": width 6 → 8`. */
  readonly text: string;
}

/**
 * What turns `a` into `b`, in the order of the dashboard; empty exactly when the two are the same. Pointers count tiles
 * as the normal form has them: by row, then by column.
 *
 * @param a a dashboard as JSON, in any spelling the service reads
 * @param b another one
 */
export function differences(a: unknown, b: unknown): readonly Difference[] {
  const out: Difference[] = [];
  new Comparison(out).members(normalForm(a), normalForm(b), {
    pointerA: "",
    pointerB: "",
    place: "",
    path: "",
  });
  return out;
}

interface Where {
  readonly pointerA: string;
  readonly pointerB: string;
  /** The tile or widget this is in, in words; empty outside. */
  readonly place: string;
  /** Path below that place. */
  readonly path: string;
}

class Comparison {
  constructor(private readonly out: Difference[]) {}

  members(a: Json, b: Json, where: Where): void {
    if (keyOf(a) === keyOf(b)) return;
    if (!isObject(a) || !isObject(b)) {
      this.changed(a, b, where);
      return;
    }
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const at = step(where, key);
      const [before, after] = [get(a, key), get(b, key)];
      if (before === undefined) this.only("added", after!, at);
      else if (after === undefined) this.only("removed", before, at);
      else if (isList(before) && isList(after)) this.list(before, after, at, key);
      else this.members(before, after, at);
    }
  }

  private list(a: readonly Json[], b: readonly Json[], where: Where, key: string): void {
    if (keyOf(a) === keyOf(b)) return;
    const things = key === "tiles" ? "tile" : key === "widgets" ? "widget" : undefined;
    const pairs = key === "tiles" ? matchTiles(a, b) : alignLists(a, b);
    const moved = stackedOtherwise(a, b, pairs, key);
    const kept = new Set(pairs.map(([i]) => i));
    const partner = new Map(pairs.map(([i, j]) => [j, i]));
    const at = (i: number, j: number): Where => {
      // A changed tile is named as it was, so that a change of its title can be read.
      const named = things && (i >= 0 ? describe(a, i, things) : describe(b, j, things));
      const place = named === undefined ? where.place : [where.place, named].filter(Boolean).join(" › ");
      return {
        pointerA: `${where.pointerA}/${i}`,
        pointerB: `${where.pointerB}/${j}`,
        place,
        path: named === undefined ? `${where.path}[${Math.max(i, j)}]` : "",
      };
    };
    for (const [i, element] of a.entries()) if (!kept.has(i)) this.only("removed", element, at(i, -1));
    for (const [j, element] of b.entries()) {
      const i = partner.get(j);
      if (i === undefined) this.only("added", element, at(-1, j));
      else this.members(a[i]!, element, at(i, j));
    }
    if (moved)
      this.add(
        "changed",
        where.pointerB,
        { ...where, path: "" },
        "tiles that lie on each other change their order",
      );
  }

  private only(kind: "added" | "removed", value: Json, where: Where): void {
    const pointer = kind === "added" ? where.pointerB : where.pointerA;
    if (where.path === "") this.add(kind, pointer, where, kind);
    else if (isObject(value) || isList(value)) this.add(kind, pointer, where, kind);
    else
      this.add(
        kind,
        pointer,
        where,
        kind === "added" ? `added: ${show(value)}` : `removed, was ${show(value)}`,
      );
  }

  private changed(a: Json, b: Json, where: Where): void {
    this.add("changed", where.pointerB, where, `${show(a)} → ${show(b)}`);
  }

  private add(kind: Difference["kind"], pointer: string, where: Where, what: string): void {
    const subject = [where.path, what].filter(Boolean).join(" ");
    this.out.push({ kind, pointer, text: where.place ? joinPlace(where, subject) : subject });
  }
}

function joinPlace(where: Where, subject: string): string {
  return where.path === "" ? `${where.place} ${subject}` : `${where.place}: ${subject}`;
}

function step(where: Where, key: string): Where {
  const escaped = key.replaceAll("~", "~0").replaceAll("/", "~1");
  // The wrapper that every tile has would only be noise in a path.
  const hidden = key === "widget" && where.place !== "" && where.path === "";
  return {
    pointerA: `${where.pointerA}/${escaped}`,
    pointerB: `${where.pointerB}/${escaped}`,
    place: where.place,
    path: hidden ? "" : where.path ? `${where.path}.${key}` : key,
  };
}

/** A tile or widget in words: by its title, with its place where the title is missing or not the only one. */
function describe(all: readonly Json[], index: number, thing: string): string {
  const element = all[index]!;
  const widgetOf = (e: Json): Json | undefined => (thing === "tile" ? get(e, "widget") : e);
  const title = get(widgetOf(element), "title");
  const place =
    thing === "tile"
      ? `at column ${show(get(element, "xPos") ?? 0)}, row ${show(get(element, "yPos") ?? 0)}`
      : `number ${index + 1}`;
  if (typeof title === "string" && title !== "") {
    const alone = all.filter((other) => get(widgetOf(other), "title") === title).length < 2;
    return alone ? `${thing} ${show(title)}` : `${thing} ${show(title)} ${place}`;
  }
  const kind = contentOf(widgetOf(element));
  return kind ? `${kind} ${thing} ${place}` : `${thing} ${place}`;
}

const NO_CONTENT = new Set(["id", "title", "timeRange", "visibilityCondition"]);

function contentOf(widget: Json | undefined): string | undefined {
  return isObject(widget) ? Object.keys(widget as JsonObject).find((k) => !NO_CONTENT.has(k)) : undefined;
}

/** Equal tiles in one rectangle whose order differs: the only change that leaves every single tile as it was. */
function stackedOtherwise(
  a: readonly Json[],
  b: readonly Json[],
  pairs: readonly Pair[],
  key: string,
): boolean {
  if (key !== "tiles" || a.length !== b.length || pairs.length !== a.length) return false;
  return pairs.every(([i, j]) => keyOf(a[i]!) === keyOf(b[j]!));
}

function show(value: Json): string {
  const text = keyOf(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
