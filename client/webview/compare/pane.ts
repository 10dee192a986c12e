import type { TileMark } from "../../../core/grid/compare/model";
import { BoardView } from "../picture/board";
import { createElement, fileText } from "../shared/dom";
import type { Pane } from "./messages";

/** A tile of a pane that differs. */
export interface Marked {
  readonly id: string;
  readonly number: number;
  readonly mark: TileMark;
  /** All marks, such as `moved, changed`. */
  readonly kind: string;
}

export interface PaneEvents {
  /** A tile was clicked. */
  chosen(id: string): void;
  /** The pane was scrolled, by a person or by a step. */
  scrolled(): void;
}

/** Space around the board, in pixels; the same as in the style sheet. */
const MARGIN = 12;

/** One version: its name and its tiles, of which those that differ are marked. Nothing in it can be changed. */
export class PaneView {
  readonly root = createElement("section", "pane");
  readonly viewport = createElement("div", "viewport");
  private readonly heading = createElement("h2", "pane-name");
  private readonly empty = createElement("p", "pane-empty", {}, "No tiles");
  private readonly board: BoardView;
  /** Set by us: the event about it is not passed on. */
  private ownTop: number | undefined;

  constructor(events: PaneEvents) {
    this.board = new BoardView({
      reveal: (id) => events.chosen(id),
      changed: () => {},
      announce: () => {},
    });
    this.viewport.append(this.empty, this.board.root);
    this.root.append(this.heading, this.viewport);
    this.viewport.addEventListener(
      "scroll",
      () => {
        const isOwn = this.ownTop !== undefined && Math.abs(this.ownTop - this.viewport.scrollTop) < 2;
        this.ownTop = undefined;
        if (!isOwn) events.scrolled();
      },
      { passive: true },
    );
    new ResizeObserver(() => this.layout()).observe(this.viewport);
  }

  show({ name, picture }: Pane, marked: readonly Marked[]): void {
    const title = fileText("span", "", picture.title || "Untitled dashboard");
    this.heading.replaceChildren(fileText("strong", "", name), " ", title);
    this.root.setAttribute("aria-label", name);
    this.board.show(picture);
    this.empty.hidden = picture.tiles.length > 0;
    this.layout();
    for (const node of this.board.root.querySelectorAll(".change-badge")) node.remove();
    for (const { root } of this.board.all())
      root.classList.remove("is-marked", ...[...root.classList].filter((one) => one.startsWith("mark-")));
    for (const { id, number, mark, kind } of marked) {
      const view = this.board.view(id);
      if (!view) continue;
      view.root.classList.add("is-marked", `mark-${mark}`);
      view.root.append(createElement("span", "change-badge", { "aria-hidden": "true" }, `${number} ${kind}`));
      const label = view.button.getAttribute("aria-label") ?? "";
      view.button.setAttribute("aria-label", `${label}, change ${number}: ${kind}`);
    }
  }

  /** Shows where a change is; undefined: not here. */
  point(id: string | undefined): void {
    this.board.highlight(null);
    if (id === undefined || !this.board.view(id)) return;
    this.board.highlight(id);
  }

  /** Brings a tile into the middle, without telling anybody. */
  scrollToTile(id: string): void {
    const place = this.board.view(id)?.place;
    if (place)
      this.scrollTop = place.top + MARGIN - Math.max((this.viewport.clientHeight - place.height) / 2, 8);
  }

  /** How far down a tile begins, in pixels; undefined if it is not there or not seen. */
  topOf(id: string): number | undefined {
    const view = this.board.view(id);
    return view && !view.hidden ? view.place.top : undefined;
  }

  get scrollTop(): number {
    return this.viewport.scrollTop;
  }

  /** Scrolls without telling anybody. */
  set scrollTop(top: number) {
    const before = this.viewport.scrollTop;
    this.viewport.scrollTop = top;
    if (this.viewport.scrollTop !== before) this.ownTop = this.viewport.scrollTop;
  }

  private layout(): void {
    const width = this.viewport.clientWidth - 2 * MARGIN;
    if (width > 0) this.board.layout(width, 1);
  }
}
