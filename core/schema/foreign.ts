import { childAt, keySpan, type Node, type ObjectNode, type Property } from "../document/node";
import type { Finding } from "../finding";
import { dashboardType } from "./messages";

/**
 * The message for JSON that is not a dashboard: a list of dashboards, a response or request that contains one, another
 * tool's format. Undefined if it may be a dashboard.
 */
export function foreignFormatFinding(root: Node | undefined): Finding | undefined {
  if (root?.kind === "array") return inList(root.items, { offset: root.offset, length: 1 });
  if (root?.kind !== "object" || root.properties.length === 0) return undefined;
  // An object with a known root member counts as a dashboard.
  if (root.properties.some(({ key }) => dashboardType().field(key) && key !== "name")) return undefined;
  const find = (key: string) => root.properties.find((property) => property.key === key);
  const kind = find("kind");
  if (find("apiVersion")?.value?.kind === "string" && kind?.value?.kind === "string") {
    const message =
      "This is a Kubernetes object, not a dashboard. Rename the file, or remove its pattern from .mosaic/config.json.";
    return { code: "foreign-json", severity: "warning", message, ...keySpan(kind) };
  }
  const list = find("dashboards");
  if (list?.value?.kind === "array") return inList(list.value.items, keySpan(list));
  const wrapper = find("dashboard");
  if (wrapper?.value?.kind === "object") return wrapped(wrapper, wrapper.value);
  const panels = find("panels");
  if (panels?.value?.kind === "array" && (find("schemaVersion") ?? find("templating"))) {
    const message = "This is a Grafana dashboard. Cloud Monitoring cannot read it: convert it first.";
    return { code: "foreign-json", severity: "error", message, ...keySpan(panels) };
  }
  return undefined;
}

function inList(items: readonly Node[], at: { offset: number; length: number }): Finding | undefined {
  const boards = items.filter(isDashboard);
  if (boards.length === 0) return undefined;
  const many = boards.length > 1;
  const message = many
    ? `A file must contain one dashboard, but this is a list of ${boards.length}. Move each dashboard to its own file.`
    : "A file must contain one dashboard, but this is a list. Keep only the dashboard in it.";
  return {
    code: "foreign-json",
    severity: "error",
    message,
    ...at,
    data: !many ? { kind: "inner", inner: span(boards[0]!) } : undefined,
  };
}

function wrapped(property: Property, inner: ObjectNode): Finding | undefined {
  if (!isDashboard(inner)) return undefined;
  const message = `The dashboard is inside "${property.key}". Keep only its value.`;
  return {
    code: "foreign-json",
    severity: "error",
    message,
    ...keySpan(property),
    data: { kind: "inner", inner: span(inner) },
  };
}

function isDashboard(node: Node): boolean {
  const layouts = dashboardType().oneofs[0]!.members;
  return [...layouts, "displayName", "display_name"].some((name) => childAt(node, name) !== undefined);
}

function span({ offset, length }: Node) {
  return { offset, length };
}
