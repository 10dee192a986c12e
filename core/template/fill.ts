import type { Hole } from "../document/holes";
import { childAt, MAX_DEPTH, type Node, valueOf } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { snakeCase } from "../schema/messages";
import { isObject } from "../shape";

/**
 * The value of a template as it is when its holes have what another value has at the same place, as far as that fits: a hole
 * matches any text, and everything around it has to be equal.
 */
export function fillHolesFrom(document: JsonDocument, other: unknown): unknown {
  const { root, text, holes = [] } = document;
  return root && new TemplateFiller(text, holes).of(root, other, 0);
}

/**
 * Another value with the template's own text in every place where a hole matches what is there, so that only what really
 * differs is another. Holes without quotes read as null, which stays.
 */
export function keepHoles(document: JsonDocument, other: unknown): unknown {
  const { root, text, holes = [] } = document;
  return root ? new TemplateFiller(text, holes).keptIn(root, other, 0) : other;
}

class TemplateFiller {
  constructor(
    private readonly text: string,
    private readonly holes: readonly Hole[],
  ) {}

  of(node: Node, other: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) return valueOf(node);
    switch (node.kind) {
      case "object": {
        const members = isObject(other) ? other : {};
        const entries = pairs(node, members).map(
          ([key, value, name]) =>
            [key, this.of(value, name === undefined ? undefined : members[name], depth + 1)] as const,
        );
        return Object.fromEntries(entries);
      }
      case "array": {
        const list = Array.isArray(other) ? other : [];
        return node.items.map((item, i) => this.of(item, list[i], depth + 1));
      }
      case "string":
        return this.string(node, other);
      default:
        return this.holesIn(node).length > 0 ? other : node.value;
    }
  }

  keptIn(node: Node, other: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) return other;
    if (node.kind === "object") {
      if (!isObject(other)) return other;
      const own = pairs(node, other).flatMap(([, value, name]) =>
        name === undefined ? [] : [[name, this.keptIn(value, other[name], depth + 1)] as const],
      );
      return { ...other, ...Object.fromEntries(own) };
    }
    if (node.kind === "array") {
      if (!Array.isArray(other)) return other;
      return other.map((item, i) => (node.items[i] ? this.keptIn(node.items[i], item, depth + 1) : item));
    }
    if (this.holesIn(node).length === 0) return other;
    return node.kind !== "string" || this.string(node, other) === other ? node.value : other;
  }

  private string(node: Node & { readonly kind: "string" }, other: unknown): unknown {
    const holes = this.holesIn(node);
    if (holes.length === 0) return node.value;
    const fixed: string[] = [""];
    let at = node.offset + 1;
    for (const { kind, offset, length } of holes) {
      // What lies between two directives overlaps nothing and belongs to them.
      fixed[fixed.length - 1] += decoded(this.text.slice(at, Math.max(offset, at)));
      if (kind !== "escape") fixed.push("");
      at = Math.max(at, offset + length);
    }
    fixed[fixed.length - 1] += decoded(this.text.slice(at, node.offset + node.length - 1));
    if (typeof other === "string" && fits(fixed, other)) return other;
    // An escape alone is no hole: its text is known.
    return fixed.length === 1 ? fixed[0] : node.value;
  }

  private holesIn({ offset, length }: Node): Hole[] {
    return this.holes.filter((hole) => hole.offset >= offset && hole.offset < offset + length);
  }
}

/** Whether a text is these pieces in their order, with anything between them. */
function fits(pieces: readonly string[], text: string): boolean {
  const last = pieces.at(-1)!;
  if (pieces.length === 1) return text === last;
  if (!text.startsWith(pieces[0]!) || !text.endsWith(last)) return false;
  let at = pieces[0]!.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

/** A part of a JSON string without its escapes; as it is where it cannot be read. */
function decoded(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
}

/** The members of an object as they are written, each once, with the name that it has among other members. */
function pairs(
  node: Node & { readonly kind: "object" },
  members: Readonly<Record<string, unknown>>,
): [key: string, value: Node, name: string | undefined][] {
  const names = Object.keys(members);
  return node.properties.flatMap(({ key, value }) => {
    if (!value || childAt(node, key) !== value) return [];
    return [[key, value, names.find((one) => one === key || snakeCase(one) === key)]];
  });
}
