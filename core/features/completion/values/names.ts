import { CompletionItemKind } from "vscode-languageserver-types";
import { isObject, listOf, membersOf, stringOf } from "../../../shape";
import { declaredVariables, undeclaredVariables } from "../../reading/navigation/occurrences";
import { mergeNames, type ResourceNames, resourceNames } from "../../reading/workspace/names";
import type { Suggestion } from "../item";
import { stringWithStops } from "../template";
import { currentText, othersInList, ownerValue, type ValueContext, type ValueProvider } from "./provider";

/** Template variables that the dashboard declares. */
export const variableNameValues: ValueProvider = (context) => {
  const filters = listOf(membersOf(context.dashboard.canonical.value)["dashboardFilters"]).map(membersOf);
  return declaredVariables(context.dashboard).map((name) => {
    const declared = filters.find(({ templateVariable }) => templateVariable === name) ?? {};
    const words = [declared["filterType"], declared["labelKey"]].map(stringOf).filter(Boolean).join(" ");
    return { label: name, kind: CompletionItemKind.Variable, value: name, words: words || undefined };
  });
};

/** Names that queries use without a declaration, otherwise the label of the filter. */
export const newVariableValues: ValueProvider = (context) => {
  const missing = undeclaredVariables(context.dashboard).filter((name) => name !== currentText(context));
  const label = stringOf(ownerValue(context)["labelKey"]);
  const suggest = (name: string, words: string): Suggestion => ({
    label: name,
    kind: CompletionItemKind.Variable,
    value: name,
    words,
  });
  const taken = new Set(declaredVariables(context.dashboard));
  const free = /^[A-Za-z_]\w*$/.test(label) && !taken.has(label) && !missing.includes(label);
  return [
    ...missing.map((name) => suggest(name, "used, not declared")),
    ...(free ? [suggest(label, "same name as its label")] : []),
  ];
};

/** Values that the variable of a condition is known to have, as regular expressions that match them whole. */
export const variableValues: ValueProvider = (context) => {
  const name = ownerValue(context)["templateVariable"];
  const filters = listOf(membersOf(context.dashboard.canonical.value)["dashboardFilters"]);
  const filter = membersOf(
    filters.find((candidate) => isObject(candidate) && name && candidate["templateVariable"] === name),
  );
  const values = [
    ...listOf(membersOf(filter["stringArray"])["values"]),
    filter["stringValue"],
    ...listOf(membersOf(filter["stringArrayValue"])["values"]),
  ];
  const texts = [...new Set(values.map(stringOf).filter(Boolean))];
  return texts.map((text) => ({
    label: text,
    kind: CompletionItemKind.Value,
    value: text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
  }));
};

/** Projects that this dashboard and others name. */
export const projectValues: ValueProvider = (context) => {
  const known = names(context).projects;
  const taken = othersInList(context);
  return [
    ...known.filter((name) => !taken.has(name)).map((name) => resource(name)),
    {
      label: "projects/…",
      kind: CompletionItemKind.Reference,
      value: stringWithStops`projects/${"my-project"}`,
    },
  ];
};

/** Alerting policies that this dashboard and others name. */
export const alertPolicyValues: ValueProvider = (context) => {
  const { alertPolicies: known, projects } = names(context);
  const [project = "projects/my-project"] = projects;
  return [
    ...known.map((name) => resource(name)),
    {
      label: "projects/…/alertPolicies/…",
      kind: CompletionItemKind.Reference,
      value: stringWithStops`${project}/alertPolicies/${"1234567890"}`,
    },
  ];
};

/** The same policies, written without their project, as lists of incidents want them. */
export const policiesWithoutProject: ValueProvider = (context) => {
  const taken = othersInList(context);
  const short = new Map(
    names(context).alertPolicies.map((name) => [
      name.slice(name.indexOf("alertPolicies/")),
      name.slice(0, name.indexOf("/alertPolicies/")),
    ]),
  );
  return [
    ...[...short].filter(([name]) => !taken.has(name)).map(([name, project]) => resource(name, project)),
    {
      label: "alertPolicies/…",
      kind: CompletionItemKind.Reference,
      value: stringWithStops`alertPolicies/${"1234567890"}`,
    },
  ];
};

function names(context: ValueContext): ResourceNames {
  const current = currentText(context);
  const { projects, alertPolicies } = mergeNames([resourceNames(context.dashboard.text), context.elsewhere]);
  // Exclude the name that is being typed.
  const others = (all: readonly string[]) => all.filter((name) => name !== current);
  return { projects: others(projects), alertPolicies: others(alertPolicies) };
}

const resource = (name: string, words?: string): Suggestion => ({
  label: name,
  kind: CompletionItemKind.Reference,
  value: name,
  words,
});
