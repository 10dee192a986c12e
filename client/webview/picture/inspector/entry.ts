import type { FieldModel, FieldType } from "../../../../core/inspector/model";
import { createElement, setAttribute } from "../../shared/dom";
import { type IconName, icon } from "../../shared/icons";
import { controlOf } from "./controls";
import { type FieldEditor, objectEditorOf } from "./field-kinds";
import type { FieldView, Form, FormContext } from "./form";
import { FindingList, problemBadge, textButton } from "./marks";
import { actionButton, hasFindings, newId } from "./parts";

export type EntryTask = "up" | "down" | "duplicate" | "remove";

/** One entry of a list or a map: an object that opens, or a value in one line. */
export class EntryView implements FieldView {
  readonly root = createElement("li", "form-entry");
  private readonly content: ObjectEntry | ValueEntry;
  private readonly actions = createElement("span", "field-actions");
  private readonly findings: FindingList;
  private index = 0;
  private count = 0;
  private isLocked = false;

  constructor(
    private readonly context: FormContext,
    private readonly list: FieldType,
    private field: FieldModel,
    private readonly run: (task: EntryTask) => void,
  ) {
    this.findings = new FindingList(context);
    const isObject = context.typeOf(field).control === "object" && field.foreign === undefined;
    this.content = isObject
      ? new ObjectEntry(context, field, this.actions)
      : new ValueEntry(context, field, this.actions);
    this.root.classList.add(isObject ? "is-card" : "is-value");
    this.root.append(...this.content.nodes, this.findings.root);
    // A long list is drawn in half the time without what nobody points at.
    for (const type of ["pointerenter", "focusin"] as const)
      this.root.addEventListener(type, () => this.showActions());
  }

  /** `index` from 0, of `count` entries. */
  place(index: number, count: number, isLocked: boolean): void {
    this.index = index;
    this.count = count;
    this.isLocked = isLocked;
    this.content.place(index, count);
    if (this.actions.childElementCount > 0) this.showActions();
  }

  private showActions(): void {
    if (this.actions.childElementCount === 0) this.actions.append(...this.makeActions());
    const { index, count, isLocked } = this;
    for (const button of this.actions.querySelectorAll("button")) {
      button.hidden = isLocked && !button.matches(".act-text");
      button.disabled =
        (button.matches(".act-up") && index === 0) || (button.matches(".act-down") && index === count - 1);
    }
  }

  private makeActions(): HTMLElement[] {
    const { context, list } = this;
    const type = context.typeOf(this.field);
    const name = type.label.toLowerCase();
    const button = (icon: IconName, label: string, task: EntryTask, keys: string) => {
      const made = actionButton(icon, `${label} ${name}`, () => this.run(task), keys);
      made.classList.add(`act-${task === "remove" ? "reset" : task}`);
      return made;
    };
    return [
      ...(list.container === "map"
        ? []
        : [button("up", "Move up", "up", "Alt+Up"), button("down", "Move down", "down", "Alt+Down")]),
      ...(list.container !== "map" && type.control === "object"
        ? [button("duplicate", "Duplicate", "duplicate", "Alt+Shift+Down")]
        : []),
      button("delete", "Remove", "remove", "Alt+Delete"),
      textButton(context, () => this.field),
    ];
  }

  update(field: FieldModel): void {
    this.field = field;
    setAttribute(this.root, "data-pointer", field.pointer);
    this.findings.update(field);
    this.content.update(field);
  }

  dispose(): void {
    this.content.dispose();
    this.root.remove();
  }
}

class ObjectEntry {
  readonly nodes: readonly HTMLElement[];
  private readonly number = createElement("span", "entry-number");
  private readonly summary = createElement("span", "entry-summary", { dir: "auto" });
  private readonly swatch = createElement("span", "entry-swatch", { "aria-hidden": "true" });
  private readonly badge = problemBadge();
  private readonly toggle: HTMLButtonElement;
  private readonly body: HTMLElement;
  private form: Form | undefined;
  private editor: FieldEditor | undefined;
  private isOnly = false;

