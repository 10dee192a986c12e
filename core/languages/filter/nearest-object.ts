import { nearestName } from "../../spelling";
import { classifyObject, writeKey } from "./vocabulary";

/** Names that people write for objects that exist. */
const others = new Map<string, string>(
  Object.entries({
    group: "group.id",
    group_id: "group.id",
    project_id: "project",
    metric: "metric.type",
    resource: "resource.type",
    "metric.name": "metric.type",
    "resource.name": "resource.type",
    metrictype: "metric.type",
    resourcetype: "resource.type",
    "project.id": "project",
    "project.name": "project",
    "metadata.project": "project",
  }),
);

/** Labels that the metric and the resource at hand are known to have. */
export interface KnownLabels {
  readonly metric: readonly string[];
  readonly resource: readonly string[];
}

/**
 * The object that was probably meant by a left side that is none, or undefined. Understands misspelt parts
 * (`metrics.type`, `resource.lable.zone`), a missing `labels` (`resource.zone`), a missing `.id`, and labels without
 * anything before them (`zone`).
 *
 * @param value what the object is compared with
 */
export function nearestObject(text: string, labels?: KnownLabels, value?: string): string | undefined {
  const name = text
    .replace(/^\.+|\.+$/g, "")
    .replace(/\.{2,}/g, ".")
    .replace(/^(metric|resource)_(type|label)/i, "$1.$2")
    .replace(/^(user|system)_labels?\./i, "metadata.$1_labels.")
    .replace(/^metadata\.labels?\./i, "metadata.user_labels.")
    .replace(/^(metric|resource)\.("[^"]+")$/, "$1.labels.$2");
  if (name !== text && classifyObject(name.replace(/"[^"]+"$/, "key")).name) return name;
  const other = others.get(name.toLowerCase());
  if (other) return other;
  if (labels) {
    const label = /^(?:(?:metric|resource|labels?)[._])?(?:labels?[._])?(\w+)$/i.exec(name)?.[1] ?? "";
    for (const owner of ["resource", "metric"] as const) {
      if (labels[owner].includes(label)) return `${owner}.labels.${label}`;
    }
  }
  if (/^types?$/i.test(name) && value) return value.includes("/") ? "metric.type" : "resource.type";
  const known = nearestName(name, ["project"]);
  if (known) return known;
  const [first = "", second = "", ...rest] = name.split(".");
  const head = nearestName(first, ["metric", "resource", "metadata", "group"]);
  if (!head || second === "" || /["']/.test(second)) return undefined;
  if (head === "group") return rest.length === 0 && second.toLowerCase() === "ids" ? "group.id" : undefined;
  const key = rest.join(".");
  if (head === "metadata") {
    const kind = nearestName(second, ["user_labels", "system_labels", "user_label", "system_label"]);
    return kind && key ? `metadata.${kind.replace(/label$/, "labels")}.${key}` : undefined;
  }
  if (nearestName(second, ["type"])) return rest.length === 0 ? `${head}.type` : undefined;
  if (key) return nearestName(second, ["labels", "label"]) ? `${head}.labels.${key}` : undefined;
  // A key right after the prefix: the word between is missing.
  return /^labels?$/i.test(second) ? undefined : `${head}.labels.${writeKey(second)}`;
}
