import type { Dashboard } from "../../dashboard";
import type { Change } from "../../edit/edit";
import { messageType } from "../../schema/messages";
import { setMembers } from "./gestures/ordered";
import type { NamingStyle } from "./gestures/spelling";

/** The changes that add a dashboard filter, in canonical names, behind those that there are. */
export function variableDeclaration(dashboard: Dashboard, spelling: NamingStyle, filter: object): Change[] {
  const { root } = dashboard.document;
  if (root?.kind !== "object") return [];
  const value = spelling.value(filter, messageType("DashboardFilter"));
  const key = spelling.key(root, "dashboardFilters");
  const list = dashboard.canonical.nodeOf("/dashboardFilters");
  return list?.kind === "array"
    ? [{ op: "insert", path: [key], index: list.items.length, value }]
    : setMembers(root, { [key]: [value] }, [spelling.key(root, "displayName"), key]);
}
