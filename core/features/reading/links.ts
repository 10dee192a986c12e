import type { DocumentLink } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { everyNode, type StringNode } from "../../document/node";
import { rangeOf, textSpan } from "../ranges";

const CONSOLE = "https://console.cloud.google.com";

/** Resource names that have a page of their own in the console. */
const PAGES: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /^projects\/([^/]+)\/alertPolicies\/([^/]+)$/,
    ([, project, id]) => `/monitoring/alerting/policies/${encode(id)}?project=${encode(project)}`,
  ],
  [
    /^projects\/([^/]+)\/dashboards\/([^/]+)$/,
    ([, project, id]) => `/monitoring/dashboards/builder/${encode(id)}?project=${encode(project)}`,
  ],
];

/** Links from resource names to the console. */
export function documentLinks(dashboard: Dashboard): DocumentLink[] {
  const links: DocumentLink[] = [];
  for (const node of everyNode(dashboard.document.root)) {
    const target = node.kind === "string" ? targetOf(node) : undefined;
    if (!target) continue;
    const range = rangeOf(dashboard, textSpan(dashboard.text, node as StringNode));
    links.push({ range, target, tooltip: "Open in the Cloud console" });
  }
  return links;
}

function targetOf({ value }: StringNode): string | undefined {
  if (!value.startsWith("projects/")) return undefined;
  for (const [pattern, page] of PAGES) {
    const match = pattern.exec(value);
    if (match) return `${CONSOLE}${page(match)}`;
  }
  return undefined;
}

function encode(text: string | undefined): string {
  // Half of a surrogate pair cannot be encoded.
  return encodeURIComponent((text ?? "").replace(/[\ud800-\udfff]/gu, "\ufffd"));
}
