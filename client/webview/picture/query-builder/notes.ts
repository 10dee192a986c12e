import type { QueryNote } from "../../../../core/query-builder/model/model";
import { createElement } from "../../shared/dom";
import { icon } from "../../shared/icons";

const NAMES = { error: "Error", warning: "Warning", information: "Information", hint: "Hint" } as const;

/** Findings as a list; an empty list is hidden. */
export class Notes {
  readonly root: HTMLUListElement;
  private shown = "";

  constructor(id: string) {
    this.root = createElement("ul", "query-notes", { id, hidden: "" });
  }

  /** @param chosen called with the number of a finding that was clicked; without it they cannot be clicked */
  set(notes: readonly Pick<QueryNote, "severity" | "message">[], chosen?: (index: number) => void): void {
    const key = JSON.stringify(notes.map(({ severity, message }) => [severity, message]));
    if (key === this.shown) return;
    this.shown = key;
    this.root.hidden = notes.length === 0;
    this.root.replaceChildren(
      ...notes.map(({ severity, message }, index) => {
        const words = [
          createElement("span", "visually-hidden", {}, `${NAMES[severity]}: `),
          createElement("span", "", { dir: "auto" }, message),
        ];
        const mark = severity === "error" || severity === "warning" ? icon(severity) : undefined;
        const item = createElement("li", `query-note is-${severity}`, {}, mark);
        if (!chosen) item.append(createElement("span", "", {}, ...words));
        else {
          const button = createElement("button", "query-note-button", { type: "button" }, ...words);
          button.addEventListener("click", () => chosen(index));
          item.append(button);
        }
        return item;
      }),
    );
  }
}
