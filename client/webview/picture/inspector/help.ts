import { createElement } from "../../shared/dom";
import type { Described } from "./field-index";
import { isSet, valueLabel, withCode } from "./parts";
import { printValue } from "./values";

/**
 * The foot of the panel: what the field at the pointer or the keyboard means. A fixed place, so that nothing moves while one
 * goes through the form.
 */
export class Help {
  readonly root = createElement("div", "inspector-help", { "aria-hidden": "true" });
  private pointer = "";
  private shown = "";

  constructor(private readonly find: (pointer: string) => Described | undefined) {
    this.showKeys();
  }

  /** Follows the pointer and the keyboard over the fields of `form`. */
  watch(form: HTMLElement): void {
    const follow = (event: Event) => {
      const field =
        event.target instanceof Element ? event.target.closest<HTMLElement>("[data-pointer]") : null;
      if (field) this.show(field.dataset["pointer"]!);
    };
    form.addEventListener("focusin", follow);
    form.addEventListener("pointerover", follow);
    form.addEventListener("pointerleave", () => {
      const focused = document.activeElement?.closest<HTMLElement>("[data-pointer]");
      if (focused && form.contains(focused)) this.show(focused.dataset["pointer"]!);
    });
  }

  /** Nothing is pointed at: how to use the form. */
  private showKeys(): void {
    const key = (name: string, words: string) =>
      createElement("span", "help-key", {}, createElement("kbd", "", {}, name), words);
    this.root.replaceChildren(
      key("F12", "Go to Text"),
      key("Alt+Delete", "Remove or reset"),
      key("Alt+Up/Down", "Move entry"),
      key("Esc", "Back to the preview"),
    );
  }

  refresh(): void {
    this.shown = "";
    this.show(this.pointer);
  }

  private show(pointer: string): void {
    const found = this.find(pointer);
    if (!found) {
      this.showKeys();
      return;
    }
    this.pointer = pointer;
    const { type, field } = found;
    const line = field.line === undefined ? "not in the text" : `line ${field.line}`;
    const chosen = type.choices?.find(({ value }) => value === field.value);
    const signature = `${pointer} ${line} ${field.value} ${field.readOnly}`;
    if (signature === this.shown) return;
    this.shown = signature;
    const facts = [
      ...(type.default !== undefined && !isSet(field)
        ? [
            `Default: ${type.control === "choice" ? valueLabel(type, type.default) : printValue(type.default, type)}.`,
          ]
        : []),
      ...(type.deprecated ? [`Deprecated. ${type.deprecated}`] : []),
      ...(field.readOnly ? [field.readOnly] : []),
    ];
    this.root.replaceChildren(
      createElement(
        "div",
        "help-head",
        {},
        createElement("strong", "", {}, type.label),
        createElement("code", "", {}, type.name),
        createElement("span", "help-line", {}, line),
      ),
      createElement("p", "", {}, ...withCode([type.description, ...facts].filter(Boolean).join(" "))),
      ...(chosen?.description
        ? [
            createElement(
              "p",
              "",
              {},
              createElement("strong", "", {}, `${chosen.label}: `),
              ...withCode(chosen.description),
            ),
          ]
        : []),
    );
  }
}
