import type { Dashboard } from "../../../dashboard";
import type { Node, ObjectNode, Span, StringNode } from "../../../document/node";
import { StringMap } from "../../../document/string-map";
import { isBuiltInVariable, type VariableUse, variableUses } from "../../../languages/variable-uses";
import { memberOf } from "../../../schema/canonical";

/** What a name stands for. */
export type NameKind = "variable" | "widget";

/** A template variable or the id of a widget, where it is written. */
export interface Occurrence extends Span {
  readonly kind: NameKind;
  readonly name: string;
  /** Whether it is declared here rather than used. */
  readonly declares: boolean;
  /** The string that it stands in. */
  readonly node: StringNode;
  /** A parameter of SQL, whose name may hold letters, digits and underscores only. */
  readonly inSql?: true;
}

/** Members whose text is the name itself. */
const NAMES: Readonly<Record<string, { member: string; kind: NameKind; declares: boolean }>> = {
  DashboardFilter: { member: "templateVariable", kind: "variable", declares: true },
  FilterControl: { member: "templateVariable", kind: "variable", declares: false },
  TemplateVariableCondition: { member: "templateVariable", kind: "variable", declares: false },
  Widget: { member: "id", kind: "widget", declares: true },
};

const found = new WeakMap<Dashboard, readonly Occurrence[]>();

/** Every place of the text that names a template variable or a widget, in source order. */
export function nameOccurrences(dashboard: Dashboard): readonly Occurrence[] {
  let all = found.get(dashboard);
  if (!all) found.set(dashboard, (all = search(dashboard)));
  return all;
}

/** Names of the declared template variables, in the order of the file. */
export function declaredVariables(dashboard: Dashboard): readonly string[] {
  return namesOf(dashboard, (occurrence) => occurrence.declares);
}

/** Names of template variables that are used and nowhere declared. Those that the service itself fills are none of them. */
export function undeclaredVariables(dashboard: Dashboard): readonly string[] {
  const declared = new Set(declaredVariables(dashboard));
  return namesOf(dashboard, ({ name }) => !declared.has(name) && !isBuiltInVariable(name));
}

function namesOf(dashboard: Dashboard, wanted: (occurrence: Occurrence) => boolean): string[] {
  const variables = nameOccurrences(dashboard).filter(({ kind }) => kind === "variable");
  return [...new Set(variables.filter(wanted).map(({ name }) => name))];
}

function search(dashboard: Dashboard): Occurrence[] {
  const out: Occurrence[] = [];
  const texts: StringNode[] = [];
  const stack: Node[] = dashboard.document.root ? [dashboard.document.root] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.kind === "array") stack.push(...node.items);
    else if (node.kind === "object") {
      inObject(dashboard, node, out, texts);
      for (const { value } of node.properties) if (value) stack.push(value);
    }
  }
  // Prose names what is declared and nothing else, so it comes when all declarations are known.
  const declared = new Set(
    out.flatMap(({ kind, declares, name }) => (kind === "variable" && declares ? [name] : [])),
  );
  for (const text of texts) read(dashboard, text, "markdown", out, declared);
  return out.sort((a, b) => a.offset - b.offset);
}

function inObject(dashboard: Dashboard, object: ObjectNode, out: Occurrence[], texts: StringNode[]): void {
  const type = dashboard.canonical.messageOf(object);
  if (!type) return;
  const bare = NAMES[type.name];
  const name = bare && memberOf(object, bare.member);
  if (name?.kind === "string" && name.value.trim()) {
    const use = { name: name.value, offset: 0, length: name.value.length };
    out.push(toFile(dashboard, name, use, bare!.kind, bare!.declares));
  }
  for (const { key, value } of object.properties) {
    const field = value && type.field(key);
    if (value?.kind === "string" && field?.language === "markdown") texts.push(value);
    else if (value?.kind === "string") read(dashboard, value, field?.language, out);
    else if (value?.kind === "array" && type.name === "Aggregation" && field?.name === "groupByFields") {
      for (const item of value.items) {
        if (item.kind === "string") read(dashboard, item, "monitoring-filter", out);
      }
    }
  }
}

function read(
  dashboard: Dashboard,
  node: StringNode,
  language: string | undefined,
  out: Occurrence[],
  declared?: ReadonlySet<string>,
): void {
  for (const use of variableUses(node.value, language, (name) => declared?.has(name) ?? false)) {
    out.push(toFile(dashboard, node, use, "variable", false));
  }
}

function toFile(
  { text }: Dashboard,
  node: StringNode,
  use: VariableUse,
  kind: NameKind,
  declares: boolean,
): Occurrence {
  const map = new StringMap(text, node);
  const offset = map.toSource(use.offset);
  const length = map.toSource(use.offset + use.length) - offset;
  return { kind, name: use.name, declares, node, offset, length, inSql: use.inSql ? true : undefined };
}
