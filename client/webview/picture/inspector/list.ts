import type { FieldModel, FieldType } from "../../../../core/inspector/model";
import { createElement, setAttribute } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { EntryView } from "./entry";
import { type FieldView, type FormContext, keepOrder } from "./form";
import { FindingList, notesOf, textButton } from "./marks";
import { isSet, newId } from "./parts";

/** A list or a map: its entries, and what adds one. */
export class ListView implements FieldView {
  readonly root = createElement("div", "field is-list is-wide");
  private readonly count = createElement("span", "field-count");
  private readonly note = createElement("p", "field-lock-words");
  private readonly entries = createElement("ol", "form-entries");
  private readonly add: HTMLButtonElement;
  private readonly findings: FindingList;
  private readonly views = new Map<string, EntryView>();
  private readonly type: FieldType;
  /** An entry that is being written and not in the text yet. */
  private draft: HTMLElement | undefined;
  private field: FieldModel;

  constructor(
    private readonly context: FormContext,
    field: FieldModel,
  ) {
    this.field = field;
    this.type = context.typeOf(field);
    const { label, entryLabel = "entry" } = this.type;
    this.findings = new FindingList(context);
    const id = newId();
    const heading = createElement("span", "field-label", { id }, label);
    this.entries.setAttribute("aria-labelledby", id);
    this.add = createElement(
      "button",
      "link-button act-add",
      { type: "button", "aria-label": `Add ${entryLabel}` },
      icon("add"),
      `Add ${entryLabel}`,
    );
    this.root.classList.toggle("is-required", this.type.required === true);
    this.add.addEventListener("click", () => this.insert());
    this.root.append(
      createElement(
        "div",
        "field-head",
        {},
        heading,
        this.count,
        ...notesOf(this.type),
        createElement(
          "span",
          "field-actions",
          {},
          textButton(context, () => this.field),
        ),
      ),
      this.findings.root,
      this.note,
      this.entries,
      this.add,
    );
  }

  update(field: FieldModel): void {
    const before = this.field;
    this.field = field;
    const entries = field.entries ?? [];
    setAttribute(this.root, "data-pointer", field.pointer);
    this.root.classList.toggle("is-set", isSet(field));
    this.count.textContent = entries.length > 0 ? String(entries.length) : "";
    this.findings.update(field);
    const words = field.mixed
      ? "The selected tiles have different entries."
      : (field.readOnly ?? (field.foreign === undefined ? "" : "Expected a list. Edit it in the text."));
    this.note.textContent = words;
    this.note.hidden = words === "";
    const isLocked = words !== "" || this.type.fixed === true;
    const isFull = this.type.maxItems !== undefined && entries.length >= this.type.maxItems;
    this.add.hidden = isLocked || isFull;
    const wanted = new Set(entries.map(({ pointer }) => pointer));
    for (const [pointer, view] of this.views) {
      if (wanted.has(pointer)) continue;
      view.dispose();
      this.views.delete(pointer);
    }
    const nodes = entries.map((entry, index) => {
      let view = this.views.get(entry.pointer);
      if (!view) {
        view = new EntryView(this.context, this.type, entry, (task) => this.run(task, entry.pointer));
        this.views.set(entry.pointer, view);
      }
      view.place(index, entries.length, isLocked);
      view.update(entry);
      return view.root;
    });
    if (before.entries?.length !== entries.length) this.endDraft();
    keepOrder(this.entries, this.draft ? [...nodes, this.draft] : nodes);
    this.entries.hidden = this.entries.childElementCount === 0;
  }

  dispose(): void {
    for (const view of this.views.values()) view.dispose();
    this.root.remove();
  }

  private get length(): number {
    return this.field.entries?.length ?? 0;
  }

  /** Adds an entry: an object at once, a string or a key as soon as it is written. */
  private insert(): void {
    const { context, field, type, length } = this;
    if (type.control !== "object") {
      this.begin();
      return;
    }
    const pointer = `${field.pointer}/${length}`;
    context.state.setOpen(pointer, true);
    context.state.focusNext(pointer);
    const { entryLabel = "entry" } = type;
    void context.host.edit(
      { op: "insert", pointer: field.pointer, index: length },
      `Added ${entryLabel} ${length + 1}.`,
    );
  }

  private begin(): void {
    const { entryLabel = "entry", container } = this.type;
    const words = container === "map" ? "New key" : `New ${entryLabel}`;
    const input = createElement("input", "field-box", {
      type: "text",
      "aria-label": words,
      placeholder: words,
      spellcheck: "false",
    });
    const draft = createElement("li", "form-entry is-draft", {}, input);
    const finish = (take: boolean) => {
      if (this.draft !== draft) return;
      const text = input.value;
      this.endDraft();
      if (take && text !== "") this.insertText(text);
      else this.add.focus();
    };
    input.addEventListener("keydown", (event) => {
      if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
      event.preventDefault();
      event.stopPropagation();
      finish(event.key === "Enter");
    });
    input.addEventListener("blur", () => finish(true));
    this.endDraft();
    this.draft = draft;
    this.entries.hidden = false;
    this.entries.append(draft);
    input.focus();
  }

  private endDraft(): void {
    const { draft } = this;
    this.draft = undefined;
    draft?.remove();
  }

  private insertText(text: string): void {
    const { context, field, type, length } = this;
    const isMap = type.container === "map";
    const escaped = text.replaceAll("~", "~0").replaceAll("/", "~1");
    context.state.focusNext(isMap ? `${field.pointer}/${escaped}` : field.pointer);
    const value = type.control === "number" ? Number(text) : text;
    void context.host.edit(
      { op: "insert", pointer: field.pointer, index: length, ...(isMap ? { key: text } : { value }) },
      `Added ${text}.`,
    );
  }

  private run(task: "up" | "down" | "duplicate" | "remove", pointer: string): void {
    const { context, field, type } = this;
    const entries = field.entries ?? [];
    const index = entries.findIndex((entry) => entry.pointer === pointer);
    if (index < 0) return;
    const { host, state } = context;
    const { entryLabel = "entry", container } = type;
    const at = (i: number) => (container === "map" ? entries[i]?.pointer : `${field.pointer}/${i}`);
    const stamps = field.stamps;
    if (task === "remove") {
      const isLast = index === entries.length - 1;
      const next =
        entries.length === 1
          ? field.pointer
          : isLast
            ? at(index - 1)
            : at(container === "map" ? index + 1 : index);
      state.renumber(field.pointer, (i) => (i === index ? undefined : i > index ? i - 1 : i));
      state.focusNext(next);
      void host.edit({ op: "remove", pointer }, `Removed ${entryLabel} ${index + 1}.`);
      return;
    }
    if (task === "duplicate") {
      state.renumber(field.pointer, (i) => (i > index ? i + 1 : i));
      state.focusNext(at(index + 1));
      void host.edit({ op: "duplicate", pointer }, `Duplicated ${entryLabel} ${index + 1}.`);
      return;
    }
    const to = index + (task === "up" ? -1 : 1);
    if (to < 0 || to >= entries.length) {
      host.announce(task === "up" ? "This is the first entry." : "This is the last entry.");
      return;
    }
    state.renumber(field.pointer, (i) => (i === index ? to : i === to ? index : i));
    state.focusNext(at(to));
    void host.edit(
      { op: "move", pointer: field.pointer, from: index, to, stamps },
      `Moved ${entryLabel} ${index + 1} to position ${to + 1}.`,
    );
  }
}
