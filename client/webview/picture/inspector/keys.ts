/** Classes of the buttons that keys press, on the field or entry that has the focus. */
const SHORTCUTS: Readonly<Record<string, string>> = {
  F12: ".act-text",
  "alt+Delete": ".act-reset",
  "alt+ArrowUp": ".act-up",
  "alt+ArrowDown": ".act-down",
  "alt+shift+ArrowDown": ".act-duplicate",
};

/** Keys that VS Code has commands of the picture for, which mean something else in a form. */
const OWN_KEYS = new Set(["Delete", "Backspace", "Insert", "F2"]);
const OWN_LETTERS = new Set(["a", "c", "d", "g", "v", "x"]);

/** The keys of the inspector. Escape goes back to the picture. */
export class InspectorKeys {
  constructor(
    private readonly root: HTMLElement,
    private readonly leave: () => void,
  ) {
    root.addEventListener("keydown", (event) => this.onKey(event));
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    const command = ctrlKey || metaKey;
    if (!command) {
      const pressed = `${altKey ? "alt+" : ""}${shiftKey ? "shift+" : ""}${key}`;
      const button = this.buttonFor(event.target, SHORTCUTS[pressed]);
      if (button) {
        event.preventDefault();
        event.stopPropagation();
        button.click();
        return;
      }
    }
    if (key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      event.stopPropagation();
      this.leave();
      return;
    }
    const isText = isTextField(event.target);
    const isHistory = command && ["z", "y"].includes(key.toLowerCase());
    const isOwn = command
      ? OWN_LETTERS.has(key.toLowerCase())
      : OWN_KEYS.has(key) || (isText && key.length === 1);
    // Undo is that of the text, unless something is being written here.
    if (isOwn || (isHistory && isText && isChanged(event.target))) event.stopPropagation();
  }

  /** The button of the innermost field or entry that has one. */
  private buttonFor(target: EventTarget | null, selector: string | undefined): HTMLButtonElement | undefined {
    if (!selector || !(target instanceof Element)) return undefined;
    for (let at = target.closest("[data-pointer]"); at && this.root.contains(at); ) {
      const found = [...at.querySelectorAll<HTMLButtonElement>(selector)].find(
        (button) => button.closest("[data-pointer]") === at && !button.hidden && !button.disabled,
      );
      if (found) return found;
      at = at.parentElement?.closest("[data-pointer]") ?? null;
    }
    return undefined;
  }
}

function isTextField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !["checkbox", "color"].includes(target.type))
  );
}

/** What is written differs from what the text says, which `defaultValue` holds. */
function isChanged(target: HTMLInputElement | HTMLTextAreaElement): boolean {
  return target.value !== target.defaultValue;
}
