import type { Dashboard } from "../../dashboard";
import type { Field, MessageType } from "../../schema/messages";
import { isObject } from "../../shape";
import { templateContext } from "./index";
import { elementOf } from "./members";
import { printTemplate } from "./template";

/**
 * What a new value of a field, or a new entry of its list, starts with: the most usual template of its message, in canonical
 * form. Required members that the template leaves out are there, too.
 */
export function startValue(dashboard: Dashboard, owner: MessageType, field: Field): unknown {
  const context = templateContext(dashboard, { snippets: false }, owner.name, undefined);
  if (field.kind === "enum") return usualValue(field);
  const template = elementOf(owner, field, context);
  const text = printTemplate(template, {
    type: field.message,
    snakeCase: false,
    indent: "",
    eol: "\n",
    snippets: false,
  });
  return withRequired(dashboard, JSON.parse(text), field.message);
}

/** The default value of an enum, or the first that is a choice. */
function usualValue({ defaultValue, enum: type }: Field): unknown {
  return defaultValue ?? type!.values.find(({ name }) => !name.endsWith("_UNSPECIFIED"))?.name ?? "";
}

function withRequired(dashboard: Dashboard, value: unknown, type: MessageType | undefined): unknown {
  if (!type || !isObject(value)) return value;
  const out: Record<string, unknown> = { ...value };
  for (const field of type.fields) {
    if (!field.required || Object.hasOwn(out, field.name)) continue;
    const one = startValue(dashboard, type, field);
    out[field.name] = field.repeated ? [one] : one;
  }
  return out;
}
