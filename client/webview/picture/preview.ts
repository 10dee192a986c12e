import type { Picture } from "../../../core/grid/picture";
import { applyPatch } from "../../../core/grid/picture-patch";
import { createElement, markPlaceholders } from "../shared/dom";
import { BoardView } from "./board";
import { PictureEditor } from "./editing/picture-editor";
import { changeLabel } from "./editing/words";
import { FindBar } from "./find";
import { Asker } from "./inspector/asker";
import { Inspector } from "./inspector/inspector";
import { subjectOf } from "./inspector/subject";
import { pluralize } from "./labels";
import { LivePicture } from "./live/live-picture";
import {
  type HostMessage,
  readHostMessage,
  readViewState,
  type Stale,
  type ViewState,
  type WebviewMessage,
} from "./messages";
import { Notices } from "./notices";
import { registerQueryEditors } from "./query-builder/register";
import { ScrollSync } from "./scroll-sync";
import { deliverPicture, type PictureFormat } from "./svg/deliver";
import { pictureAsSvg } from "./svg/picture-svg";
import { Toolbar } from "./toolbar";
import { lazyRenderer } from "./widgets/stage";

interface VsCodeApi {
  postMessage(message: WebviewMessage): void;
  getState(): unknown;
  setState(state: ViewState): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const ZOOM_STEP = 1.25;
const MIN_ZOOM = 0.4;
const MAX_ZOOM = 4;
/** Space around the board, in pixels; the same as in the style sheet. */
const MARGIN = 12;
const SAVE_DELAY_MS = 150;
/** Of how many files it is remembered which groups are folded. */
const MOST_FILES = 20;

/** The preview: puts the parts together, listens to the host and keeps the state of the view. */
class Preview {
  private readonly viewport = createElement("div", "viewport");
  private readonly notices = new Notices(
    () => this.send({ type: "showProblem" }),
    (start) => this.send({ type: "start", start }),
    () => (this.editor.canEdit ? () => this.editor.openPalette() : undefined),
  );
  private readonly board = new BoardView({
    reveal: (id, focus) => this.send({ type: "reveal", id, focus }),
    changed: () => {
      this.tellMenu();
      this.inspectSelection();
      this.saveSoon();
    },
    announce: (words) => this.notices.announce(words),
  });
  private readonly toolbar = new Toolbar({
    reveal: (id) => this.send({ type: "reveal", id, focus: true }),
    showProblem: () => this.send({ type: "showProblem" }),
    zoom: (step) => this.step(step),
    exportPicture: () => void this.exportPicture(),
    lock: (locked) => this.send({ type: "lock", locked }),
    command: (command) => this.send({ type: "file", command }),
    rename: (heading) => this.editor.renameDashboard(heading),
    inspect: () => this.inspector.toggle(),
  });
  private readonly editor = new PictureEditor(this.board, this.viewport, {
    send: (message) => this.send(message),
    announce: (words) => this.notices.announce(words),
    announceDone: (words) => this.notices.announceDone(words),
    showRefusal: (reason, remedy) => this.notices.showRefusal(reason, remedy),
    hint: (words) => this.notices.showHint(words),
    note: (words) => this.notices.showNote(words),
    idle: () => this.catchUp(),
    exportPicture: () => void this.exportPicture(),
    find: () => this.finding.open(),
  });
  private readonly finding = new FindBar(this.board, {
    find: (text) => this.asker.request("mosaic/findTiles", { text }),
    announce: (words) => this.notices.announceDone(words),
  });
  private readonly asker = new Asker((message) => this.send(message));
  private readonly inspector = new Inspector({
    request: (method, params) => this.asker.request(method, params),
    change: (tiles, changes) => this.editor.change(tiles, changes),
    reveal: (id) => this.send({ type: "reveal", id, focus: true }),
    announce: (words) => this.notices.announce(words),
    announceDone: (words) => this.notices.announceDone(words),
    showRefusal: (reason) => this.notices.showRefusal(reason),
    opened: (open) => {
      this.toolbar.showInspector(open);
      this.send({ type: "inspector", open });
    },
    leave: () => this.leaveInspector(),
  });
  private readonly scrolling = new ScrollSync(this.viewport, this.board, (tile) =>
    this.send({ type: "scrolled", tile }),
  );
  private readonly live = new LivePicture(
    this.board,
    this.toolbar.filters,
    {
      send: (wish) => this.send({ type: "live", wish }),
      announce: (words) => this.notices.announce(words),
      reveal: (id) => this.send({ type: "reveal", id, focus: true }),
    },
    this.viewport,
  );
  /** What the host sent last; not shown yet while a gesture is being made. */
  private latest: { readonly picture: Picture; readonly stale: Stale | undefined } | undefined;
  private locked = false;
  private editable = false;
  private picture: Picture | undefined;
  private document = "";
  private zoom = 1;
  /** What was done with the history of the text, and is not in the picture yet. */
  private undone: "undo" | "redo" | undefined;
  /** Where to scroll to once there is something to scroll. */
  private scrollTo: { readonly left: number; readonly top: number } | undefined;
  private saving: ReturnType<typeof setTimeout> | undefined;
  private width = 0;
  /** Groups that somebody has folded or unfolded, by file. */
  private readonly folds: Map<string, Readonly<Record<string, boolean>>>;

