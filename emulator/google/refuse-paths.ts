import type { Path, PathSegment } from "../../core/document/node";

/** A configured error: dashboards with a value at `pattern` get a 400 with `text`. */
export interface OrderedRefusal {
  readonly pattern: readonly Step[];
  readonly text: string;
}

/** A member name, a list index, any one step (`*`) or any number of steps (`**`). */
type Step = PathSegment | typeof ANY | typeof DEEP;
const ANY = Symbol("*");
const DEEP = Symbol("**");

/**
 * Reads `PATH=TEXT`. PATH is in canonical names, as in the service's own messages: `mosaicLayout.tiles[*].widget.xyChart`;
 * `*` stands for any member or index, `**` for any number of both; `*` alone is every dashboard.
 * @throws Error with a message for the user.
 */
export function parseRefusal(argument: string): OrderedRefusal {
  const equals = argument.indexOf("=");
  const path = argument.slice(0, equals).trim();
  const text = argument.slice(equals + 1).trim();
  if (equals < 0 || text === "") throw new Error(`bad refusal "${argument}"; write PATH=TEXT`);
  if (path === "*") return { pattern: [], text };
  const parts = path.match(/\*\*|\*|[A-Za-z_][A-Za-z0-9_]*|\[(?:\d+|\*)\]|\./g) ?? [];
  if (parts.length === 0 || parts.join("") !== path) {
    throw new Error(`bad path "${path}"; write one such as mosaicLayout.tiles[*].widget.xyChart`);
  }
  const pattern = parts
    .filter((part) => part !== ".")
    .map((part): Step => {
      if (part === "**") return DEEP;
      if (part === "*" || part === "[*]") return ANY;
      return part.startsWith("[") ? Number(part.slice(1, -1)) : part;
    });
  return { pattern, text };
}

/** Every path of a canonical value that `pattern` leads to. */
export function matchingPaths(value: unknown, pattern: readonly Step[]): Path[] {
  const found: Path[] = [];
  walk(value, pattern, [], found);
  return found;
}

function walk(value: unknown, pattern: readonly Step[], path: Path, found: Path[]): void {
  const [step, ...rest] = pattern;
  if (step === undefined) {
    if (!found.some((other) => sameText(other, path))) found.push(path);
    return;
  }
  if (step === DEEP) walk(value, rest, path, found);
  for (const [segment, inner] of entries(value)) {
    const at = [...path, segment];
    if (step === DEEP) walk(inner, pattern, at, found);
    else if (step === ANY || step === segment) walk(inner, rest, at, found);
  }
}

function sameText(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((segment, i) => segment === b[i]);
}

function entries(value: unknown): [PathSegment, unknown][] {
  if (Array.isArray(value)) return value.map((item, i) => [i, item]);
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
