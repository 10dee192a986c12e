import { childrenOf, type Node } from "../../../core/document/node";
import { readDocument } from "../../../core/document/reader";
import { editDocument } from "../../../core/edit/edit";
import { readPlan } from "../../../core/plan/plan";
import { type FoundDashboard, type ImportResult, isDashboard, titled } from "./found";
import { findInYaml } from "./import-yaml";
import { dashboardsInHcl } from "./terraform";

/**
 * Finds the dashboards in a text: one dashboard as JSON or YAML, what `gcloud monitoring dashboards list` or `describe`
 * gives, an answer of the service, Terraform code with `dashboard_json`, or Terraform's state or plan as JSON.
 */
export function findDashboards(text: string): ImportResult {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") return { ok: false, reason: "empty" };
  const found: FoundDashboard[] = [];
  const plan = readPlan(trimmed);
  if (typeof plan === "object") {
    for (const { text } of plan.dashboards) addText(text, false, found);
    if (found.length > 0) return { ok: true, dashboards: found };
    if (plan.unknown.length > 0) return { ok: false, reason: "expression" };
  }
  if (/^[[{]/.test(trimmed)) {
    const document = readDocument(trimmed);
    if (document.root) collect(document.root, trimmed, found);
    if (found.length > 0) return { ok: true, dashboards: found };
  }
  const values = dashboardsInHcl(trimmed);
  for (const value of values) {
    if (value.kind === "text") addText(value.text, value.template, found);
  }
  if (found.length > 0) return { ok: true, dashboards: found };
  if (values.length > 0) return { ok: false, reason: "expression" };
  return findInYaml(text.replace(/^\uFEFF/, ""));
}

function collect(node: Node, text: string, found: FoundDashboard[]): void {
  if (isDashboard(node)) {
    add(text.slice(node.offset, node.offset + node.length), node, false, found);
    return;
  }
  // A part of a plan or a state has the dashboard as a text, and as JSON nothing is a template any more.
  if (node.kind === "string" && node.property?.key === "dashboard_json") addText(node.value, false, found);
  for (const inner of childrenOf(node)) collect(inner, text, found);
}

function addText(text: string, template: boolean, found: FoundDashboard[]): void {
  const { root } = readDocument(text);
  if (root?.kind === "object") add(text.slice(root.offset, root.offset + root.length), root, template, found);
}

function add(text: string, node: Node, template: boolean, found: FoundDashboard[]): void {
  found.push({ ...titled(node), text: tidy(text), template, form: "json" });
}

/** Without the etag, which belongs to one version on the service, and starting at the left edge. */
function tidy(text: string): string {
  const without = withoutMembers(outdented(text), ["etag"]);
  return /\n/.test(without) ? `${without.trimEnd()}\n` : pretty(without);
}

/** Formats text that is on one line. Scalars stay as written. */
function pretty(text: string): string {
  const { root } = readDocument(text);
  return `${root ? printed(root, text, "\n") : text}\n`;
}

function printed(node: Node, text: string, newLine: string): string {
  if (node.kind !== "object" && node.kind !== "array")
    return text.slice(node.offset, node.offset + node.length);
  const inner = `${newLine}  `;
  const parts =
    node.kind === "array"
      ? node.items.map((item) => printed(item, text, inner))
      : node.properties.map(
          ({ keyOffset, keyLength, value }) =>
            `${text.slice(keyOffset, keyOffset + keyLength)}: ${value ? printed(value, text, inner) : "null"}`,
        );
  const [open, close] = node.kind === "array" ? "[]" : "{}";
  return parts.length === 0
    ? `${open}${close}`
    : `${open}${inner}${parts.join(`,${inner}`)}${newLine}${close}`;
}

/** The text of an object without some of its members; everything else stays as it is written. */
export function withoutMembers(text: string, names: readonly string[]): string {
  const document = readDocument(text);
  if (document.root?.kind !== "object") return text;
  const written = new Set(document.root.properties.map(({ key }) => key));
  const changes = names
    .filter((name) => written.has(name))
    .map((name) => ({ op: "remove" as const, path: [name] }));
  const result = editDocument(document, changes);
  return result.ok ? result.text : text;
}

/** An object that stood inside something else has its closing brace under where its line began. */
function outdented(text: string): string {
  const indent = /\n([ \t]*)[}\]]$/.exec(text)?.[1] ?? "";
  return indent === "" ? text : text.replaceAll(`\n${indent}`, "\n");
}