  constructor(
    private readonly api: VsCodeApi,
    private kept: ViewState | undefined,
  ) {
    this.folds = new Map(Object.entries(kept?.folds ?? {}));
    this.zoom = Math.min(Math.max(kept?.zoom ?? 1, MIN_ZOOM), MAX_ZOOM);
    // Above the filters, so that the switch stays under the pointer when they become controls.
    this.toolbar.filters.before(this.live.bar.root);
    this.toolbar.filters.after(this.live.controls);
    this.viewport.append(this.notices.empty, this.board.root);
    document.body.append(
      createElement(
        "header",
        "header",
        {},
        this.toolbar.root,
        this.editor.bar.root,
        this.live.bar.banner,
        this.notices.banners,
      ),
      createElement(
        "main",
        "main",
        {},
        createElement(
          "div",
          "stage",
          {},
          this.viewport,
          this.finding.root,
          this.notices.hint,
          this.editor.palette.root,
        ),
        this.inspector.root,
      ),
      this.notices.status,
    );
    this.board.root.hidden = true;
    this.tellMenu();
    window.addEventListener("message", (event) => this.receive(event.data));
    this.viewport.addEventListener("scroll", () => this.saveSoon(), { passive: true });
    this.viewport.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    window.addEventListener("keydown", (event) => this.onKey(event));
    window.addEventListener("pagehide", () => this.save());
    new ResizeObserver(() => this.measure()).observe(this.viewport);
    this.send({ type: "ready" });
  }

  private send(message: WebviewMessage): void {
    this.api.postMessage(message);
  }

  private receive(data: unknown): void {
    const message = readHostMessage(data);
    if (!message) {
      const type =
        typeof data === "object" && data !== null && "type" in data ? String(data.type) : typeof data;
      this.send({ type: "unsupported", received: type.slice(0, 100) });
      return;
    }
    this.handle(message);
  }

  private handle(message: HostMessage): void {
    switch (message.type) {
      case "picture":
        this.open(message.document);
        this.take(message.picture, message.stale);
        break;
      case "patch": {
        const next = this.latest && applyPatch(this.latest.picture, message.patch);
        if (next) this.take(next, message.stale);
        else this.send({ type: "resync" });
        break;
      }
      case "unchanged":
        if (this.latest) this.latest = { ...this.latest, stale: message.stale };
        this.inspector.refresh();
        if (this.undone) this.sayUndone("the picture is the same");
        // The banner would move the board under a gesture.
        if (!this.editor.isBusy) this.showStale(message.stale);
        break;
      case "nothing":
        this.open(message.document);
        this.picture = undefined;
        this.latest = undefined;
        this.editor.take(undefined);
        this.inspector.inspect(undefined);
        this.board.root.hidden = true;
        this.toolbar.hide();
        this.notices.showStale(undefined);
        this.notices.showNothing(message);
        break;
      case "highlight":
        this.board.highlight(message.tile);
        break;
      case "scroll":
        if (!this.editor.isBusy) this.scrolling.follow(message.tile);
        break;
      case "undone":
        this.undone = message.direction;
        break;
      case "focus":
        if (!document.hasFocus()) window.focus();
        break;
      case "mode":
        this.locked = message.locked;
        this.editable = message.editable;
        this.tellMenu();
        this.editor.setEditable(message.editable);
        this.inspector.setEditable(message.editable);
        this.toolbar.showInspector(message.inspector);
        this.inspector.show(message.inspector === true);
        this.toolbar.showMode(
          message.editable,
          message.place === "side" ? message.locked : undefined,
          message.deployable === true,
        );
        if (this.picture) this.notices.showEmptyPicture(this.picture);
        this.saveSoon();
        break;
      case "answer":
      case "unanswered":
        this.asker.answer(message);
        break;
      case "copied":
      case "clipboard":
        this.editor.receive(message);
        break;
      case "edited":
      case "refused":
        this.editor.answer(message);
        break;
      case "act":
        if (message.act === "inspect") this.inspector.enter();
        else if (message.act === "exportPng") void this.exportPicture("png");
        else if (message.act === "copyImage") void this.exportPicture("copy");
        else this.editor.act(message.act);
        break;
      case "live":
        this.live.receive(message.news);
        break;
    }
  }

