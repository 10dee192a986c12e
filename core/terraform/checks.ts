import { everyNode, type StringNode } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { Finding } from "../finding";

/** Findings about strings that Terraform reads differently than intended. */
export function checkTerraformStrings({ root, text }: JsonDocument): Finding[] {
  const findings: Finding[] = [];
  for (const node of everyNode(root)) {
    if (node.kind !== "string") continue;
    const written = text.slice(node.offset, node.offset + node.length);
    if (written.includes("$${")) findings.push(...escapedReferences(node, written));
    if (written.includes("\\")) findings.push(...lostBackslashes(node, written));
  }
  return findings;
}

/** `$${` in front of what only Terraform knows: the dashboard shows it as it stands. */
const REFERENCE =
  /\$\$\{\s*((?:var|local|each|count|module|path|terraform|data\.google_\w+|google_\w+)\.[^{}\s]{1,200})\s*\}/g;

function escapedReferences({ offset }: StringNode, written: string): Finding[] {
  return [...written.matchAll(REFERENCE)].map(({ 0: { length }, 1: reference, index }) => ({
    code: "terraform-escaped-reference",
    severity: "warning" as const,
    message: `The dashboard gets the text \${${reference}}: "$$" keeps Terraform from inserting the value. Remove one "$".`,
    offset: offset + index,
    length,
    data: { kind: "remove-dollar" },
  }));
}

/** Services whose names start with what is an escape behind a backslash. */
const SERVICE =
  /\\([nrt])((?:etworking|etworksecurity|etworkconnectivity|etapp|otebooks|un|edis|ecaptchaenterprise|outer|pu|elcoautomation|ransferappliance)\.googleapis\.com)/g;

/** A quote is gone, and its backslash makes a line break of the first letter: `\run.googleapis.com`. */
function lostBackslashes({ offset }: StringNode, written: string): Finding[] {
  return [...written.matchAll(SERVICE)].flatMap(({ 0: all, 1: letter, 2: rest, index }) => {
    const isEscaped = /(?:^|[^\\])(?:\\\\)*\\$/.test(written.slice(0, index));
    if (isEscaped) return [];
    const what = letter === "t" ? "a tab" : "a line break";
    return {
      code: "terraform-lost-quote",
      severity: "warning" as const,
      message: `"\\${letter}" is ${what} here, and the name becomes ${rest}. Write \\"${letter}${rest}.`,
      offset: offset + index,
      length: all.length,
      data: { kind: "insert", at: offset + index + 1, text: '"' },
    };
  });
}
