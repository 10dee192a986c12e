import { isObject } from "../sync/json";

/** A dashboard in the output of another tool, as rendered text. */
export interface PlannedDashboard {
  /** The resource's address, such as `module.a.google_monitoring_dashboard.main["x"]`. */
  readonly address: string;
  readonly text: string;
  /** The value is sensitive, so it must not be printed. */
  readonly sensitive: boolean;
}

/** What a tool's output holds. */
export interface Plan {
  /** What the text is, for a person: `Terraform plan`. */
  readonly what: string;
  /** One for each address, in the order of the text. */
  readonly dashboards: readonly PlannedDashboard[];
  /** Addresses of dashboards whose text is known only after the tool has run. */
  readonly unknown: readonly string[];
}

/** Names near the start of each format, to exclude most texts without parsing. */
const SIGNS = /"(?:format_version|terraform_version|steps|deployment|resource)"\s*:/;

/**
 * Reads what `terraform show -json` prints of a plan or a state (OpenTofu alike), a state file, Terraform's configuration as
 * JSON such as `cdk.tf.json`, `pulumi preview --json` and `pulumi stack export`.
 *
 * @returns `"broken"` when it is one of these and no JSON, as a file that was cut off; undefined when it is none of them
 */
export function readPlan(text: string): Plan | "broken" | undefined {
  if (!/^\ufeff?\s*\{/.test(text) || !SIGNS.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return /"(?:format_version|terraform_version)"/.test(text.slice(0, 300)) ? "broken" : undefined;
  }
  // A dashboard may hold any of the names, as a mistake or not.
  if (!isObject(value) || typeof value["displayName"] === "string") return undefined;
  const found = new Collector();
  const what = terraformOutput(value, found) ?? pulumiOutput(value, found) ?? terraformCode(value, found);
  return what === undefined ? undefined : { what, ...found.result() };
}

/** Whether a text is what `terraform plan -json` prints: a log, in which no dashboard stands. */
export function isTerraformLog(text: string): boolean {
  return /^\ufeff?\s*\{"@level":/.test(text);
}

type Members = Readonly<Record<string, unknown>>;

class Collector {
  private readonly known = new Map<string, PlannedDashboard>();
  private readonly unknown = new Set<string>();

  add(address: string, text: unknown, sensitive: boolean): void {
    if (typeof text === "string" && !this.known.has(address)) {
      this.known.set(address, { address, text, sensitive });
      this.unknown.delete(address);
    }
  }

  addUnknown(address: string): void {
    if (!this.known.has(address)) this.unknown.add(address);
  }

  /** A value is secret as soon as one place says so. */
  conceal(address: string): void {
    const dashboard = this.known.get(address);
    if (dashboard) this.known.set(address, { ...dashboard, sensitive: true });
  }

  result(): Omit<Plan, "what"> {
    return { dashboards: [...this.known.values()], unknown: [...this.unknown] };
  }
}

function terraformOutput(root: Members, found: Collector): string | undefined {
  if (typeof root["format_version"] === "string") {
    const { planned_values: planned, resource_changes: changes, values } = root;
    if (isObject(planned) || Array.isArray(changes)) {
      if (isObject(planned)) modules(planned["root_module"], found);
      for (const change of listOf(changes)) changed(change, found);
      return "Terraform plan";
    }
    // A state without resources has no values.
    if (isObject(values)) modules(values["root_module"], found);
    else if (!("terraform_version" in root)) return undefined;
    return "Terraform state";
  }
  if (typeof root["version"] === "number" && typeof root["terraform_version"] === "string") {
    for (const resource of listOf(root["resources"])) stateFileResource(resource, found);
    return "Terraform state";
  }
  return undefined;
}

/** The resources of a module and of those in it, whatever the depth. */
function modules(root: unknown, found: Collector): void {
  const open = [root];
  for (let module = open.pop(); module !== undefined; module = open.pop()) {
    if (!isObject(module)) continue;
    for (const resource of listOf(module["resources"])) {
      const { address, values, sensitive_values: secret, deposed_key: deposed } = resource;
      if (typeof address !== "string" || !isObject(values) || deposed !== undefined) continue;
      found.add(address, values["dashboard_json"], isMarked(secret));
    }
    open.push(...listOf(module["child_modules"]).reverse());
  }
}

/** What becomes of a resource: here alone a plan says what is not known yet. */
function changed({ address, change, deposed }: Members, found: Collector): void {
  if (typeof address !== "string" || !isObject(change) || deposed !== undefined) return;
  const { after, after_unknown: unknown, after_sensitive: secret } = change;
  if (isObject(after)) found.add(address, after["dashboard_json"], isMarked(secret));
  if (isMarked(secret)) found.conceal(address);
  if (isMarked(unknown)) found.addUnknown(address);
}

/** Whether the value, or all there is, is marked as unknown or secret. */
function isMarked(marks: unknown): boolean {
  return marks === true || (isObject(marks) && marks["dashboard_json"] === true);
}

function stateFileResource({ module, mode, type, name, instances }: Members, found: Collector): void {
  if (typeof type !== "string" || typeof name !== "string") return;
  const prefix = `${typeof module === "string" ? `${module}.` : ""}${mode === "data" ? "data." : ""}`;
  for (const instance of listOf(instances)) {
    const { index_key: index, attributes, sensitive_attributes: secret, deposed } = instance;
    if (!isObject(attributes) || deposed !== undefined) continue;
    const key = index === undefined ? "" : `[${JSON.stringify(index)}]`;
    const address = `${prefix}${type}.${name}${key}`;
    found.add(address, attributes["dashboard_json"], JSON.stringify(secret ?? "").includes("dashboard_json"));
  }
}

/** What Pulumi puts in the place of a value that is not known yet. */
const PULUMI_UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function pulumiOutput(root: Members, found: Collector): string | undefined {
  const { steps, deployment } = root;
  const isPreview =
    Array.isArray(steps) &&
    steps.length > 0 &&
    listOf(steps).every(({ urn, op }) => Boolean(urn) && Boolean(op));
  const isExport = isObject(deployment) && Array.isArray(deployment["resources"]);
  if (!isPreview && !isExport) return undefined;
  const states = isPreview
    ? listOf(steps).flatMap(({ op, newState }) => (op === "delete" ? [] : [newState]))
    : listOf((deployment as Members)["resources"]);
  for (const state of states) {
    if (!isObject(state) || typeof state["urn"] !== "string" || state["delete"] === true) continue;
    const { urn, inputs } = state;
    const value = isObject(inputs) ? inputs["dashboardJson"] : undefined;
    if (value === PULUMI_UNKNOWN) found.addUnknown(urn);
    else if (typeof value === "string") found.add(urn, value, false);
    // A secret is an object around the encrypted text: there is nothing that could be checked.
    else if (value !== undefined) found.addUnknown(urn);
  }
  return isPreview ? "Pulumi preview" : "Pulumi stack";
}

/** Terraform's own code as JSON: strings are templates there, so a reference is not known before Terraform runs. */
function terraformCode(root: Members, found: Collector): string | undefined {
  const isCode = listOf(root["resource"]).some((types) => Object.values(types).every(isBlock));
  if (!isCode) return undefined;
  for (const types of listOf(root["resource"])) {
    for (const [type, names] of Object.entries(types)) {
      for (const byName of listOf(names)) {
        for (const [name, resource] of Object.entries(byName)) {
          for (const { dashboard_json: value } of listOf(resource)) {
            if (typeof value !== "string") continue;
            if (/(?:^|[^$])\$\{|(?:^|[^%])%\{/.test(value)) found.addUnknown(`${type}.${name}`);
            else found.add(`${type}.${name}`, value.replace(/([$%])\1\{/g, "$1{"), false);
          }
        }
      }
    }
  }
  return "Terraform configuration";
}

const isBlock = (value: unknown) => isObject(value) || Array.isArray(value);

/** The objects in a list, or a single one that stands for a list of one. */
function listOf(value: unknown): Members[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}