  constructor(
    private readonly context: FormContext,
    private field: FieldModel,
    actions: HTMLElement,
  ) {
    const id = newId();
    this.body = createElement("div", "entry-body", { id });
    this.toggle = createElement(
      "button",
      "entry-toggle",
      { type: "button", "aria-controls": id },
      icon("closed"),
      this.number,
      this.swatch,
      this.summary,
      this.badge,
    );
    this.toggle.addEventListener("click", () => {
      context.state.setOpen(this.field.pointer, this.body.hidden !== false);
      this.show();
    });
    this.nodes = [createElement("div", "entry-head", {}, this.toggle, actions), this.body];
  }

  place(index: number, count: number): void {
    this.isOnly = count === 1;
    const { label } = this.context.typeOf(this.field);
    const name = createElement("span", "entry-name", {}, `${label} `);
    this.number.replaceChildren(name, String(index + 1));
  }

  update(field: FieldModel): void {
    this.field = field;
    this.summary.textContent = field.summary ?? "";
    this.toggle.classList.toggle("has-summary", field.summary !== undefined);
    this.summary.title = field.summary ?? "";
    const color = field.fields?.find(({ type }) => type.endsWith(".color"))?.value;
    if (typeof color === "string") this.swatch.dataset["swatch"] = color.toLowerCase();
    this.swatch.hidden = typeof color !== "string";
    this.badge.hidden = !hasFindings({ ...field, findings: [] });
    this.show();
  }

  dispose(): void {
    this.form?.dispose();
    this.editor?.dispose?.();
  }

  private show(): void {
    const { context, field } = this;
    const open = context.state.isOpen(field.pointer, this.isOnly);
    setAttribute(this.toggle, "aria-expanded", String(open));
    this.body.hidden = !open;
    if (!open) return;
    if (!this.form) {
      const type = context.typeOf(field);
      const editor = objectEditorOf(type);
      this.editor = editor?.make({ host: context.host, type, field, id: newId(), describedBy: "" });
      if (this.editor) this.body.append(this.editor.root);
      this.form = context.formOf(field.pointer);
      this.body.append(this.form.root);
    }
    this.editor?.update(field);
    this.form.update(field.fields ?? []);
  }
}

class ValueEntry {
  readonly nodes: readonly HTMLElement[];
  private readonly control: FieldEditor | undefined;
  private readonly key: HTMLInputElement | undefined;
  private readonly foreign = createElement("code", "field-foreign");

  constructor(
    context: FormContext,
    private field: FieldModel,
    actions: HTMLElement,
  ) {
    const { host } = context;
    const type = context.typeOf(field);
    if (field.foreign === undefined)
      this.control = controlOf({ host, type, field, id: newId(), describedBy: "" });
    if (field.key !== undefined) {
      this.key = createElement("input", "field-box entry-key", {
        type: "text",
        "aria-label": `Key of ${type.label.toLowerCase()}`,
        spellcheck: "false",
      });
      this.key.addEventListener("change", () => this.rename(context));
    }
    this.nodes = [
      createElement("div", "entry-line", {}, this.key, this.control?.root ?? this.foreign, actions),
    ];
    this.label(type.label);
  }

  place(index: number, _count: number): void {
    if (this.field.key === undefined) this.label(`${this.name} ${index + 1}`);
  }

  update(field: FieldModel): void {
    this.field = field;
    this.foreign.textContent = field.foreign ?? "";
    if (this.key && document.activeElement !== this.key) this.key.value = field.key ?? "";
    if (field.key !== undefined) this.label(`Value of ${field.key}`);
    this.control?.update(field);
  }

  dispose(): void {
    this.control?.dispose?.();
  }

  private name = "";

  private label(words: string): void {
    if (this.name === "") this.name = words;
    const input = this.control?.root.querySelector<HTMLElement>("input, textarea, button");
    if (input) setAttribute(input, "aria-label", words);
  }

  private rename({ host, state }: FormContext): void {
    const { pointer, key } = this.field;
    const next = this.key!.value;
    if (next === key || next === "") {
      this.key!.value = key ?? "";
      return;
    }
    state.focusNext(
      `${pointer.slice(0, pointer.lastIndexOf("/"))}/${next.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    );
    void host.edit({ op: "rename", pointer, key: next }, `Renamed to ${next}.`);
  }
}
