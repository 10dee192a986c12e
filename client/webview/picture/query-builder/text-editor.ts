import type { TextCompletion, TextFinding, TextHelp } from "../../../../core/query-builder/model/model";
import { createElement } from "../../shared/dom";
import { caretRect } from "./caret";
import { Notes } from "./notes";
import { Popup } from "./popup";

export interface TextEditorSettings {
  readonly id: string;
  readonly label: string;
  readonly describedBy?: string;
  /** What is around it lists the findings of the text of the file; only those of another text are listed here. */
  readonly isListed?: boolean;
  help(text: string, offset: number | undefined): Promise<TextHelp | null>;
  /** The text is to be written to the file. */
  commit(text: string): void;
  announce(words: string): void;
}

/**
 * A query as text, with the server's completions and findings. Leaving it or Ctrl+Enter writes it to the file, Ctrl+Space opens the
 * completions, Escape closes them.
 */
export class TextEditor {
  readonly root: HTMLElement;
  readonly input: HTMLTextAreaElement;
  private readonly popup: Popup;
  private readonly notes: Notes;
  private text = "";
  private completions: readonly TextCompletion[] = [];
  private findings: readonly TextFinding[] = [];
  private active = 0;
  /** Counts questions: only the answer to the last one is used. */
  private asked = 0;

  constructor(private readonly settings: TextEditorSettings) {
    const { id, label, describedBy } = settings;
    this.notes = new Notes(`${id}-notes`);
    this.input = createElement("textarea", "query-input query-code query-text", {
      id,
      "aria-label": label,
      "aria-autocomplete": "list",
      "aria-describedby": [describedBy, this.notes.root.id].filter(Boolean).join(" "),
      rows: "2",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      wrap: "soft",
    });
    this.popup = new Popup(
      this.input,
      `${id}-list`,
      "Completions",
      (index) => this.accept(index),
      () => caretRect(this.input),
    );
    this.input.addEventListener("input", (event) => {
      const typed = (event as InputEvent).data ?? "";
      void this.ask(this.popup.isOpen || /[\p{L}\p{N}_.${"=(]/u.test(typed));
    });
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => {
      this.popup.close();
      this.write();
    });
    this.root = createElement("div", "query-text-editor", {}, this.input, this.notes.root);
  }

  /** The text of the file. What is being written stays, unless the text of the file is another one than before. */
  set(text: string): void {
    if (text === this.text && this.input.value !== this.text && document.activeElement === this.input) return;
    const isOther = text !== this.input.value;
    this.text = text;
    // By the default value, the inspector knows whether something is being written.
    this.input.defaultValue = text;
    if (isOther) this.input.value = text;
    if (this.settings.isListed) this.notes.set([]);
  }

  /** Shows the findings of what is written. */
  async check(): Promise<void> {
    await this.ask(false);
  }

  dispose(): void {
    this.popup.close();
  }

  private write(): void {
    if (this.input.value === this.text) return;
    this.text = this.input.value;
    this.settings.commit(this.text);
  }

  private async ask(completes: boolean): Promise<void> {
    const asked = ++this.asked;
    const { value, selectionEnd } = this.input;
    let help: TextHelp | null = null;
    try {
      help = await this.settings.help(value, completes ? selectionEnd : undefined);
    } catch {
      // Without an answer, the text can be written all the same.
    }
    if (asked !== this.asked || !help) return;
    this.findings = this.settings.isListed && value === this.text ? [] : help.findings;
    this.notes.set(this.findings, (index) => this.select(index));
    if (document.activeElement !== this.input) return;
    this.completions = completes ? help.completions : [];
    if (this.completions.length === 0) {
      this.popup.close();
      return;
    }
    const was = this.popup.isOpen;
    this.popup.show(
      this.completions.map(({ label, detail }) => ({ value: label, label, ...(detail && { detail }) })),
    );
    this.mark(0);
    if (!was) this.settings.announce(`${this.completions.length} completions.`);
  }

  private mark(index: number): void {
    this.active = index;
    this.popup.mark(index);
  }

  private select(index: number): void {
    const finding = this.findings[index];
    if (!finding) return;
    this.input.focus();
    this.input.setSelectionRange(finding.offset, finding.offset + finding.length);
  }

  private key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { isOpen } = this.popup;
    const last = this.completions.length - 1;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      this.popup.close();
      this.write();
    } else if (event.key === " " && event.ctrlKey) void this.ask(true);
    else if (!isOpen) return;
    else if (event.key === "ArrowDown") this.mark(this.active >= last ? 0 : this.active + 1);
    else if (event.key === "ArrowUp") this.mark(this.active <= 0 ? last : this.active - 1);
    else if (event.key === "Enter" || event.key === "Tab") this.accept(this.active);
    else if (event.key === "Escape") this.popup.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private accept(index: number): void {
    const completion = this.completions[index];
    this.popup.close();
    if (!completion) return;
    const { offset, length, insertText, caret, more } = completion;
    this.input.setRangeText(insertText, offset, Math.max(offset + length, this.input.selectionEnd), "end");
    this.input.setSelectionRange(offset + caret, offset + caret);
    void this.ask(more);
  }
}
