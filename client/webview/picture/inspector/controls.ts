import type { FieldModel, FieldType, Scalar } from "../../../../core/inspector/model";
import { createElement } from "../../shared/dom";
import { type FieldContext, type FieldEditor, stringEditorOf } from "./field-kinds";
import { Listbox, type ListboxOption } from "./listbox";
import { isSet, valueLabel } from "./parts";
import { parseValue, printValue } from "./values";

/** Languages whose strings are written in several lines. */
const MULTILINE = new Set(["markdown", "monitoring-filter", "promql", "mql", "googlesql", "logging-query"]);

/** The control of a scalar field. */
export function controlOf(context: FieldContext): FieldEditor {
  switch (context.type.control) {
    case "boolean":
      return checkbox(context);
    case "choice":
    case "oneof":
      return choice(context);
    case "color":
      return color(context);
    case "string":
      return (stringEditorOf(context.type) ?? textEditor)(context);
    default:
      return textEditor(context);
  }
}

/** The change of a scalar and the words that say it was done. */
export function setScalar(
  { host, type }: FieldContext,
  { pointer }: FieldModel,
  value: Scalar | undefined,
): Promise<unknown> {
  const name = type.label;
  if (value === undefined) return host.edit({ op: "unset", pointer }, `${name} is not set any more.`);
  const shown = String(valueLabel(type, value));
  return host.edit({ op: "set", pointer, value }, `${name} is ${shown.length > 60 ? "changed" : shown}.`);
}

