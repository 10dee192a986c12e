import type { FieldChange } from "../../../../core/grid/moves/field-change";
import type { FieldModel, Inspection } from "../../../../core/inspector/model";
import { createElement, fileText, setAttribute } from "../../shared/dom";
import { icon } from "../../shared/icons";
import type { AskMethod, Asks } from "../asks";
import { FieldIndex } from "./field-index";
import { Form, type FormContext } from "./form";
import { Help } from "./help";
import type { EditOutcome, InspectorHost } from "./host";
import { InspectorKeys } from "./keys";
import { actionButton } from "./parts";
import { FormState } from "./state";
import { viewOf } from "./views";

/** The tile that the inspector names, or the dashboard. */
export interface Subject {
  readonly tiles: readonly string[];
  /** What it is, such as `Chart`, `3 tiles`, `Dashboard`. */
  readonly kind: string;
  readonly icon: Parameters<typeof icon>[0];
  /** Title of the tile or the dashboard. */
  readonly title: string;
}

export interface InspectorPorts {
  request<Method extends AskMethod>(
    method: Method,
    params: Asks[Method]["params"],
  ): Promise<Asks[Method]["result"]>;
  /** Sends changes; pointers start at each tile. */
  change(tiles: readonly string[], changes: readonly FieldChange[]): Promise<EditOutcome>;
  reveal(id: string): void;
  announce(words: string): void;
  announceDone(words: string): void;
  showRefusal(reason: string | undefined): void;
  /** The user opens or closes the panel. */
  opened(open: boolean): void;
  /** The keyboard goes back to the picture. */
  leave(): void;
}

/** The panel beside the picture: a form of the selected tiles, or of the dashboard where none is selected. */
export class Inspector implements InspectorHost {
  readonly root = createElement("aside", "inspector", { "aria-label": "Inspector" });
  private readonly heading = createElement("h2", "inspector-title", { tabindex: "-1" });
  private readonly banner = createElement("p", "inspector-banner");
  private readonly body = createElement("div", "inspector-body");
  private readonly help = new Help((pointer) => this.index.describe(pointer));
  private index = new FieldIndex(undefined);
  private state = new FormState();
  private form: Form | undefined;
  private subject: Subject | undefined;
  private shown: Inspection | undefined;
  private shownFor = "";
  private isEditable = false;
  private isAsking = false;
  private isDirty = false;
  private readonly context: FormContext;

