/** Names of resources that dashboards mention, each once, the most frequent first. */
export interface ResourceNames {
  /** `projects/shop` */
  readonly projects: readonly string[];
  /** `projects/shop/alertPolicies/12` */
  readonly alertPolicies: readonly string[];
}

export const NO_NAMES: ResourceNames = { projects: [], alertPolicies: [] };

/** Strings that are a resource name and nothing else. Such names need no escapes, so the text need not be parsed. */
const NAME = /"(projects\/[^/\s"\\]+)(\/[^\s"\\]+)?"/g;

/** The resource names in the text of a dashboard. */
export function resourceNames(text: string): ResourceNames {
  const projects = new Map<string, number>();
  const policies = new Map<string, number>();
  for (const [, project = "", rest = ""] of text.matchAll(NAME)) {
    count(projects, project);
    if (/^\/alertPolicies\/[^/]+$/.test(rest)) count(policies, project + rest);
  }
  return { projects: byCount(projects), alertPolicies: byCount(policies) };
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

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function byCount(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
}
