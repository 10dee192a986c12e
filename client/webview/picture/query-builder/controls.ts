import type { Choice } from "../../../../core/query-builder/model/model";
import { createElement, setAttribute } from "../../shared/dom";
import { type IconName, icon } from "../../shared/icons";

/** A list of choices. */
export class Select {
  readonly root: HTMLSelectElement;
  private choices: readonly Choice[] = [];

  constructor(id: string, label: string, commit: (value: string) => void, describedBy?: string) {
    this.root = createElement("select", "query-input query-select", {
      id,
      "aria-label": label,
      ...(describedBy && { "aria-describedby": describedBy }),
    });
    this.root.addEventListener("change", () => commit(this.root.value));
  }

  set(choices: readonly Choice[], value: string): void {
    const isSame =
      choices.length === this.choices.length &&
      choices.every(
        (choice, i) => choice.value === this.choices[i]!.value && choice.misfit === this.choices[i]!.misfit,
      );
    if (!isSame) {
      this.choices = choices;
      this.root.replaceChildren(
        ...choices.map((choice) =>
          createElement(
            "option",
            "",
            { value: choice.value, title: choice.description },
            choice.misfit ? `${choice.label} (does not apply)` : choice.label,
          ),
        ),
      );
    }
    this.root.value = value;
  }

  /** The description of what is chosen. */
  describe(value: string): { readonly text: string; readonly isMisfit: boolean } {
    const choice = this.choices.find((one) => one.value === value);
    return { text: choice?.description ?? "", isMisfit: choice?.misfit === true };
  }
}

/** A caption with what it is about. */
export function labeled(caption: string, target: string, ...children: readonly HTMLElement[]): HTMLElement {
  return createElement(
    "div",
    "query-field",
    {},
    createElement("label", "query-caption", { for: target }, caption),
    ...children,
  );
}

/** A button of an icon alone. */
export function iconButton(name: IconName, label: string, pressed: () => void): HTMLButtonElement {
  const button = createElement(
    "button",
    "query-icon-button",
    { type: "button", "aria-label": label, title: label },
    icon(name) as unknown as HTMLElement,
  );
  button.addEventListener("click", pressed);
  return button;
}

/** A button that looks like a link. */
export function textButton(label: string, pressed: () => void, name?: IconName): HTMLButtonElement {
  const button = createElement(
    "button",
    "query-text-button",
    { type: "button" },
    ...(name ? [icon(name) as unknown as HTMLElement] : []),
    label,
  );
  button.addEventListener("click", pressed);
  return button;
}

/** Sets the label of a button that has no text. */
export function relabel(button: HTMLElement, label: string): void {
  setAttribute(button, "aria-label", label);
  setAttribute(button, "title", label);
}

/** Sets a text, when it is another one. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
