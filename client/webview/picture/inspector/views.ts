import type { FieldModel, FieldType } from "../../../../core/inspector/model";
import { createElement, setAttribute } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { controlOf } from "./controls";
import { type FieldContext, type FieldEditor, objectEditorOf } from "./field-kinds";
import type { FieldView, Form, FormContext } from "./form";
import { ListView } from "./list";
import { FindingList, notesOf, problemBadge, textButton } from "./marks";
import { actionButton, hasFindings, isSet, newId } from "./parts";
import type { Row } from "./rows";

/** The view of a row. */
export function viewOf({ kind, field }: Row, context: FormContext): FieldView {
  switch (kind) {
    case "list":
      return new ListView(context, field);
    case "object":
      return new ObjectView(context, field);
    case "editor":
      return new EditorView(context, field);
    case "findings":
      return new FindingsView(context, field);
    case "field":
      return new ScalarView(context, field);
  }
}

/** A label, a control, and what is wrong with the value. */
class ScalarView implements FieldView {
  readonly root = createElement("div", "field");
  private readonly control: FieldEditor | undefined;
  private readonly foreign = createElement("code", "field-foreign");
  private readonly findings: FindingList;
  private readonly reset: HTMLButtonElement;
  private readonly lock = createElement("span", "field-lock", {}, icon("lock"));
  private readonly about: HTMLElement;
  private readonly type: FieldType;
  private field: FieldModel;

  constructor(context: FormContext, field: FieldModel) {
    const { host } = context;
    const type = context.typeOf(field);
    this.type = type;
    this.field = field;
    const id = newId();
    this.about = createElement("span", "visually-hidden", { id: newId() });
    this.findings = new FindingList(context);
    const isForeign = field.foreign !== undefined;
    if (!isForeign) {
      const describedBy = `${this.about.id} ${this.findings.root.id}`;
      const inner: FieldContext = { host, type, field, id, describedBy };
      this.control = controlOf(inner);
    }
    const label = createElement(
      isForeign ? "span" : "label",
      "field-label",
      isForeign ? {} : { for: id },
      type.label,
    );
    this.reset = actionButton("reset", resetLabel(type), () => void this.unset(context), "Alt+Delete");
    this.reset.classList.add("act-reset");
    this.root.append(
      createElement(
        "div",
        "field-head",
        {},
        label,
        ...notesOf(type),
        this.lock,
        createElement(
          "span",
          "field-actions",
          {},
          this.reset,
          textButton(context, () => this.field),
        ),
      ),
      this.control?.root ?? this.foreign,
      this.about,
      this.findings.root,
    );
    this.root.classList.toggle("is-check", type.control === "boolean");
    this.root.classList.toggle("is-required", type.required === true);
    const lines = this.control?.root.querySelector("textarea") !== null && this.control !== undefined;
    this.root.classList.toggle("is-wide", lines || isForeign);
  }

  update(field: FieldModel): void {
    this.field = field;
    setAttribute(this.root, "data-pointer", field.pointer);
    this.control?.update(field);
    this.foreign.textContent = field.foreign ?? "";
    this.root.classList.toggle("is-set", isSet(field));
    const isUnknown = this.type.message === undefined && field.foreign !== undefined;
    this.reset.hidden =
      !isSet(field) || field.readOnly !== undefined || (this.type.required === true && !isUnknown);
    this.lock.hidden = field.readOnly === undefined;
    this.lock.title = field.readOnly ?? "";
    this.about.textContent = [this.type.description.replaceAll("`", ""), field.readOnly]
      .filter(Boolean)
      .join(" ");
    this.findings.update(field);
  }

  dispose(): void {
    this.control?.dispose?.();
    this.root.remove();
  }

  private unset({ host }: FormContext): Promise<unknown> {
    const [pointer, choice] = this.field.pointer.split("#") as [string, string | undefined];
    const words = `${this.type.label} is not set any more.`;
    return choice === undefined
      ? host.edit({ op: "unset", pointer }, words)
      : host.edit({ op: "choose", pointer, choice, member: null }, words);
  }
}

