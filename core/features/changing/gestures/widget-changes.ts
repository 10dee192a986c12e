import type { Dashboard } from "../../../dashboard";
import { type ObjectNode, pathOf } from "../../../document/node";
import type { Change } from "../../../edit/edit";
import { memberOf } from "../../../schema/canonical";
import { setMembers } from "./ordered";
import type { NamingStyle } from "./spelling";

/** Gives a widget a title, or the dashboard its name. An empty title is taken out; the dashboard's stays, empty. */
export function titleChanges(
  { canonical, document }: Dashboard,
  tile: string | undefined,
  title: string,
  spelling: NamingStyle,
): Change[] | undefined {
  if (tile === undefined) {
    if (document.root?.kind !== "object") return undefined;
    return setMembers(document.root, { [spelling.key(document.root, "displayName")]: title });
  }
  const widget = canonical.nodeOf(tile);
  if (widget?.kind !== "object") return undefined;
  if (title) return setMembers(widget, { title });
  return memberOf(widget, "title") ? [{ op: "remove", path: [...pathOf(widget), "title"] }] : [];
}

/** Collapses or expands a collapsible group by default. An expanded group without the member stays without it. */
export function foldChanges(
  { canonical }: Dashboard,
  tile: string,
  collapsed: boolean,
): Change[] | undefined {
  const group = canonical.nodeOf(`${tile}/collapsibleGroup`);
  if (group?.kind !== "object") return undefined;
  if (!collapsed && !memberOf(group, "collapsed")) return [];
  return setMembers(group as ObjectNode, { collapsed });
}
