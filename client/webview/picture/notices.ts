import type { Picture } from "../../../core/grid/picture";
import { type DashboardStart, STARTS, startTitle } from "../../../core/grid/starts";
import { createElement } from "../shared/dom";
import { icon } from "../shared/icons";
import { pluralize } from "./labels";
import type { HostMessage, Stale } from "./messages";

/** The most widgets that the service takes in one dashboard. */
const SERVICE_LIMIT = 100;

/** Messages above the board and in its place, and the line that screen readers follow. */
export class Notices {
  /** Above the board. */
  readonly banners = createElement("div", "banners");
  /** In place of the board. */
  readonly empty = createElement("div", "empty");
  /** For screen readers. */
  readonly status = createElement("div", "visually-hidden", { role: "status", "aria-live": "polite" });
  private readonly stale = createElement("div", "banner banner-stale");
  private readonly cut = createElement("div", "banner banner-cut");
  private readonly complaint = createElement("div", "banner banner-complaint");
  /** Over the board: a banner would move the tiles away from under the pointer. */
  readonly hint = createElement("div", "banner banner-hint", { "aria-hidden": "true" });

  constructor(
    private readonly showProblem: () => void,
    /** Writes the beginning of a dashboard into a blank file. */
    private readonly start: (start: DashboardStart | "choose") => void,
    /** Adds the first widget; undefined where that cannot be. */
    private readonly add: () => (() => void) | undefined,
  ) {
    this.banners.append(this.stale, this.cut, this.complaint);
    this.showStale(undefined);
    this.cut.hidden = true;
    this.complaint.hidden = true;
    this.hint.hidden = true;
    this.showEmpty("h1", "Drawing the dashboard…", "");
  }

