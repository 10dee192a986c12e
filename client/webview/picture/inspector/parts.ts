import type { FieldModel, FieldType } from "../../../../core/inspector/model";
import { createElement } from "../../shared/dom";
import { type IconName, icon } from "../../shared/icons";

/** Text with words in backticks, as the schema writes it. */
export function withCode(text: string): (Node | string)[] {
  return text
    .split("`")
    .map((part, i) => (i % 2 === 1 ? createElement("code", "", {}, part) : part))
    .filter((part) => part !== "");
}

/** A small button with an icon. It is for the pointer where `key` names the keys that do the same. */
export function actionButton(
  name: IconName,
  label: string,
  act: () => void,
  key?: string,
): HTMLButtonElement {
  const button = createElement(
    "button",
    "icon-button",
    {
      type: "button",
      "aria-label": label,
      title: key ? `${label} (${key})` : label,
      ...(key && { tabindex: "-1" }),
    },
    icon(name),
  );
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    act();
  });
  return button;
}

/** What a choice or a value is called in the form. */
export function valueLabel(type: FieldType, value: FieldModel["value"]): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return type.choices?.find((choice) => choice.value === value)?.label ?? String(value ?? "");
}

/** Whether a field is set in some tile. */
export function isSet({ stamps }: FieldModel): boolean {
  return stamps.some((stamp) => stamp !== null);
}

/** Whether a field or one inside it has findings. */
export function hasFindings(field: FieldModel): boolean {
  return (
    (field.findings?.length ?? 0) > 0 ||
    (field.fields ?? []).some(hasFindings) ||
    (field.entries ?? []).some(hasFindings)
  );
}

let ids = 0;

/** A new id for an element of the page. */
export function newId(): string {
  return `field-${++ids}`;
}
