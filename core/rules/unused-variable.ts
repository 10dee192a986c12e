import { type Node, type ObjectNode, pathOf } from "../document/node";
import { memberOf, memberProperty } from "../schema/canonical";
import { spanOfNode } from "../schema/structure";
import { stringOf } from "../shape";
import { usedVariable } from "./example";
import { fixWith, propertyOf } from "./fix-builders";
import type { Rule } from "./rule";
import { itemsOf } from "./span";

export const unusedVariable: Rule = {
  id: "unused-variable",
  severity: "hint",
  message: "Dashboard",
  evidence: "inferred",
  summary: "A template variable is declared but not used.",
  details:
    "A dashboard filter with a `templateVariable` applies only to queries, text widgets, visibility conditions and filter controls that use the variable. Without a `templateVariable`, it applies to every widget whose data has the label.",
  check(node, { canonical, variables, report }) {
    if (variables.size === 0) return;
    const declarations = new Map<Node, string>();
    for (const filter of itemsOf(node, "dashboardFilters")) {
      const name = stringOf(canonical.valueOf(filter)?.["templateVariable"]);
      const token = memberOf(filter, "templateVariable");
      if (name && token) declarations.set(token, name);
    }
    const unused = new Set(variables);
    // With syntax errors, a part of the dashboard may be missing.
    if (!findUses(node, declarations, unused)) return;
    for (const [token, name] of declarations) {
      if (!unused.has(name)) continue;
      report({
        ...spanOfNode(token),
        message: `Unused template variable "${name}". Use it in a query, or remove it.`,
        tag: "unnecessary",
      });
    }
  },
  fixes(dashboard, finding) {
    const filter = propertyOf(dashboard, finding)?.parent;
    if (!filter) return [];
    const variable = memberProperty(filter, "templateVariable");
    const isValueOnly = dashboard.canonical.valueOf(filter)?.["filterType"] === "VALUE_ONLY";
    return [
      ...fixWith(dashboard, "Remove the filter", [{ op: "remove", path: pathOf(filter) }]),
      ...(variable && !isValueOnly
        ? fixWith(dashboard, "Apply the filter to every widget", [
            { op: "remove", path: [...pathOf(filter), variable.key] },
          ])
        : []),
    ];
  },
  bad: {
    dashboard: {
      displayName: "Orders",
      dashboardFilters: [{ filterType: "RESOURCE_LABEL", labelKey: "cluster", templateVariable: "cluster" }],
      gridLayout: { widgets: [{ blank: {} }] },
    },
  },
  good: usedVariable,
};

/**
 * Takes every name out of `unused` that some text outside of the declarations may name, in whatever language. False when a
 * member has no value yet.
 */
function findUses(root: ObjectNode, declarations: ReadonlyMap<Node, string>, unused: Set<string>): boolean {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node && unused.size > 0; node = stack.pop()) {
    if (node.kind === "array") stack.push(...node.items);
    else if (node.kind === "object") {
      for (const { value } of node.properties) {
        if (!value) return false;
        stack.push(value);
      }
    } else if (node.kind === "string" && !declarations.has(node)) {
      const { value } = node;
      // Conditions and filter controls hold the bare name.
      if (node.property && /^template_?[vV]ariable$/.test(node.property.key)) unused.delete(value);
      if (!/[$@]/.test(value)) continue;
      for (const name of unused) {
        if (value.includes(`{${name}`) || value.includes(`$${name}`) || value.includes(`@${name}`))
          unused.delete(name);
      }
    }
  }
  return true;
}

/**
 * Names of those variables that something in an object uses, or may use; undefined if unknown, because a member has no
 * value yet.
 */
export function usesIn(
  object: ObjectNode,
  variables: readonly { readonly name: string }[],
): readonly string[] | undefined {
  const names = variables.map(({ name }) => name);
  const unused = new Set(names);
  if (unused.size === 0) return [];
  return findUses(object, new Map(), unused) ? names.filter((name) => !unused.has(name)) : undefined;
}
