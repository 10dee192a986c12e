import { createElement, setStyle } from "../../shared/dom";

/** Where a title is written, in pixels of what the field is put into. */
interface Spot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** A field over a title. Enter and leaving it take the new words, Escape does not; keys and undo in it are its own. */
export class TitleField {
  private readonly input = createElement("input", "title-field", {
    type: "text",
    dir: "auto",
    spellcheck: "false",
  });
  private title = "";
  private done: ((title: string | undefined) => void) | undefined;

  constructor() {
    this.input.addEventListener("keydown", (event) => {
      // VS Code would take undo, select all and the rest for its own.
      event.stopPropagation();
      if (event.isComposing) return;
      if (event.key === "Enter") this.finish(true);
      else if (event.key === "Escape") this.finish(false);
      else return;
      event.preventDefault();
    });
    for (const type of ["pointerdown", "click", "dblclick"] as const) {
      this.input.addEventListener(type, (event) => event.stopPropagation());
    }
    this.input.addEventListener("blur", () => this.finish(true));
  }

  get isOpen(): boolean {
    return this.done !== undefined;
  }

  /** Opens over `spot` of `parent`. `done` gets the new title, or undefined when it is to stay as it was. */
  open(
    parent: HTMLElement,
    spot: Spot,
    label: string,
    title: string,
    done: (title: string | undefined) => void,
  ): void {
    this.finish(true);
    const { input } = this;
    this.title = title;
    this.done = done;
    input.value = title;
    input.setAttribute("aria-label", label);
    setStyle(input, "left", `${spot.left}px`);
    setStyle(input, "top", `${spot.top}px`);
    setStyle(input, "width", `${spot.width}px`);
    parent.append(input);
    input.focus({ preventScroll: true });
    input.select();
  }

  private finish(take: boolean): void {
    const { done, input, title } = this;
    if (!done) return;
    this.done = undefined;
    const { value } = input;
    input.remove();
    done(take && value !== title ? value : undefined);
  }
}