  constructor(private readonly ports: InspectorPorts) {
    this.root.hidden = true;
    this.context = {
      host: this,
      state: this.state,
      typeOf: ({ type }) => this.shown!.types[type]!,
      viewOf: (row) => viewOf(row, this.context),
      formOf: (pointer) => new Form(this.context, pointer, 1),
    };
    const close = actionButton("close", "Close the inspector", () => this.close());
    const text = actionButton("goToText", "Go to Text", () => this.goToText(""));
    this.root.append(
      createElement("div", "inspector-head", {}, this.heading, text, close),
      this.banner,
      this.body,
      this.help.root,
    );
    new InspectorKeys(this.root, () => this.leave());
    this.help.watch(this.body);
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  /** Shows or hides the panel. */
  show(open: boolean): void {
    if (open === this.isOpen) return;
    this.root.hidden = !open;
    document.body.classList.toggle("has-inspector", open);
    if (open) this.refresh();
  }

  /** Opens the panel and goes to its first control. */
  enter(): void {
    // The keys of VS Code come here, too, from within the form.
    if (this.root.contains(document.activeElement)) return;
    if (!this.isOpen) {
      this.show(true);
      this.ports.opened(true);
    }
    const first = this.body.querySelector<HTMLElement>("input, textarea, button.listbox-button");
    (first ?? this.heading).focus();
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.enter();
  }

  setEditable(editable: boolean): void {
    if (this.isEditable === editable) return;
    this.isEditable = editable;
    this.draw();
  }

  /** What is selected; undefined while there is no picture. */
  inspect(subject: Subject | undefined): void {
    const before = this.subject?.tiles.join(" ");
    this.subject = subject;
    if (!subject) {
      this.shown = undefined;
      this.draw();
    } else if (before !== subject.tiles.join(" ") || this.shownFor === "") this.refresh();
    this.name();
  }

  /** Another dashboard is shown: nothing of the old one stays. */
  forget(): void {
    this.state = new FormState();
    (this.context as { state: FormState }).state = this.state;
    this.shown = undefined;
    this.shownFor = "";
    this.drop();
  }

  /** The text may have changed. */
  refresh(): void {
    this.isDirty = true;
    if (!this.isAsking && this.isOpen) void this.ask();
  }

  request<Method extends AskMethod>(
    method: Method,
    params: Asks[Method]["params"],
  ): Promise<Asks[Method]["result"]> {
    return this.ports.request(method, params);
  }

  async edit(changes: FieldChange | readonly FieldChange[], words?: string): Promise<EditOutcome> {
    const { shown, ports } = this;
    if (!shown) return { ok: false, reason: "The inspector shows nothing." };
    const list = Array.isArray(changes) ? (changes as readonly FieldChange[]) : [changes as FieldChange];
    const { start } = this.index;
    const relative = list.map((change, i): FieldChange => {
      const at = change.op === "choose" ? `${change.pointer}#${change.choice}` : change.pointer;
      // Later changes are about what the earlier ones leave.
      const stamps =
        change.stamps ?? (i === 0 && change.op !== "fix" ? this.index.find(at)?.stamps : undefined);
      return { ...change, pointer: change.pointer.slice(start.length), ...(stamps && { stamps }) };
    });
    ports.showRefusal(undefined);
    const outcome = await ports.change(shown.tiles, relative);
    if (outcome.ok) {
      if (words) ports.announceDone(words);
    } else {
      this.state.focusNext(undefined);
      ports.showRefusal(outcome.reason);
    }
    this.refresh();
    return outcome;
  }

  goToText(pointer: string): void {
    const id = this.index.nearest(pointer || this.index.start);
    this.ports.reveal(id);
  }

  announce(words: string): void {
    this.ports.announce(words);
  }

  private close(): void {
    const hadFocus = this.root.contains(document.activeElement);
    this.show(false);
    this.ports.opened(false);
    if (hadFocus) this.ports.leave();
  }

  private leave(): void {
    this.ports.leave();
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    while (this.isDirty && this.isOpen && this.subject) {
      this.isDirty = false;
      const { tiles } = this.subject;
      try {
        const found = await this.ports.request("mosaic/inspect", { tiles });
        if (tiles.join(" ") !== this.subject?.tiles.join(" ")) this.isDirty = true;
        // A tile that is not there any more: the picture says so next.
        else if (found) this.take(found);
      } catch (error) {
        this.showBanner(error instanceof Error ? error.message : String(error));
      }
    }
    this.isAsking = false;
  }

  private take(found: Inspection): void {
    const shownFor = found.tiles.join(" ");
    if (shownFor !== this.shownFor) this.drop();
    this.shownFor = shownFor;
    this.shown = found;
    this.index = new FieldIndex(found);
    this.draw();
  }

  private drop(): void {
    this.form?.dispose();
    this.form = undefined;
    this.body.replaceChildren();
    this.body.scrollTop = 0;
  }

  private draw(): void {
    const { shown } = this;
    if (!shown) {
      this.drop();
      this.shownFor = "";
      this.showBanner(undefined);
      return;
    }
    const locked = shown.readOnly ?? (this.isEditable ? undefined : "This dashboard is read-only.");
    this.showBanner(locked);
    setAttribute(this.root, "data-locked", String(locked !== undefined));
    const fields =
      locked === undefined ? shown.fields : shown.fields.map((field) => lockedField(field, locked));
    if (!this.form) {
      this.form = new Form(this.context, this.index.start, 0);
      this.body.append(this.form.root);
    }
    this.form.update(fields);
    this.help.refresh();
    this.focusWanted();
  }

  private focusWanted(): void {
    const pointer = this.state.takeFocus();
    if (pointer === undefined) return;
    const node = this.body.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`);
    const target =
      node?.querySelector<HTMLElement>(".act-add") ??
      node?.querySelector<HTMLElement>(
        ":is(.entry-body, .field-body) :is(input, textarea, .listbox-button)",
      ) ??
      node?.querySelector<HTMLElement>("input, textarea, button:not([tabindex='-1'])");
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
  }

  private showBanner(words: string | undefined): void {
    this.banner.hidden = words === undefined;
    this.banner.replaceChildren(...(words === undefined ? [] : [icon("lock"), words]));
  }

  private name(): void {
    const { subject } = this;
    if (!subject) return;
    this.root.classList.toggle("is-about-dashboard", subject.tiles.length === 0);
    this.heading.replaceChildren(
      icon(subject.icon),
      createElement("span", "inspector-kind", {}, subject.kind),
      fileText("span", "inspector-name", subject.title),
    );
    this.heading.title = subject.title || subject.kind;
  }
}

/** A field of which nothing can be changed. */
function lockedField(field: FieldModel, reason: string): FieldModel {
  return {
    ...field,
    readOnly: field.readOnly ?? reason,
    ...(field.fields && { fields: field.fields.map((inner) => lockedField(inner, reason)) }),
    ...(field.entries && { entries: field.entries.map((inner) => lockedField(inner, reason)) }),
  };
}
