import { truncate } from "../document/clip";
import type { ContainerNode, Node, Property } from "../document/node";
import type { Finding } from "../finding";
import type { Written } from "./written";

/** Where a value belongs, and why it cannot be changed if that is so. */
export interface Place {
  readonly parent: ContainerNode | undefined;
  readonly property: Property | undefined;
  readonly index: number;
  readonly depth: number;
  /** The alias that stands for the value. */
  readonly alias: { readonly offset: number; readonly length: number; readonly name: string } | undefined;
  /** For an item in block style: where its hyphen stands. */
  readonly dash?: number | undefined;
}

export function node<N extends object>(made: N, yaml: Written): Node {
  (made as { yaml?: Written }).yaml = yaml;
  return made as unknown as Node;
}

export function endOf({ keyOffset, keyLength, colonOffset, value }: Property): number {
  return value ? value.offset + value.length : Math.max(keyOffset + keyLength, colonOffset + 1);
}

/** All characters of a string stand at one place. */
export function everywhere(length: number, offset: number): number[] {
  const runs: number[] = [];
  for (let i = 0; i <= length; i++) runs.push(i, offset);
  return runs;
}

/** Findings about members that are there more than once. */
export function duplicates(properties: readonly Property[]): Finding[] {
  const first = new Map<string, Property>();
  return properties.flatMap((property): Finding[] => {
    const earlier = first.get(property.key);
    if (!earlier) {
      first.set(property.key, property);
      return [];
    }
    return [
      {
        code: "yaml-duplicate-key",
        severity: "error",
        message: `"${truncate(property.key)}" is duplicated in this object, which gcloud refuses. Remove one of them.`,
        offset: property.keyOffset,
        length: property.keyLength,
        related: [{ offset: earlier.keyOffset, length: earlier.keyLength, message: "First defined here." }],
      },
    ];
  });
}
