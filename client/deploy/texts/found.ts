import type { Node } from "../../../core/document/node";

/** A dashboard that was found in a text. */
export interface FoundDashboard {
  readonly title: string;
  /** Last segment of its name, when it has one. */
  readonly id: string | undefined;
  /** The dashboard without its etag, in the spelling it was found in. */
  readonly text: string;
  /** It contains Terraform templates. */
  readonly template: boolean;
  readonly form: "json" | "yaml";
}

export type ImportResult =
  | { readonly ok: true; readonly dashboards: readonly FoundDashboard[] }
  | { readonly ok: false; readonly reason: ImportProblem };

/** Why no dashboard was found. */
export type ImportProblem =
  | "empty"
  /** YAML with syntax errors. */
  | "yaml"
  /** Terraform code whose dashboard only Terraform can compute. */
  | "expression"
  | "no-dashboard";

const LAYOUTS = ["mosaicLayout", "gridLayout", "rowLayout", "columnLayout"];
const spellings = (name: string) => [name, name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)];

function member(node: Node, name: string): Node | undefined {
  if (node.kind !== "object") return undefined;
  return node.properties.find(({ key, value }) => value && spellings(name).includes(key))?.value;
}

/** A dashboard has a title and content; many kinds of resources of Google Cloud have a title. */
export function isDashboard(node: Node): boolean {
  const title = member(node, "displayName");
  if (title?.kind !== "string") return false;
  const name = member(node, "name");
  const named = name?.kind === "string" && /\/dashboards\/[^/]+$/.test(name.value);
  return named || LAYOUTS.some((layout) => member(node, layout)?.kind === "object");
}

/** What a dashboard is called. */
export function titled(node: Node): Pick<FoundDashboard, "title" | "id"> {
  const title = member(node, "displayName");
  const name = member(node, "name");
  return {
    title: title?.kind === "string" ? title.value : "",
    id: name?.kind === "string" ? name.value.split("/").pop() || undefined : undefined,
  };
}