  /** Says something to screen readers, unless it was said last. */
  announce(words: string): void {
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  /** Says what was done, also when the same was done before. */
  announceDone(words: string): void {
    // The same words once more have to be another text, or nobody says them.
    this.status.textContent = this.status.textContent === words ? `${words}\u00a0` : words;
  }

  /** Says why something was not done, with what can be done about it; undefined: there is nothing to say any more. */
  showRefusal(
    reason: string | undefined,
    remedy?: { readonly words: string; readonly act: () => void },
  ): void {
    this.complaint.hidden = reason === undefined;
    this.complaint.replaceChildren();
    if (reason === undefined) return;
    const close = createElement(
      "button",
      "icon-button",
      { type: "button", "aria-label": "Close" },
      icon("close"),
    );
    close.addEventListener("click", () => this.showRefusal(undefined));
    this.complaint.append(icon("warning"), createElement("span", "banner-words", {}, reason));
    if (remedy) {
      const button = createElement("button", "button", { type: "button" }, remedy.words);
      button.addEventListener("click", () => {
        this.showRefusal(undefined);
        remedy.act();
      });
      this.complaint.append(button);
    }
    this.complaint.append(close);
    this.announce(reason);
  }

  /** Shows an instruction; undefined: hides it. */
  showHint(words: string | undefined): void {
    this.hint.hidden = words === undefined;
    this.hint.textContent = words ?? "";
  }

  /** Says something worth knowing until a hint, a refusal or a press of the pointer takes its place. */
  showNote(words: string): void {
    this.showHint(words);
    window.addEventListener(
      "pointerdown",
      () => this.hint.textContent === words && this.showHint(undefined),
      {
        capture: true,
        once: true,
      },
    );
  }

  showStale(stale: Stale | undefined): void {
    const wasStale = !this.stale.hidden;
    this.stale.hidden = stale === undefined;
    if (!stale) {
      this.stale.replaceChildren();
      if (wasStale) this.announce("The preview is up to date.");
      return;
    }
    const words = `Showing the last valid version: the text has ${pluralize(stale.problems, "problem") || "a problem"}.`;
    if (this.stale.querySelector(".banner-words")?.textContent === words) return;
    this.stale.replaceChildren(
      icon("warning"),
      createElement("span", "banner-words", {}, words),
      this.problemButton(),
    );
    this.announce(words);
  }

  /** Says what is left out of a picture that is too large to draw. */
  showLimits(picture: Picture): void {
    const shown = picture.tiles.length;
    this.cut.hidden = picture.widgets <= shown;
    if (this.cut.hidden) return;
    const [all, drawn] = [picture.widgets.toLocaleString("en"), shown.toLocaleString("en")];
    this.cut.replaceChildren(
      icon("warning"),
      `The preview shows the first ${drawn} of ${all} widgets. The service allows at most ${SERVICE_LIMIT}. The preview is read-only; edit the text.`,
    );
  }

  /** Puts a message in place of the board when the picture has no tiles; else takes it away. */
  showEmptyPicture(picture: Picture): void {
    if (picture.tiles.length > 0) {
      this.empty.hidden = true;
      this.empty.replaceChildren();
      return;
    }
    const add = this.add();
    if (add) {
      const button = createElement("button", "button", { type: "button" }, "Add a Widget");
      button.addEventListener("click", add);
      this.showEmpty(
        "h2",
        picture.layout === "none" ? "This dashboard has no layout yet" : "This dashboard has no widgets yet",
        "Choose the first widget to add it to the text, or start with the tiles of a template or service.",
        button,
        this.chooseButton(),
      );
      return;
    }
    if (picture.layout === "none") {
      this.showEmpty(
        "h2",
        "This dashboard has no layout yet",
        "Add one of mosaicLayout, gridLayout, rowLayout or columnLayout to the text. Completion offers them.",
      );
      return;
    }
    const list = {
      mosaic: "mosaicLayout.tiles",
      grid: "gridLayout.widgets",
      row: "rowLayout.rows",
      column: "columnLayout.columns",
    };
    this.showEmpty(
      "h2",
      "This dashboard has no widgets yet",
      `Add the first one to ${list[picture.layout]} in the text.`,
    );
  }

  showNothing(message: Extract<HostMessage, { type: "nothing" }>): void {
    switch (message.reason) {
      case "blank":
        this.showEmpty(
          "h1",
          "This file is empty",
          "Start with one of these, or write the dashboard in the text editor.",
          ...STARTS.map((start) => {
            const button = createElement("button", "button", { type: "button" }, startTitle(start));
            button.addEventListener("click", () => this.start(start));
            return button;
          }),
          this.chooseButton(),
        );
        break;
      case "invalid":
        this.showEmpty(
          "h1",
          "This text is not valid JSON yet",
          `The preview appears when the text is valid. It has ${pluralize(message.problems, "problem") || "a problem"} now.`,
          this.problemButton(),
        );
        break;
      case "closed":
        this.showEmpty(
          "h1",
          "The dashboard is closed",
          "Open its file, or another dashboard, to see the preview.",
        );
        break;
      case "unavailable":
        this.showEmpty(
          "h1",
          "The preview cannot be drawn",
          "The Mosaic language server does not respond. See the *Mosaic* output channel for details.",
        );
        break;
    }
  }

  /** `level`: the toolbar has a heading of the first level while there is a dashboard. */
  private showEmpty(level: "h1" | "h2", heading: string, words: string, ...more: readonly Node[]): void {
    this.empty.hidden = false;
    const children = [
      createElement(level, "empty-title", {}, heading),
      createElement("p", "empty-words", {}, words),
      ...more,
    ];
    this.empty.replaceChildren(...children);
    this.announce(`${heading}. ${words}`);
  }

  private chooseButton(): HTMLButtonElement {
    const button = createElement("button", "button", { type: "button" }, "From a Template or Service…");
    button.addEventListener("click", () => this.start("choose"));
    return button;
  }

  private problemButton(): HTMLButtonElement {
    const button = createElement("button", "button", { type: "button" }, "Go to First Problem");
    button.addEventListener("click", () => this.showProblem());
    return button;
  }
}
