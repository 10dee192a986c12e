import { everyNode, type StringNode } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { Finding, Severity } from "../finding";
import { isBuiltInVariable } from "../languages/variable-uses";
import type { Loaded } from "./template";

/** Labels of a time series, which legends name. */
const LABEL = /^(?:resource\.labels?|metric\.labels?|metadata\.(?:user|system)_labels?)\./;

/**
 * Findings about dollar signs in a file that Terraform loads: `$${x}` that is not unescaped, and `${x}` that is a
 * variable of the dashboard but that Terraform would evaluate.
 *
 * @param variables names of the template variables that the dashboard declares
 */
export function checkDollars(
  document: JsonDocument,
  loaded: Loaded,
  variables: ReadonlySet<string>,
): Finding[] {
  const findings: Finding[] = [];
  const bound = loaded.how === "template" ? loopNames(document.text) : new Set<string>();
  for (const node of everyNode(document.root)) {
    if (node.kind !== "string") continue;
    for (const { offset, dollars, expression } of referencesIn(node, document.text)) {
      const isDashboards = isOwn(expression, variables);
      if (loaded.how === "file") {
        if (dollars > 1 && isDashboards) findings.push(extra(offset, dollars, expression, loaded));
      } else if (dollars === 1 && isDashboards) {
        const root = /^[\w-]+/.exec(expression)![0];
        const { passes } = loaded;
        // If the names are unknown, a name with underscores is still never passed.
        const isMissing = passes ? !passes.has(root) : isBuiltInVariable(root);
        if (isMissing && !bound.has(root))
          findings.push(lacking(offset, expression, loaded, passes ? "warning" : "information"));
      }
    }
  }
  return findings;
}

interface Reference {
  /** Offset of the first dollar in the file. */
  readonly offset: number;
  readonly dollars: number;
  /** What stands between the braces. */
  readonly expression: string;
}

/** Names in braces, as the file has them: JSON escapes none of these characters. */
function* referencesIn({ offset, length }: StringNode, text: string): Iterable<Reference> {
  const raw = text.slice(offset, offset + length);
  if (!raw.includes("${")) return;
  for (const { 1: dollars, 2: expression, index } of raw.matchAll(/(\$+)\{([A-Za-z_][\w.-]{0,199})\}/g))
    yield { offset: offset + index, dollars: dollars!.length, expression: expression! };
}

/** Whether the dashboard itself gives a name its meaning. */
function isOwn(expression: string, variables: ReadonlySet<string>): boolean {
  return (
    isBuiltInVariable(expression) ||
    LABEL.test(expression) ||
    variables.has(expression.replace(/\.value$/, ""))
  );
}

/** Names that the template's own loops give values to. */
function loopNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { 1: one, 2: two } of text.matchAll(/%\{~?\s*for\s+([\w-]+)\s*(?:,\s*([\w-]+)\s*)?in\b/g)) {
    names.add(one!);
    if (two) names.add(two);
  }
  return names;
}

function extra(offset: number, dollars: number, expression: string, { by }: Loaded): Finding {
  const span = { offset, length: dollars - 1 };
  return {
    code: "extra-dollar",
    severity: "warning",
    message: `${by} reads this file with file(), which keeps "$$". The service gets "$\${${expression}}"; write "\${${expression}}".`,
    offset,
    length: dollars + expression.length + 2,
    data: { kind: "replacements", replacements: [{ title: `Write "\${${expression}}"`, ...span, text: "" }] },
  };
}

function lacking(offset: number, expression: string, { by }: Loaded, severity: Severity): Finding {
  return {
    code: "missing-dollar",
    severity,
    message: `${by} reads this file with templatefile(), which fills "\${${expression}}" in itself but gets no such name. Write "$\${${expression}}".`,
    offset,
    length: expression.length + 3,
    data: {
      kind: "replacements",
      replacements: [{ title: `Write "$\${${expression}}"`, offset, length: 0, text: "$" }],
    },
  };
}
