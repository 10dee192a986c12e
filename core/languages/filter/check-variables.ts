import { nearestName } from "../../spelling";
import { filterFinding, inQuotes, replaceFix } from "../kit/findings";
import type { LanguageContext, LanguageFinding, TemplateVariable } from "../language";
import {
  comparisonsOf,
  type FilterTree,
  type StringValue,
  termsOf,
  type ValueNode,
  type VariableNode,
} from "./ast";

/** Names with these heads are labels in legends and table templates, not variables. */
const labelReference = /^(?:labels|resource|metric|metadata)\./;

/** Findings about template variables: undeclared, or used where their value does not fit. */
export function checkVariables(tree: FilterTree, context: LanguageContext): LanguageFinding[] {
  const out: LanguageFinding[] = [];
  for (const { node } of termsOf(tree.root)) {
    if (node.kind === "variable") out.push(...checkTerm(node, context));
    else if (node.kind === "call-term")
      for (const arg of node.call.args) out.push(...checkValue(arg, context));
  }
  for (const { node } of comparisonsOf(tree.root)) {
    if (node.object.text.startsWith("${")) {
      const message = "This variable expands to a whole comparison, so it cannot be compared.";
      out.push(filterFinding("filter-variable-use", "warning", node.object, message));
    }
    if (node.value) out.push(...checkValue(node.value, context));
  }
  return out;
}

function checkTerm(node: VariableNode, context: LanguageContext): LanguageFinding[] {
  if (!node.closed || node.name === "") return [];
  const declared = find(node.name, context);
  if (!declared) return [unknown(node, node.name, context)];
  if (!node.valueForm && declared.filterType !== "VALUE_ONLY") return [];
  const message = `${inQuotes(text(node))} expands to a value. Compare a label with it: 'resource.labels.NAME="${valueForm(declared)}"'.`;
  return [filterFinding("filter-variable-use", "warning", node, message)];
}

function checkValue(value: ValueNode, context: LanguageContext): LanguageFinding[] {
  if (value.kind === "call") return value.args.flatMap((arg) => checkValue(arg, context));
  if (value.kind === "string") return checkString(value, context);
  if (value.kind !== "variable" || !value.closed || value.name === "") return [];
  const declared = find(value.name, context);
  if (!declared) return [unknown(value, value.name, context)];
  const quoted = `"${valueForm(declared)}"`;
  const fix = replaceFix(`Change to ${quoted}`, value, quoted);
  if (value.valueForm || declared.filterType === "VALUE_ONLY") {
    const message = `Put string values in double quotes, including variables: '${quoted}'.`;
    return [filterFinding("filter-unquoted-value", "hint", value, message, fix)];
  }
  const message = `${inQuotes(text(value))} expands to a whole comparison, not a value. Use it alone, or '${quoted}' here.`;
  return [filterFinding("filter-variable-use", "warning", value, message, fix)];
}

function checkString(value: StringValue, context: LanguageContext): LanguageFinding[] {
  const out: LanguageFinding[] = [];
  for (const match of value.raw.matchAll(/\$\{([^{}]*)\}/g)) {
    const [whole, inner = ""] = match;
    const offset = value.content.offset + match.index;
    const range = { offset, end: offset + whole.length };
    const name = inner.replace(/\.value$/, "");
    const declared = find(name, context);
    if (!declared) out.push(unknown(range, name, context));
    else if (name === inner && declared.filterType !== "VALUE_ONLY") {
      const message = `Inside a string, ${inQuotes(whole)} may not be expanded. Use "${valueForm(declared)}" for the value.`;
      const fix = replaceFix(`Change to ${valueForm(declared)}`, range, valueForm(declared));
      out.push(filterFinding("filter-variable-use", "hint", range, message, fix));
    }
  }
  return out;
}

function unknown(
  range: { offset: number; end: number },
  name: string,
  context: LanguageContext,
): LanguageFinding {
  const names = context.variables.map((variable) => variable.name);
  const form = /^(.+)\.(?:val|values?|Value)$/.exec(name)?.[1];
  const meant = form && names.includes(form) ? `${form}.value` : nearestName(name, names);
  const advice = labelReference.test(name)
    ? "Label references belong in legend templates."
    : meant
      ? `Did you mean "\${${meant}}"?`
      : names.length > 0
        ? `Declared: ${names.slice(0, 12).join(", ")}. Declare it in "dashboardFilters", or use one of these.`
        : 'Declare it in "dashboardFilters" with "templateVariable".';
  // The name follows `${`, in every form.
  const fix = meant
    ? replaceFix(
        `Change to ${meant}`,
        { offset: range.offset + 2, end: range.offset + 2 + name.length },
        meant,
      )
    : undefined;
  const message = `Undeclared template variable ${inQuotes(name)}. ${advice}`;
  return filterFinding("filter-unknown-variable", "warning", range, message, fix);
}

const find = (name: string, context: LanguageContext): TemplateVariable | undefined =>
  context.variables.find((variable) => variable.name === name);

const text = (node: VariableNode): string => `\${${node.name}${node.valueForm ? ".value" : ""}}`;

/** How the bare value of a variable is written. */
function valueForm(variable: TemplateVariable): string {
  return variable.filterType === "VALUE_ONLY" ? `\${${variable.name}}` : `\${${variable.name}.value}`;
}