  /** What VS Code's own context menu asks about; see `webview/context` in the manifest. */
  private tellMenu(): void {
    const mosaicSeveralTiles = this.board.selection.size > 1;
    const context = {
      preventDefaultContextMenuItems: true,
      mosaicEditable: this.editable,
      mosaicSeveralTiles,
    };
    document.body.dataset["vscodeContext"] = JSON.stringify(context);
  }

  /** A picture has come: it is shown at once, or after the gesture that is being made. */
  private take(picture: Picture, stale: Stale | undefined): void {
    this.latest = { picture, stale };
    if (!this.editor.isBusy) this.show(picture, stale);
  }

  private catchUp(): void {
    const { latest } = this;
    if (!latest || this.editor.isBusy) return;
    if (latest.picture !== this.picture) this.show(latest.picture, latest.stale);
    else this.showStale(latest.stale);
  }

  private async exportPicture(as: PictureFormat = "svg"): Promise<void> {
    if (!this.picture) return;
    if (this.latest?.stale) {
      const remedy = { words: "Go to First Problem", act: () => this.send({ type: "showProblem" }) };
      this.notices.showRefusal("The preview was not exported, because the text is not valid JSON.", remedy);
      return;
    }
    await this.live.readAll();
    const release = await lazyRenderer().drawAll();
    const filters = this.live.isOn ? this.live.controls : this.toolbar.filters;
    const svg = this.picture && pictureAsSvg(this.board.root, filters, this.picture.title);
    release();
    if (svg !== undefined)
      await deliverPicture(svg, as, {
        send: (message) => this.send(message),
        copied: (words) => {
          this.notices.showNote(words);
          this.notices.announceDone(words);
        },
        failed: (words) =>
          this.notices.showRefusal(words, {
            words: "Export as SVG",
            act: () => void this.exportPicture(),
          }),
      });
  }

  /**
   * Goes to another file. Where one was in it and what was selected counts for the file that it was kept for, also when
   * another one has been shown in between; how large everything is drawn counts for all.
   */
  private open(uri: string): void {
    if (uri === this.document) return;
    this.keepFolds();
    this.document = uri;
    this.inspector.forget();
    this.live.reset();
    // The message was about the other file.
    this.notices.showRefusal(undefined);
    const kept = this.kept?.document === uri ? this.kept : undefined;
    if (kept) this.kept = undefined;
    this.board.restore(kept?.selected ?? null, kept?.views ?? {}, this.folds.get(uri) ?? {});
    this.scrollTo = { left: kept?.scrollLeft ?? 0, top: kept?.scrollTop ?? 0 };
    this.saveSoon();
  }

  private show(picture: Picture, stale: Stale | undefined): void {
    const before = this.picture;
    this.picture = picture;
    const isOwn = this.editor.take(picture);
    markPlaceholders(picture.placeholders);
    this.toolbar.show(picture);
    this.notices.showLimits(picture);
    this.notices.showEmptyPicture(picture);
    this.board.root.hidden = picture.tiles.length === 0;
    this.showStale(stale);
    this.board.show(picture);
    this.finding.shown();
    this.live.shown();
    this.layout();
    this.inspectSelection();
    this.inspector.refresh();
    if (before && this.undone) this.sayUndone(changeLabel(before, picture));
    else if (before && !isOwn && before.widgets !== picture.widgets && picture.tiles.length > 0) {
      this.notices.announce(`The dashboard now has ${pluralize(picture.widgets, "widget")}.`);
    }
    if (this.scrollTo && picture.tiles.length > 0) {
      this.viewport.scrollTo({ ...this.scrollTo, behavior: "instant" });
      this.scrollTo = undefined;
    }
  }

