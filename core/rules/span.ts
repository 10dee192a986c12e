import type { Node, ObjectNode, Span } from "../document/node";
import { memberOf } from "../schema/canonical";
import { keyOrBracketSpan, spanOfNode } from "../schema/structure";

/** The token of the first of these members that is set, or else the token that stands for the whole object. */
export function spanOf(object: ObjectNode, ...names: readonly string[]): Span {
  for (const name of names) {
    const found = memberOf(object, name);
    if (found) return spanOfNode(found);
  }
  return keyOrBracketSpan(object);
}

/** The entries of a list member; none when the member is something else. */
export function itemsOf(object: Node | undefined, name: string): readonly Node[] {
  const list = memberOf(object, name);
  return list?.kind === "array" ? list.items : [];
}

/** Every widget of a dashboard, in source order, whatever the layout. */
export function widgetsOf(dashboard: ObjectNode): ObjectNode[] {
  let widgets: (Node | undefined)[] = [];
  for (const tile of itemsOf(memberOf(dashboard, "mosaicLayout"), "tiles"))
    widgets.push(memberOf(tile, "widget"));
  widgets = widgets.concat(itemsOf(memberOf(dashboard, "gridLayout"), "widgets"));
  for (const row of itemsOf(memberOf(dashboard, "rowLayout"), "rows"))
    widgets = widgets.concat(itemsOf(row, "widgets"));
  for (const column of itemsOf(memberOf(dashboard, "columnLayout"), "columns")) {
    widgets = widgets.concat(itemsOf(column, "widgets"));
  }
  return widgets.filter((widget) => widget?.kind === "object");
}
