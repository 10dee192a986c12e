import type { Dashboard } from "../../../dashboard";
import { type Node, pathOf } from "../../../document/node";
import { type Change, copySource } from "../../../edit/edit";
import type { FieldChange } from "../../../grid/moves/field-change";
import { childPointer, nodeAtPointer, typeAt } from "../../../inspector/address";
import { startValue } from "../../completion/start-value";
import { choiceChanges } from "./choose";
import { FieldError, setAt, written } from "./set-field";
import type { NamingStyle } from "./spelling";

/** One change of a form, but for fixes and queries, as changes of the value. `pointer` starts at the root of the dashboard. */
export function fieldChanges(
  dashboard: Dashboard,
  change: FieldChange,
  pointer: string,
  spelling: NamingStyle,
): Change[] {
  const node = nodeAtPointer(dashboard.canonical, pointer);
  switch (change.op) {
    case "set":
      return setAt(dashboard, pointer, change.value, spelling);
    case "unset":
    case "remove":
      return node ? [{ op: "remove", path: pathToRemove(dashboard, node) }] : [];
    case "insert":
      return insertAt(dashboard, change, pointer, spelling);
    case "duplicate": {
      if (node?.parent?.kind !== "array") throw new FieldError("The entry no longer exists.");
      const value = copySource(node);
      return [{ op: "insert", path: pathOf(node.parent), index: node.index + 1, value }];
    }
    case "move": {
      if (node?.kind !== "array") throw new FieldError("The list no longer exists.");
      return [{ op: "move", path: pathOf(node), from: change.from, to: change.to }];
    }
    case "rename": {
      if (!node) throw new FieldError("The entry no longer exists.");
      const { parent } = node;
      if (parent?.kind === "object" && parent.properties.some(({ key }) => key === change.key))
        throw new FieldError(`There is already an entry "${change.key}".`);
      return [{ op: "rename", path: pathOf(node), key: change.key }];
    }
    case "choose":
      return choiceChanges(dashboard, pointer, change.choice, change.member, spelling);
    case "fix":
    case "query":
      throw new FieldError("This change cannot be combined with others.");
  }
}

function insertAt(
  dashboard: Dashboard,
  { index, key, value }: Extract<FieldChange, { readonly op: "insert" }>,
  pointer: string,
  spelling: NamingStyle,
): Change[] {
  const { field, owner } = typeAt(pointer);
  if (!field || !owner) throw new FieldError("The schema has no list there.");
  const node = nodeAtPointer(dashboard.canonical, pointer);
  const fresh = value ?? startValue(dashboard, owner, field);
  if (key !== undefined) {
    if (node?.kind === "object" && node.properties.some((other) => other.key === key))
      throw new FieldError(`There is already an entry "${key}".`);
    return setAt(dashboard, childPointer(pointer, key), value ?? "", spelling);
  }
  const entry = written(fresh, field, undefined, spelling);
  if (!node) return setAt(dashboard, pointer, [fresh], spelling);
  if (node.kind !== "array") throw new FieldError("The value is not a list.");
  return [{ op: "insert", path: pathOf(node), index: Math.min(index, node.items.length), value: entry }];
}

/** What goes with a value: optional objects and lists around it that would be left empty. */
function pathToRemove({ canonical }: Dashboard, node: Node) {
  let at = node;
  for (;;) {
    const parent: Node | undefined = at.parent;
    if (!parent) break;
    const siblings = parent.kind === "array" ? parent.items.length : parent.properties.length;
    const field = parent.property && canonical.fieldOf(parent);
    // An entry of a list stays, and so does what says which of several members is chosen.
    if (siblings > 1 || !field || field.required || field.oneof || field.holdsTiles) break;
    at = parent;
  }
  return pathOf(at);
}
