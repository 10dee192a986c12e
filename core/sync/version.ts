import type { JsonDocument } from "../document/reader";
import { canonicalize } from "../schema/canonical";
import { canonicalValue } from "../schema/canonical-value";
import { equalityKey, type Json } from "./json";
import { normalOf } from "./normal-form";

/**
 * One version of a dashboard for comparisons. Each part is computed once, on first use. The value must not change
 * afterwards.
 */
export class Version<Value = unknown> {
  private canonicalForm: Json | undefined;
  private normalForm: Json | undefined;
  private text: string | undefined;

  /** @param value a dashboard as JSON, in any spelling that the service reads */
  constructor(readonly value: Value) {}

  /** A version, or the version of a plain value. */
  static of(value: unknown): Version {
    return value instanceof Version ? value : new Version(value);
  }

  /** The value in canonical form; null if there is none. */
  get canonical(): Json {
    return (this.canonicalForm ??= (this.canonicalOf() ?? null) as Json);
  }

  /** What the service would store, in its one form; see `normalForm`. */
  get normal(): Json {
    return (this.normalForm ??= normalOf(this.canonical));
  }

  /** A string that two versions share exactly when the service would store the same for both. */
  get key(): string {
    return (this.text ??= equalityKey(this.normal));
  }

  /** True when the service would store the same for both. */
  equals(other: Version): boolean {
    return this === other || this.key === other.key;
  }

  protected canonicalOf(): unknown {
    return canonicalValue(this.value);
  }
}

/** The version that stands in a file. Of members that are written twice, the canonical spelling decides which counts. */
export class DocumentVersion extends Version<JsonDocument> {
  protected override canonicalOf(): unknown {
    return canonicalize(this.value).value;
  }
}

/** True when the service would store the same for both; each is a plain value or a `Version`. */
export function equalValues(a: unknown, b: unknown): boolean {
  return Version.of(a).equals(Version.of(b));
}
