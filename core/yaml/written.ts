import type { Node, Property } from "../document/node";

/** How a value is written. */
export type YamlStyle =
  | "plain"
  | "single"
  | "double"
  | "literal"
  | "folded"
  /** A list or an object over lines of its own. */
  | "block"
  /** A list or an object in brackets. */
  | "flow"
  | "alias"
  /** Nothing is written, which stands for null. */
  | "empty";

/** What the tree of a dashboard does not say of a value in YAML. */
export interface Written {
  readonly style: YamlStyle;
  /** Why the value cannot be changed where it stands. */
  readonly shared?: string;
  /** Where its anchor or tag starts; that of the value itself where it has none. */
  readonly start: number;
  /** The name of its anchor. */
  readonly anchor?: string;
  readonly hasTag?: boolean;
  /** For an item of a list in block style: where its hyphen stands. */
  readonly dash?: number;
  /** In block style: the column at which its entries start. */
  readonly column: number;
}

/** What is known of a member in YAML. */
export interface WrittenKey {
  /** Where its line of text starts, with an anchor, a tag or `?` before the key. */
  readonly start: number;
  /** It comes from a merge key, or its key is an alias or has a tag. */
  readonly shared?: string;
  readonly style: YamlStyle;
}

/** How a value of a YAML document is written; undefined for nodes of other forms. */
export function written(node: Node): Written | undefined {
  return (node as { readonly yaml?: Written }).yaml;
}

export function writtenKey(property: Property): WrittenKey | undefined {
  return (property as { readonly yaml?: WrittenKey }).yaml;
}
