import type { FieldModel, FieldType } from "../../../../core/inspector/model";
import { createElement, setAttribute } from "../../shared/dom";
import { icon } from "../../shared/icons";
import type { InspectorHost } from "./host";
import { hasFindings, isSet, newId } from "./parts";
import { type Row, rowsOf } from "./rows";
import type { FormState } from "./state";

/** What all parts of a form share. */
export interface FormContext {
  readonly host: InspectorHost;
  readonly state: FormState;
  typeOf(field: FieldModel): FieldType;
  viewOf(row: Row): FieldView;
  /** An empty form of the members of an object that opens. */
  formOf(pointer: string): Form;
}

/** Something that is drawn once and follows the text. */
export interface FieldView {
  readonly root: HTMLElement;
  update(field: FieldModel): void;
  dispose(): void;
}

/** Members under their headings. Views stay as long as their fields do, so that nothing that is being written is lost. */
export class Form {
  readonly root = createElement("div", "form");
  private readonly parts = new Map<string, Part>();

  constructor(
    private readonly context: FormContext,
    /** Of the object that the members are of. */
    private readonly pointer: string,
    private readonly depth: number,
  ) {
    this.root.classList.add(depth === 0 ? "is-top" : "is-inner");
  }

  update(fields: readonly FieldModel[]): void {
    const groups = new Map<string, Row[]>();
    for (const row of rowsOf(fields, this.context)) {
      const rows = groups.get(row.group);
      if (rows) rows.push(row);
      else groups.set(row.group, [row]);
    }
    for (const [name, part] of this.parts) {
      if (groups.has(name)) continue;
      part.dispose();
      this.parts.delete(name);
    }
    const shown: HTMLElement[] = [];
    for (const [name, rows] of groups) {
      let part = this.parts.get(name);
      if (!part) this.parts.set(name, (part = new Part(this.context, name, this.pointer, this.depth)));
      part.update(rows);
      shown.push(part.root);
    }
    keepOrder(this.root, shown);
  }

  dispose(): void {
    for (const part of this.parts.values()) part.dispose();
  }
}

/** The rows under one heading, the rare ones on request. */
class Part {
  readonly root: HTMLElement;
  private readonly body = createElement("div", "form-rows");
  private readonly more = createElement("button", "link-button form-more", { type: "button" });
  private readonly views = new Map<string, { readonly view: FieldView; readonly type: string }>();
  private readonly moreKey: string;
  private rows: readonly Row[] = [];

  constructor(
    private readonly context: FormContext,
    name: string,
    pointer: string,
    depth: number,
  ) {
    this.moreKey = `${pointer}?more:${name}`;
    this.more.addEventListener("click", () => this.toggleMore());
    if (name === "") {
      this.root = createElement("div", "form-part", {}, this.body, this.more);
      return;
    }
    const id = newId();
    const key = `?part:${name}`;
    const heading = createElement(
      "button",
      "form-heading",
      { type: "button", "aria-controls": id },
      icon("open"),
      name,
    );
    const content = createElement("div", "form-content", { id }, this.body, this.more);
    const show = () => {
      const open = context.state.isOpen(key, true);
      setAttribute(heading, "aria-expanded", String(open));
      content.hidden = !open;
    };
    heading.addEventListener("click", () => {
      context.state.setOpen(key, content.hidden !== false);
      show();
    });
    show();
    const level = depth === 0 ? "h3" : "h4";
    this.root = createElement(
      "section",
      "form-part has-heading",
      { "aria-label": name },
      createElement(level, "", {}, heading),
      content,
    );
  }

  update(rows: readonly Row[]): void {
    this.rows = rows;
    const { context, views } = this;
    const showsAll = context.state.isOpen(this.moreKey, false);
    const shown = rows.filter((row) => showsAll || !isHidden(row));
    const wanted = new Set(shown.map(({ key }) => key));
    for (const [key, { view }] of views) {
      if (wanted.has(key)) continue;
      view.dispose();
      views.delete(key);
    }
    const nodes = shown.map((row) => {
      let known = views.get(row.key);
      if (known && known.type !== row.field.type) {
        known.view.dispose();
        known = undefined;
      }
      if (!known) views.set(row.key, (known = { view: context.viewOf(row), type: row.field.type }));
      known.view.update(row.field);
      return known.view.root;
    });
    keepOrder(this.body, nodes);
    // The heading says it already.
    this.root.classList.toggle("is-one-list", rows.length === 1 && rows[0]!.kind === "list");
    const rare = rows.filter(isHidden).length;
    this.more.hidden = rare === 0;
    setAttribute(this.more, "aria-expanded", String(showsAll));
    this.more.replaceChildren(
      icon(showsAll ? "open" : "closed"),
      showsAll ? "Fewer members" : rare === 1 ? "1 more member" : `${rare} more members`,
    );
  }

  dispose(): void {
    for (const { view } of this.views.values()) view.dispose();
    this.root.remove();
  }

  private toggleMore(): void {
    const { state } = this.context;
    state.setOpen(this.moreKey, !state.isOpen(this.moreKey, false));
    this.update(this.rows);
  }
}

/** Members that are rarely set are shown on request, unless there is something to see. */
function isHidden({ isRare, isCovered, field }: Row): boolean {
  return (isCovered === true || (isRare && !isSet(field))) && !hasFindings(field);
}

/** Brings children into an order, moving as few as possible: what moves would lose the focus. */
export function keepOrder(parent: HTMLElement, children: readonly HTMLElement[]): void {
  const wanted = new Set<Element>(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}
