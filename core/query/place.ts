import type { Dashboard } from "../dashboard";
import { nodeAt, nodeAtPath, type Path, pathOf, type StringNode } from "../document/node";
import { type QueryKind, queryKind } from "./kinds";

/** A string of a dashboard that can be edited in a tab of its own. */
export interface EmbeddedQuery {
  readonly node: StringNode;
  readonly path: Path;
  readonly kind: QueryKind;
  /** Name of the widget around it, where it has one. */
  readonly title: string | undefined;
}

/** The query that an offset lies in, or that is the value of the key at the offset. */
export function queryAt(dashboard: Dashboard, offset: number): EmbeddedQuery | undefined {
  const found = nodeAt(dashboard.document.root, offset);
  if (found?.kind === "string") return placeOf(dashboard, found);
  if (found?.kind !== "object") return undefined;
  const property = found.properties.find(
    ({ keyOffset, keyLength }) => offset >= keyOffset && offset <= keyOffset + keyLength,
  );
  return property?.value?.kind === "string" ? placeOf(dashboard, property.value) : undefined;
}

/** The query at a path of keys as written and indexes. */
export function queryAtPath(dashboard: Dashboard, path: Path): EmbeddedQuery | undefined {
  const node = nodeAtPath(dashboard.document.root, path);
  return node?.kind === "string" ? placeOf(dashboard, node) : undefined;
}

function placeOf({ canonical }: Dashboard, node: StringNode): EmbeddedQuery | undefined {
  const kind = queryKind(canonical.fieldOf(node)?.language);
  if (!kind) return undefined;
  let title: string | undefined;
  for (let at = node.parent; at && !title; at = at.parent) {
    const value = canonical.messageOf(at)?.name === "Widget" ? canonical.valueOf(at)?.["title"] : undefined;
    if (typeof value === "string" && value.trim() !== "") title = value;
  }
  return { node, path: pathOf(node), kind, title };
}
