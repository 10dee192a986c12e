import type { Document } from "yaml";
import { MAX_DEPTH } from "../document/node";
import type { YamlStyle } from "./written";

/** A node of the library's tree, of which only what is read here matters. */
export type Source = NonNullable<Document.Parsed["contents"]>;
export interface Token {
  readonly type: string;
  readonly offset: number;
  readonly source?: string;
  readonly indent?: number;
  readonly props?: readonly Token[];
  readonly value?: Token;
  readonly items?: readonly {
    readonly start: readonly Token[];
    readonly key?: Token | null;
    readonly value?: Token;
  }[];
}

/** Where a value lies in more than `MAX_DEPTH` others; undefined when none does. */
export function tooDeep(tokens: readonly Token[]): number | undefined {
  let layer = tokens;
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > MAX_DEPTH) return layer[0]!.offset;
    const inner: Token[] = [];
    for (const { value, items } of layer) {
      if (value) inner.push(value);
      for (const item of items ?? []) {
        if (item.key) inner.push(item.key);
        if (item.value) inner.push(item.value);
      }
    }
    layer = inner;
  }
  return undefined;
}

export function firstOf(
  tokens: readonly Token[] | undefined,
  types: ReadonlySet<string>,
): number | undefined {
  return tokens?.find(({ type }) => types.has(type))?.offset;
}

export function styleOf(source: Source): YamlStyle {
  switch ((source as { type?: string }).type) {
    case "QUOTE_SINGLE":
      return "single";
    case "QUOTE_DOUBLE":
      return "double";
    case "BLOCK_LITERAL":
      return "literal";
    case "BLOCK_FOLDED":
      return "folded";
    default:
      return "plain";
  }
}
