import type { FieldFinding, FieldModel, FieldType } from "../../../../core/inspector/model";
import { createElement } from "../../shared/dom";
import { icon } from "../../shared/icons";
import type { FormContext } from "./form";
import { actionButton, newId, withCode } from "./parts";

/** Findings with their fixes as buttons. */
export class FindingList {
  readonly root = createElement("ul", "field-findings", { id: newId() });
  private shown = "";

  constructor(private readonly context: FormContext) {}

  update({ findings = [], pointer }: FieldModel): void {
    const signature = JSON.stringify([findings, pointer]);
    if (signature === this.shown) return;
    this.shown = signature;
    this.root.hidden = findings.length === 0;
    this.root.replaceChildren(...findings.map((finding) => this.item(finding, pointer)));
  }

  private item({ code, severity, message, fixes }: FieldFinding, pointer: string): HTMLElement {
    const isError = severity === "error";
    const isWarning = severity === "warning";
    const buttons = fixes.map((title) => {
      const button = createElement("button", "button is-small", { type: "button" }, title);
      button.addEventListener("click", () => {
        void this.context.host.edit(
          { op: "fix", pointer: pointer.replace(/#.*$/, ""), code, title },
          `Done: ${title}.`,
        );
      });
      return button;
    });
    return createElement(
      "li",
      `field-finding ${isError ? "badge-error" : isWarning ? "badge-warning" : "badge-note"}`,
      {},
      icon(isError ? "error" : isWarning ? "warning" : "info"),
      createElement("span", "visually-hidden", {}, `${severity}: `),
      createElement("span", "field-finding-words", { dir: "auto" }, ...withCode(message)),
      ...buttons,
    );
  }
}

/** What a reader should know beside the label. */
export function notesOf({ deprecated, undocumented, preview }: FieldType): HTMLElement[] {
  const note = (words: string, title: string) => createElement("span", "field-note", { title }, words);
  return [
    ...(deprecated ? [note("deprecated", deprecated)] : []),
    ...(undocumented && !deprecated
      ? [note("not documented", "Not in the public API reference. The Cloud console writes it.")]
      : []),
    ...(preview ? [note("preview", "Subject to change.")] : []),
  ];
}

/** Says that there are findings inside, while they are out of sight. */
export function problemBadge(): HTMLElement {
  const words = createElement("span", "visually-hidden", {}, "Has problems");
  return createElement(
    "span",
    "inner-badge badge-warning",
    { title: "Has problems" },
    icon("warning"),
    words,
  );
}

/** *Go to Text* of a field. */
export function textButton({ host }: FormContext, field: () => FieldModel): HTMLButtonElement {
  const button = actionButton("goToText", "Go to Text", () => host.goToText(field().pointer), "F12");
  button.classList.add("act-text");
  return button;
}
