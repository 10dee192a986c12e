import { badRequest } from "./rpc-error";

/** A field mask: members, each complete (an empty mask) or in part. */
export type FieldMask = ReadonlyMap<string, FieldMask>;

/** The type of an answer, as far as masks and enum numbers need it. */
export interface OutputType {
  field(name: string): OutputField | undefined;
}

export interface OutputField {
  readonly name: string;
  readonly kind: string;
  readonly message?: OutputType | undefined;
  readonly enum?:
    | { readonly values: readonly { readonly name: string; readonly number?: number }[] }
    | undefined;
}

/**
 * Reads a `fields` parameter such as `name,etag`, `dashboards(name,etag)` or `dashboards/name` for answers of `type`.
 * `extra` names are always accepted. The mask has canonical names; undefined stands for "everything".
 * @throws RpcError 400 for a mask that cannot be read or that names what the answer does not have.
 */
export function readFieldMask(
  text: string,
  type: OutputType,
  extra: ReadonlySet<string>,
): FieldMask | undefined {
  const reader = new MaskReader(text, extra);
  const mask = reader.read(type);
  return mask.has("*") ? undefined : mask;
}

/** The part of `value` that `mask` asks for. Lists are masked element by element. */
export function applyFieldMask(value: unknown, mask: FieldMask | undefined): unknown {
  if (!mask || mask.size === 0 || mask.has("*")) return value;
  if (Array.isArray(value)) return value.map((item) => applyFieldMask(item, mask));
  if (typeof value !== "object" || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const part = mask.get(key);
    if (part) out[key] = applyFieldMask(inner, part);
  }
  return out;
}

type MutableMask = Map<string, MutableMask>;

class MaskReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly extra: ReadonlySet<string>,
  ) {}

  read(type: OutputType): FieldMask {
    const mask: MutableMask = new Map();
    this.list(mask, type, "");
    if (this.at < this.text.length) this.fail(this.text.slice(this.at));
    return mask;
  }

  private list(mask: MutableMask, type: OutputType | undefined, path: string): void {
    do this.item(mask, type, path);
    while (this.take(","));
  }

  private item(mask: MutableMask, type: OutputType | undefined, path: string): void {
    const name = this.name();
    const full = path ? `${path}.${name}` : name;
    const field = name === "*" ? undefined : this.lookUp(name, type, full);
    const key = field?.name ?? name;
    const known = mask.get(key);
    const inner: MutableMask = known ?? new Map();
    mask.set(key, inner);
    if (this.take("/") || this.take("."))
      this.part(inner, known, () => this.item(inner, this.below(field, name), full));
    else if (this.take("(")) {
      this.part(inner, known, () => this.list(inner, this.below(field, name), full));
      if (!this.take(")")) this.fail(this.text);
    } else inner.clear();
  }

  /** A member that was asked for as a whole before stays whole. */
  private part(inner: MutableMask, known: MutableMask | undefined, read: () => void): void {
    const whole = known !== undefined && known.size === 0;
    read();
    if (whole) inner.clear();
  }

  private lookUp(name: string, type: OutputType | undefined, full: string): OutputField | undefined {
    if (!type || this.extra.has(name)) return undefined;
    return type.field(name) ?? this.fail(full);
  }

  /** Below a map, below `*` and below members known by name only, every name may follow; below a scalar none. */
  private below(field: OutputField | undefined, name: string): OutputType | undefined {
    if (!field || name === "*" || field.kind === "map") return undefined;
    return field.message ?? { field: () => undefined };
  }

  private name(): string {
    const match = /\*|[A-Za-z_][A-Za-z0-9_-]*/y;
    match.lastIndex = this.at;
    const name = match.exec(this.text)?.[0] ?? this.fail(this.text);
    this.at += name.length;
    return name;
  }

  private take(c: string): boolean {
    if (this.text[this.at] !== c) return false;
    this.at++;
    return true;
  }

  private fail(path: string): never {
    const description = `Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`;
    throw badRequest([{ field: this.text, description }], "Request contains an invalid argument.");
  }
}
