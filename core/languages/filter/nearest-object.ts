import { nearest } from "../../spelling";
import { writeKey } from "./vocabulary";

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
  }),
);

/**
 * The object that was probably meant by a left side that is none, or undefined. Understands misspelt parts
 * (`metrics.type`, `resource.lable.zone`), a missing `labels` (`resource.zone`) and a missing `.id`.
 */
export function nearestObject(text: string): string | undefined {
  const name = text.replace(/^(metric|resource)_(type|label)/i, "$1.$2");
  const known = others.get(name.toLowerCase()) ?? nearest(name, ["project"]);
  if (known) return known;
  const [first = "", second = "", ...rest] = name.split(".");
  const head = nearest(first, ["metric", "resource", "metadata", "group"]);
  if (!head || second === "" || /["']/.test(second)) return undefined;
  if (head === "group") return rest.length === 0 && second.toLowerCase() === "ids" ? "group.id" : undefined;
  const key = rest.join(".");
  if (head === "metadata") {
    const kind = nearest(second, ["user_labels", "system_labels", "user_label", "system_label"]);
    return kind && key ? `metadata.${kind.replace(/label$/, "labels")}.${key}` : undefined;
  }
  if (nearest(second, ["type"])) return rest.length === 0 ? `${head}.type` : undefined;
  if (key) return nearest(second, ["labels", "label"]) ? `${head}.labels.${key}` : undefined;
  // A key right after the prefix: the word between is missing.
  return /^labels?$/i.test(second) ? undefined : `${head}.labels.${writeKey(second)}`;
}
