import type { Dashboard } from "../../dashboard";
import type { Node } from "../../document/node";

/** Names of resources that a dashboard mentions, each once, the most frequent first. */
export interface ResourceNames {
  /** `projects/shop` */
  readonly projects: readonly string[];
  /** `projects/shop/alertPolicies/12` */
  readonly alertPolicies: readonly string[];
}

export const NO_NAMES: ResourceNames = { projects: [], alertPolicies: [] };

const found = new WeakMap<Dashboard, ResourceNames>();

/** The resource names in the strings of a dashboard that hold nothing else. */
export function resourceNames(dashboard: Dashboard): ResourceNames {
  let names = found.get(dashboard);
  if (!names) found.set(dashboard, (names = search(dashboard)));
  return names;
}

/** Several dashboards' names together; those of the first come first. */
export function mergeNames(all: Iterable<ResourceNames>): ResourceNames {
  const projects = new Set<string>();
  const alertPolicies = new Set<string>();
  for (const names of all) {
    for (const name of names.projects) projects.add(name);
    for (const name of names.alertPolicies) alertPolicies.add(name);
  }
  return { projects: [...projects], alertPolicies: [...alertPolicies] };
}

function search({ document }: Dashboard): ResourceNames {
  const projects = new Map<string, number>();
  const policies = new Map<string, number>();
  const stack: Node[] = document.root ? [document.root] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.kind === "array") stack.push(...node.items);
    else if (node.kind === "object") {
      for (const { value } of node.properties) if (value) stack.push(value);
    } else if (node.kind === "string" && node.value.startsWith("projects/")) {
      const [name, project, collection] =
        /^(projects\/[^/\s"]+)(?:\/([a-zA-Z]+)\/[^/\s"]+)?/.exec(node.value) ?? [];
      if (!name || !project) continue;
      count(projects, project);
      if (collection === "alertPolicies" && name === node.value) count(policies, name);
    }
  }
  return { projects: byCount(projects), alertPolicies: byCount(policies) };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function byCount(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
}