/** A field of one line, or of several where the language has long strings. */
export function textEditor(context: FieldContext): FieldEditor {
  const { type, id, describedBy } = context;
  const isLong = type.control === "string" && MULTILINE.has(type.language ?? "");
  const attributes = { id, "aria-describedby": describedBy, spellcheck: "false", autocomplete: "off" };
  const input = isLong
    ? createElement("textarea", "field-box field-lines", { ...attributes, rows: "3" })
    : createElement("input", "field-box", { ...attributes, type: "text" });
  if (isLong && type.language !== "markdown") input.classList.add("is-code");
  if (type.control === "number") input.setAttribute("inputmode", type.integer ? "numeric" : "decimal");
  else input.dir = "auto";
  if (type.required) input.setAttribute("aria-required", "true");
  const problem = createElement("p", "field-problem", { role: "alert" });
  problem.hidden = true;
  const suggestions = suggestionsOf(type, `${id}-list`);
  if (suggestions) input.setAttribute("list", suggestions.id);
  let { field } = context;
  let shown = "";
  const reset = () => {
    input.value = shown;
    complain(undefined);
  };
  const complain = (reason: string | undefined) => {
    problem.hidden = reason === undefined;
    problem.textContent = reason ?? "";
    if (reason === undefined) input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
  };
  const take = () => {
    if (input.value === shown) {
      complain(undefined);
      return;
    }
    const parsed = parseValue(input.value, type);
    complain(parsed.ok ? undefined : parsed.reason);
    if (!parsed.ok) return;
    shown = input.value;
    const isKept = parsed.value === undefined && type.required === true && type.control === "string";
    void setScalar(context, field, isKept ? "" : parsed.value);
  };
  input.addEventListener("change", take);
  input.addEventListener("input", () => problem.hidden || complain(undefined));
  input.addEventListener("keydown", (event: Event) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent;
    if (isComposing || altKey) return;
    if (key === "Enter" && (!isLong || ctrlKey || metaKey)) take();
    else if (key === "Escape" && input.value !== shown) reset();
    else if (type.control === "number" && (key === "ArrowUp" || key === "ArrowDown"))
      step(key === "ArrowUp" ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const step = (by: number) => {
    const parsed = parseValue(input.value || String(type.default ?? 0), type);
    if (!parsed.ok || typeof parsed.value !== "number") return;
    const size = type.integer || Math.abs(parsed.value) >= 10 ? 1 : 10 ** -decimals(input.value);
    const next = Number((parsed.value + by * size).toFixed(10));
    if (next < (type.minimum ?? -Infinity) || next > (type.maximum ?? Infinity)) return;
    input.value = String(next);
  };
  const box = type.unit
    ? createElement("span", "field-with-unit", {}, input, createElement("span", "field-unit", {}, type.unit))
    : input;
  const root = createElement("div", "field-control", {}, box, suggestions, problem);
  return {
    root,
    update(next) {
      const isSame = sameStamps(next, field);
      field = next;
      const text = printValue(next.value, type);
      input.placeholder = placeholderOf(next, type);
      input.readOnly = next.readOnly !== undefined;
      // What is being written stays, unless the text has another value now: the text wins.
      if (isSame && input.value !== shown && document.activeElement === input) return;
      shown = text;
      input.defaultValue = text;
      if (input.value !== text) input.value = text;
      complain(undefined);
    },
  };
}

function decimals(text: string): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}

function sameStamps(a: FieldModel, b: FieldModel): boolean {
  return a.stamps.length === b.stamps.length && a.stamps.every((stamp, i) => stamp === b.stamps[i]);
}

/** What holds while nothing is set. */
function placeholderOf(field: FieldModel, type: FieldType): string {
  if (field.mixed) return "Mixed";
  if (type.default !== undefined) return printValue(type.default, type);
  return type.control === "duration" ? "for example 5m" : "";
}

function suggestionsOf({ control, choices }: FieldType, id: string): HTMLElement | undefined {
  if (control !== "string" || !choices) return undefined;
  const options = choices.map(({ value, description }) =>
    createElement("option", "", { value }, description),
  );
  return createElement("datalist", "", { id }, ...options);
}

function checkbox(context: FieldContext): FieldEditor {
  const { type, id, describedBy } = context;
  const input = createElement("input", "field-check", {
    id,
    type: "checkbox",
    "aria-describedby": describedBy,
  });
  let { field } = context;
  input.addEventListener("change", () => void setScalar(context, field, input.checked));
  return {
    root: createElement("div", "field-control", {}, input),
    update(next) {
      field = next;
      input.checked = next.value === true || (next.value === undefined && type.default === true);
      input.indeterminate = next.mixed === true;
      input.disabled = next.readOnly !== undefined;
    },
  };
}

/** A choice of a value, or of one of several members. */
function choice(context: FieldContext): FieldEditor {
  const { host, type, id, describedBy } = context;
  let { field } = context;
  const choose = (value: string | null) => {
    if (type.control !== "oneof") {
      void setScalar(context, field, value ?? undefined);
      return;
    }
    const [pointer, name] = field.pointer.split("#") as [string, string];
    const words =
      value === null ? `${type.label} is not set any more.` : `${type.label} is ${valueLabel(type, value)}.`;
    void host.edit({ op: "choose", pointer, choice: name, member: value }, words);
  };
  const listbox = new Listbox(id, type.label, describedBy, choose);
  listbox.root.classList.add("field-control");
  if (type.required) listbox.root.querySelector("[role=combobox]")!.setAttribute("aria-required", "true");
  return {
    root: listbox.root,
    update(next) {
      field = next;
      const isUnset = next.value === undefined;
      const usual = type.default === undefined ? undefined : valueLabel(type, type.default);
      const none: ListboxOption = {
        value: null,
        label: usual === undefined ? "Not set" : `Not set (${usual})`,
        description: "",
      };
      const known = type.choices ?? [];
      const isKnown = isUnset || known.some(({ value }) => value === next.value);
      const foreign = isKnown
        ? []
        : [{ value: String(next.value), label: String(next.value), description: "" }];
      const options = [...(type.required && !isUnset ? [] : [none]), ...foreign, ...known];
      const shown = next.mixed ? "Mixed" : isUnset ? none.label : valueLabel(type, next.value);
      listbox.show(options, next.mixed ? undefined : isUnset ? null : String(next.value), shown, isUnset);
      listbox.disabled = next.readOnly !== undefined;
      const swatch = typeof next.value === "string" ? SWATCHES[next.value] : undefined;
      if (swatch) listbox.root.dataset["swatch"] = swatch;
      else delete listbox.root.dataset["swatch"];
    },
  };
}

/** Enum values that are colors. */
const SWATCHES: Readonly<Record<string, string>> = {
  YELLOW: "yellow",
  RED: "red",
  BLUE: "blue",
  GREEN: "green",
  ORANGE: "orange",
  GREY: "grey",
};

function color(context: FieldContext): FieldEditor {
  const text = textEditor(context);
  const picker = createElement("input", "field-color", {
    type: "color",
    "aria-label": `${context.type.label}, color picker`,
  });
  let { field } = context;
  picker.addEventListener("change", () => void setScalar(context, field, picker.value.toUpperCase()));
  const root = createElement("div", "field-control field-with-color", {}, picker, text.root);
  return {
    root,
    update(next) {
      field = next;
      text.update(next);
      picker.disabled = next.readOnly !== undefined;
      picker.classList.toggle("is-unset", !isSet(next));
      const hex = /^#[0-9a-f]{6}$/i.exec(String(next.value ?? ""));
      picker.value = hex ? hex[0].toLowerCase() : "#000000";
    },
  };
}
