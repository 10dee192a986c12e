import { createElement, setAttribute } from "../../shared/dom";
import { Popup } from "./popup";

/** An entry of a list of suggestions. All texts may come from files. */
export interface Option {
  /** What is chosen. */
  readonly value: string;
  readonly label: string;
  /** Short facts at the end of the line. */
  readonly detail?: string;
  /** A second line. */
  readonly note?: string;
  /** Heading above the first entry that has it. */
  readonly group?: string;
}

export interface ComboboxSettings {
  readonly id: string;
  readonly label: string;
  readonly describedBy?: string;
  readonly placeholder?: string;
  /** What fits what is typed, best first; everything for an empty text. */
  options(typed: string): Promise<readonly Option[]> | readonly Option[];
  /** A value was chosen or written. */
  commit(value: string): void;
  /** Whether what is typed can be a value although no entry is chosen. */
  accepts(typed: string): boolean;
  /** Text of the field for a value; the value by default. */
  shown?(value: string): string;
  /** Empties the field after a choice, where choosing adds something. */
  readonly clears?: boolean;
}

/**
 * A text field with suggestions, after the ARIA pattern of a combobox with a list. Down opens the list, Enter takes the marked
 * entry, else what is typed; Escape restores the value.
 */
export class Combobox {
  readonly input: HTMLInputElement;
  private readonly popup: Popup;
  private value = "";
  private options: readonly Option[] = [];
  private active = -1;
  /** Counts questions: only the answer to the last one is shown. */
  private asked = 0;
  private isDirty = false;

  constructor(private readonly settings: ComboboxSettings) {
    const { id, label, describedBy, placeholder } = settings;
    this.input = createElement("input", "query-input query-combobox", {
      type: "text",
      id,
      role: "combobox",
      "aria-label": label,
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      autocomplete: "off",
      spellcheck: "false",
      dir: "auto",
      ...(placeholder && { placeholder }),
      ...(describedBy && { "aria-describedby": describedBy }),
    });
    this.popup = new Popup(this.input, `${id}-list`, label, (index) => this.take(index));
    this.input.addEventListener("focus", () => this.input.select());
    this.input.addEventListener("mousedown", () => {
      if (!this.popup.isOpen && document.activeElement === this.input) void this.open("");
    });
    this.input.addEventListener("click", () => {
      if (!this.popup.isOpen && !this.isDirty) void this.open("");
    });
    this.input.addEventListener("input", () => {
      this.isDirty = true;
      void this.open(this.input.value);
    });
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => this.leave());
  }

  /** The value of the text. What is being typed stays, unless the value is another one than before. */
  set(value: string): void {
    if (value === this.value && this.isDirty) return;
    this.value = value;
    this.isDirty = false;
    this.shown(this.textOf(value));
    this.input.title = value === this.input.value ? "" : value;
  }

  set disabled(disabled: boolean) {
    this.input.disabled = disabled;
  }

  dispose(): void {
    this.popup.close();
  }

  private shown(text: string): void {
    // By the default value, the inspector knows whether something is being written.
    this.input.defaultValue = text;
    if (this.input.value !== text) this.input.value = text;
  }

  private textOf(value: string): string {
    return this.settings.shown?.(value) ?? value;
  }

  private async open(typed: string): Promise<void> {
    const asked = ++this.asked;
    let options: readonly Option[] = [];
    try {
      options = await this.settings.options(typed.trim());
    } catch {
      // Without an answer there are no suggestions; what is typed can be taken all the same.
    }
    if (asked !== this.asked || document.activeElement !== this.input) return;
    this.options = options;
    this.active = -1;
    this.popup.show(options);
    this.mark(
      this.isDirty && options.length > 0 && !this.settings.accepts(typed.trim()) ? 0 : this.current(),
    );
  }

  /** The entry of the value, which is marked first. */
  private current(): number {
    return this.isDirty ? -1 : this.options.findIndex(({ value }) => value === this.value);
  }

  private mark(index: number): void {
    this.active = index;
    this.popup.mark(index);
  }

  private key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { isOpen } = this.popup;
    const last = this.options.length - 1;
    switch (event.key) {
      case "ArrowDown":
        if (!isOpen) void this.open(this.isDirty ? this.input.value : "");
        else if (last >= 0) this.mark(this.active >= last ? 0 : this.active + 1);
        break;
      case "ArrowUp":
        if (!isOpen) void this.open(this.isDirty ? this.input.value : "");
        else if (last >= 0) this.mark(this.active <= 0 ? last : this.active - 1);
        break;
      case "PageDown":
      case "PageUp": {
        if (!isOpen || last < 0) return;
        const step = event.key === "PageDown" ? 8 : -8;
        this.mark(Math.min(last, Math.max(0, this.active + step)));
        break;
      }
      case "Enter":
        if (isOpen && this.active >= 0) this.take(this.active);
        else this.takeText();
        break;
      case "Escape":
        if (!isOpen && !this.isDirty) return;
        this.restore();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private take(index: number): void {
    const option = this.options[index];
    if (!option) return;
    this.finish(option.value);
  }

  private takeText(): void {
    const typed = this.input.value.trim();
    if (!this.isDirty) this.close();
    else if (this.settings.accepts(typed)) this.finish(typed);
  }

  private finish(value: string): void {
    this.close();
    this.isDirty = false;
    const isOther = value !== this.value || this.settings.clears;
    this.value = this.settings.clears ? "" : value;
    this.shown(this.settings.clears ? "" : this.textOf(value));
    if (isOther) this.settings.commit(value);
  }

  private restore(): void {
    this.close();
    this.isDirty = false;
    this.input.value = this.textOf(this.value);
    this.input.select();
  }

  /** Leaving the field takes what is typed, as in other fields. */
  private leave(): void {
    const typed = this.input.value.trim();
    if (this.isDirty && typed !== "" && this.settings.accepts(typed)) this.finish(typed);
    else if (this.isDirty) {
      this.isDirty = false;
      this.input.value = this.textOf(this.value);
    }
    this.close();
  }

  private close(): void {
    this.asked++;
    this.popup.close();
    setAttribute(this.input, "aria-expanded", "false");
  }
}

/** Entries that contain what is typed, those that begin with it first. */
export function matching(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = typed.toLowerCase();
  if (wanted === "") return options;
  const score = ({ value, label }: Option): number => {
    const places = [label.toLowerCase().indexOf(wanted), value.toLowerCase().indexOf(wanted)];
    if (places.includes(0)) return 2;
    return places.some((at) => at > 0) ? 1 : 0;
  };
  const found = options.filter((option) => score(option) > 0);
  return found.some(({ group }) => group) ? found : [...found].sort((a, b) => score(b) - score(a));
}
