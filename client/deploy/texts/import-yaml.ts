import { childAt, childrenOf, type Node, valueOf } from "../../../core/document/node";
import { syntaxErrors } from "../../../core/document/reader";
import { editDocument } from "../../../core/edit/edit";
import { singleYamlDocument, yamlDashboards } from "../../../core/yaml/dashboards";
import { yamlText } from "../../../core/yaml/text";
import { type FoundDashboard, type ImportResult, isDashboard, titled } from "./found";

/** Finds the dashboards in YAML, as `gcloud` prints it or as somebody has written it. Comments are kept. */
export function findInYaml(copied: string): ImportResult {
  const text = outdented(copied);
  const isYaml = /^(?:---|- )?[ ]*["']?[A-Za-z]\w*["']?:(?:\s|$)/m.test(text);
  const dashboards = isYaml ? yamlDashboards(text) : [];
  const found: FoundDashboard[] = [];
  let isBroken = false;
  for (const { document, part } of dashboards) {
    const { root } = document;
    if (syntaxErrors(document).length > 0) isBroken = true;
    else if (root && isDashboard(root)) add(text.slice(part.offset, part.offset + part.length), root, found);
    else if (root) collect(root, found);
  }
  if (found.length > 0) return { ok: true, dashboards: found };
  const isMeant = /^\s*(?:- )?(?:display_?[nN]ame|\w+_?Layout):/m.test(text);
  return { ok: false, reason: isBroken && isMeant ? "yaml" : "no-dashboard" };
}

/** Dashboards inside of something else, such as a list. */
function collect(node: Node, found: FoundDashboard[]): void {
  for (const inner of childrenOf(node)) {
    if (isDashboard(inner)) add(yamlText(valueOf(inner)), inner, found);
    else collect(inner, found);
  }
}

/** @param text a document with its comments, and maybe with its markers */
function add(text: string, node: Node, found: FoundDashboard[]): void {
  const lines = text.split(/\r?\n/).filter((line) => !/^(?:---|\.\.\.)\s*$/.test(line));
  const whole = `${lines.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
  found.push({ ...titled(node), text: withoutEtag(whole), template: false, form: "yaml" });
}

/** A text that stood inside something else, from its left edge. */
function outdented(text: string): string {
  const lines = text.split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  const indent = filled.reduce((least, line) => Math.min(least, line.search(/[^ ]/)), Infinity);
  return lines.map((line) => line.slice(indent)).join("\n");
}

/** Without the etag, which belongs to one version on the service. */
function withoutEtag(text: string): string {
  const document = singleYamlDocument(text);
  if (!childAt(document.root, "etag")) return text;
  const result = editDocument(document, [{ op: "remove", path: ["etag"] }]);
  return result.ok ? result.text : text;
}