  /** The inspector is about the selected tiles, or about the dashboard. */
  private inspectSelection(): void {
    const { picture } = this;
    const tiles = this.board.selection.ids.flatMap((id) => this.board.view(id)?.tile ?? []);
    this.inspector.inspect(picture && subjectOf(picture, tiles));
  }

  private leaveInspector(): void {
    const id = this.board.selection.current ?? this.board.visible()[0]?.id;
    if (id !== undefined) this.board.focusTile(id, true);
    else this.toolbar.focusInspector();
  }

  /** `change`: what is different now, to go on a sentence with. */
  private sayUndone(change: string): void {
    this.notices.announceDone(`${this.undone === "redo" ? "Redone" : "Undone"}: ${change}.`);
    this.undone = undefined;
  }

  private showStale(stale: Stale | undefined): void {
    this.notices.showStale(this.picture ? stale : undefined);
    document.body.classList.toggle("is-stale", stale !== undefined);
  }

  /** Takes the width that the board may have; asking for it would lay out the page in the middle of a change. */
  private measure(): void {
    this.width = this.viewport.clientWidth - 2 * MARGIN;
    this.layout();
  }

  private layout(): void {
    if (!this.picture || this.width <= 0) return;
    this.board.layout(this.width, this.zoom);
    this.toolbar.showZoom(this.zoom, this.zoom <= MIN_ZOOM, this.zoom >= MAX_ZOOM);
  }

  private step(step: "in" | "out" | "fit"): void {
    const factor = { in: this.zoom * ZOOM_STEP, out: this.zoom / ZOOM_STEP, fit: 1 }[step];
    // Steps meet 100 % again, whatever rounding has done.
    this.setZoom(Math.abs(factor - 1) < 0.02 ? 1 : factor);
  }

  /** Zooms and keeps what is in the middle of the viewport in the middle. */
  private setZoom(wanted: number): void {
    const zoom = Math.min(Math.max(wanted, MIN_ZOOM), MAX_ZOOM);
    if (zoom === this.zoom || this.width <= 0) return;
    const { viewport } = this;
    const ratio = zoom / this.zoom;
    const middle = {
      x: viewport.scrollLeft + viewport.clientWidth / 2,
      y: viewport.scrollTop + viewport.clientHeight / 2,
    };
    this.zoom = zoom;
    this.layout();
    viewport.scrollTo({
      left: middle.x * ratio - viewport.clientWidth / 2,
      top: middle.y * ratio - viewport.clientHeight / 2,
      behavior: "instant",
    });
    this.notices.announce(`Zoom ${Math.round(zoom * 100)} percent`);
    this.saveSoon();
  }

  private onWheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.setZoom(this.zoom * Math.exp(-event.deltaY / 400));
  }

  private onKey(event: KeyboardEvent): void {
    if (event.altKey && event.key === "Enter" && !isField(event.target)) {
      event.preventDefault();
      this.inspector.enter();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    if (event.key === "+" || event.key === "=") this.step("in");
    else if (event.key === "-") this.step("out");
    else if (event.key === "0") this.step("fit");
  }

  private saveSoon(): void {
    if (this.saving === undefined) this.saving = setTimeout(() => this.save(), SAVE_DELAY_MS);
  }

  /** Which groups are folded counts for each file, the last one shown at the end. */
  private keepFolds(): void {
    if (this.document === "") return;
    const choices = this.board.foldChoices;
    this.folds.delete(this.document);
    if (Object.keys(choices).length > 0) this.folds.set(this.document, choices);
    for (const oldest of [...this.folds.keys()].slice(0, -MOST_FILES)) this.folds.delete(oldest);
  }

  private save(): void {
    this.saving = undefined;
    this.keepFolds();
    this.api.setState({
      document: this.document,
      zoom: this.zoom,
      scrollLeft: this.viewport.scrollLeft,
      scrollTop: this.viewport.scrollTop,
      selected: this.board.selection.current,
      locked: this.locked ? true : undefined,
      views: this.board.views,
      folds: this.folds.size > 0 ? Object.fromEntries(this.folds) : undefined,
    });
  }
}

function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) return true;
  return target instanceof Element && target.closest(".inspector") !== null;
}

/** Fills the page with the preview. */
export function startPreview(): void {
  registerQueryEditors();
  const api = acquireVsCodeApi();
  new Preview(api, readViewState(api.getState()));
}
