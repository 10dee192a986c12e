import { isPlainKey, unquoteValue } from "./vocabulary";

/** A label that a group-by field names. */
export interface LabelField {
  readonly of: "resource" | "metric" | "metadata.system_labels" | "metadata.user_labels";
  readonly key: string;
  /** Offset and length of the key without quotes, in the field. */
  readonly offset: number;
  readonly length: number;
  /** What stands before the key: `resource.label.` or `resource.labels.`, as it is written. */
  readonly head: string;
  readonly quoted: boolean;
}

const FIELD =
  /^(\s*(?:(resource|metric)\s*\.\s*labels?|(metadata\s*\.\s*(?:system|user)_labels))\s*\.\s*)(?:"((?:[^"\\]|\\.)*)"|([^\s".]+))\s*$/;

/** Reads a group-by field such as `resource.label."zone"` or `metric.labels.status`; undefined for anything else. */
export function labelFieldOf(text: string): LabelField | undefined {
  const match = FIELD.exec(text);
  if (!match || text.includes("${")) return undefined;
  const [, head = "", owner, metadata, quoted, bare] = match;
  const written = quoted ?? bare ?? "";
  return {
    of: (owner ?? metadata!.replace(/\s/g, "")) as LabelField["of"],
    key: unquoteValue(written),
    offset: head.length + (quoted === undefined ? 0 : 1),
    length: written.length,
    head,
    quoted: quoted !== undefined,
  };
}

/** The same field about another label, in the author's spelling. */
export function writeLabelField(like: LabelField, of: "resource" | "metric", key: string): string {
  const head = like.head.replace(/^\s*(?:resource|metric)/, of);
  return `${head}${like.quoted || !isPlainKey(key) ? JSON.stringify(key) : key}`;
}