/** An object that opens to show its members. */
class ObjectView implements FieldView {
  readonly root = createElement("div", "field is-object");
  private readonly button: HTMLButtonElement;
  private readonly summary = createElement("span", "field-summary", { dir: "auto" });
  private readonly badge = problemBadge();
  private readonly body: HTMLElement;
  private readonly findings: FindingList;
  private readonly reset: HTMLButtonElement;
  private readonly type: FieldType;
  private editor: FieldView | undefined;
  private form: Form | undefined;
  private field: FieldModel;

  constructor(
    private readonly context: FormContext,
    field: FieldModel,
  ) {
    this.type = context.typeOf(field);
    this.field = field;
    this.findings = new FindingList(context);
    const id = newId();
    this.body = createElement("div", "field-body", { id });
    this.button = createElement(
      "button",
      "field-toggle",
      { type: "button", "aria-controls": id },
      icon("closed"),
      createElement("span", "field-label", {}, this.type.label),
      this.summary,
      this.badge,
    );
    this.button.addEventListener("click", () => {
      context.state.setOpen(this.field.pointer, this.body.hidden !== false);
      this.show();
    });
    this.reset = actionButton("delete", `Remove ${this.type.label}`, () => this.remove(), "Alt+Delete");
    this.reset.classList.add("act-reset");
    this.root.append(
      createElement(
        "div",
        "field-head",
        {},
        this.button,
        ...notesOf(this.type),
        createElement(
          "span",
          "field-actions",
          {},
          this.reset,
          textButton(context, () => this.field),
        ),
      ),
      this.findings.root,
      this.body,
    );
  }

  update(field: FieldModel): void {
    this.field = field;
    setAttribute(this.root, "data-pointer", field.pointer);
    const set = isSet(field);
    this.root.classList.toggle("is-set", set);
    this.summary.textContent = field.mixed ? "Mixed" : (field.summary ?? (set ? "" : "Not set"));
    this.summary.classList.toggle("is-faint", !set || field.mixed === true);
    this.reset.hidden = !set || field.readOnly !== undefined;
    this.badge.hidden = !hasFindings({ ...field, findings: [] });
    this.findings.update(field);
    this.show();
  }

  dispose(): void {
    this.form?.dispose();
    this.editor?.dispose();
    this.root.remove();
  }

  private show(): void {
    const { context, field } = this;
    const open = context.state.isOpen(field.pointer, isSet(field));
    setAttribute(this.button, "aria-expanded", String(open));
    this.body.hidden = !open;
    if (!open) return;
    if (!this.form) {
      this.form = context.formOf(field.pointer);
      if (objectEditorOf(this.type)) {
        this.editor = new EditorView(context, field);
        this.body.append(this.editor.root);
      }
      this.body.append(this.form.root);
    }
    this.editor?.update(field);
    this.form.update(field.fields ?? []);
  }

  private remove(): void {
    const { pointer } = this.field;
    void this.context.host.edit({ op: "unset", pointer }, `Removed ${this.type.label}.`);
  }
}

/** The control of a whole object, such as the query builder. */
class EditorView implements FieldView {
  readonly root = createElement("div", "field is-editor is-wide");
  private readonly editor: FieldEditor;

  constructor({ host, typeOf }: FormContext, field: FieldModel) {
    const type = typeOf(field);
    this.editor = objectEditorOf(type)!.make({ host, type, field, id: newId(), describedBy: "" });
    this.root.append(this.editor.root);
  }

  update(field: FieldModel): void {
    setAttribute(this.root, "data-pointer", field.pointer);
    this.editor.update(field);
  }

  dispose(): void {
    this.editor.dispose?.();
    this.root.remove();
  }
}

class FindingsView implements FieldView {
  readonly root = createElement("div", "field");
  private readonly findings: FindingList;

  constructor(context: FormContext, _field: FieldModel) {
    this.findings = new FindingList(context);
    this.root.append(this.findings.root);
  }

  update(field: FieldModel): void {
    setAttribute(this.root, "data-pointer", field.pointer);
    this.findings.update(field);
  }

  dispose(): void {
    this.root.remove();
  }
}

function resetLabel({ label, default: usual }: FieldType): string {
  return usual === undefined ? `Remove ${label}` : `Reset ${label} to the default`;
}
