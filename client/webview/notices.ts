import type { Picture } from "../../core/grid/picture";
import { element } from "./dom";
import { icon } from "./icons";
import { counted } from "./labels";
import type { HostMessage, Stale } from "./messages";

/** The most widgets that the service takes in one dashboard (API reference, 4.4). */
const SERVICE_LIMIT = 100;

/** Messages above the board and in its place, and the line that screen readers follow. */
export class Notices {
  /** Above the board. */
  readonly banners = element("div", "banners");
  /** In place of the board. */
  readonly empty = element("div", "empty");
  /** For screen readers. */
  readonly status = element("div", "visually-hidden", { role: "status", "aria-live": "polite" });
  private readonly stale = element("div", "banner banner-stale");
  private readonly cut = element("div", "banner banner-cut");

  constructor(private readonly showProblem: () => void) {
    this.banners.append(this.stale, this.cut);
    this.showStale(undefined);
    this.cut.hidden = true;
    this.showEmpty("h1", "Drawing the dashboard…", "");
  }

  /** Says something to screen readers. */
  say(words: string): void {
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  showStale(stale: Stale | undefined): void {
    const wasStale = !this.stale.hidden;
    this.stale.hidden = stale === undefined;
    if (!stale) {
      this.stale.replaceChildren();
      if (wasStale) this.say("The picture is up to date again.");
      return;
    }
    const words = `Showing the last good picture; the text has ${counted(stale.problems, "problem") || "a problem"}.`;
    if (this.stale.querySelector(".banner-words")?.textContent === words) return;
    this.stale.replaceChildren(
      icon("warning"),
      element("span", "banner-words", {}, words),
      this.problemButton(),
    );
    this.say(words);
  }

  /** Says what is left out of a picture that is too large to draw. */
  showLimits(picture: Picture): void {
    const shown = picture.tiles.length;
    this.cut.hidden = picture.widgets <= shown;
    if (this.cut.hidden) return;
    const [all, drawn] = [picture.widgets.toLocaleString("en"), shown.toLocaleString("en")];
    this.cut.replaceChildren(
      icon("warning"),
      `The picture shows the first ${drawn} of ${all} widgets. The service takes no more than ${SERVICE_LIMIT}.`,
    );
  }

  /** Puts a message in place of the board when the picture has no tiles; else takes it away. */
  showEmptyPicture(picture: Picture): void {
    if (picture.tiles.length > 0) {
      this.empty.hidden = true;
      this.empty.replaceChildren();
      return;
    }
    if (picture.layout === "none") {
      this.showEmpty(
        "h2",
        "This dashboard has no layout yet",
        "Add one of mosaicLayout, gridLayout, rowLayout or columnLayout to the text: completion after a quote offers them.",
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
      case "invalid":
        this.showEmpty(
          "h1",
          "This text is not valid JSON yet",
          `The picture appears as soon as the text can be read. It has ${counted(message.problems, "problem") || "a problem"} now.`,
          this.problemButton(),
        );
        break;
      case "closed":
        this.showEmpty(
          "h1",
          "The dashboard is closed",
          "Open its file, or another dashboard, to see its picture here.",
        );
        break;
      case "unavailable":
        this.showEmpty(
          "h1",
          "The picture cannot be drawn now",
          "The Mosaic language server does not answer. The output channel “Mosaic” tells why.",
        );
        break;
    }
  }

  /** `level`: the toolbar has a heading of the first level while there is a dashboard. */
  private showEmpty(level: "h1" | "h2", heading: string, words: string, ...more: readonly Node[]): void {
    this.empty.hidden = false;
    const children = [
      element(level, "empty-title", {}, heading),
      element("p", "empty-words", {}, words),
      ...more,
    ];
    this.empty.replaceChildren(...children);
    this.say(`${heading}. ${words}`);
  }

  private problemButton(): HTMLButtonElement {
    const button = element("button", "button", { type: "button" }, "Go to First Problem");
    button.addEventListener("click", () => this.showProblem());
    return button;
  }
}
