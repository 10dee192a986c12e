import type { PictureTile } from "../../../../core/grid/picture";
import { createElement } from "../../shared/dom";
import type { BoardView } from "../board";
import { LiveBar } from "./bar";
import type { LiveControl, LiveNews, LiveState, LiveTile, LiveWish } from "./messages";
import { LiveScenes } from "./scenes";
import { ValuePicker } from "./value-picker";

export interface LiveEvents {
  send(wish: LiveWish): void;
  announce(words: string): void;
  /** Go to this filter in the text. */
  reveal(id: string): void;
}

/** How long tiles have to be in sight before their queries are sent, in milliseconds. */
const SIGHT_DELAY_MS = 120;
/** How long an export waits for tiles out of sight, in milliseconds. */
const LONGEST_WAIT_MS = 20_000;

/** Live data in the picture: the bar, the controls of the dashboard's filters, and what tiles show. */
export class LivePicture {
  readonly bar: LiveBar;
  readonly controls = createElement("ul", "filters live-controls", { "aria-label": "Filters and variables" });
  private readonly scenes: LiveScenes;
  private readonly pickers = new Map<string, ValuePicker>();
  private readonly tiles = new Map<string, LiveTile>();
  /** The queries that each tile had when its data came. */
  private readonly queries = new Map<string, string>();
  private readonly inSight = new Set<string>();
  private readonly sight: IntersectionObserver;
  private readonly observed = new Set<Element>();
  private state: LiveState | undefined;
  private lastSight = "";
  private sightTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly board: BoardView,
    private readonly filters: HTMLElement,
    private readonly events: LiveEvents,
    viewport: Element,
  ) {
    this.bar = new LiveBar(
      (wish) => events.send(wish),
      (words) => events.announce(words),
    );
    this.scenes = new LiveScenes((wish) => events.send(wish), board.root, {
      find: (name) => this.state?.controls.find((one) => one.kind === "variable" && one.name === name),
      open: (id, at) => this.pickers.get(id)?.open(at),
    });
    this.controls.hidden = true;
    this.sight = new IntersectionObserver((entries) => this.seen(entries), { root: viewport });
  }

  get isOn(): boolean {
    return this.state?.on === true;
  }

  receive(news: LiveNews): void {
    if (news.kind === "state") {
      this.takeState(news.state);
      return;
    }
    const changed = new Set(news.tiles.map(({ id }) => id));
    if (news.all) {
      for (const id of this.tiles.keys()) if (!changed.has(id)) this.tiles.delete(id);
      for (const { id } of this.board.all()) changed.add(id);
    }
    for (const tile of news.tiles) {
      this.tiles.set(tile.id, tile);
      const view = this.board.view(tile.id);
      if (view) this.queries.set(tile.id, queriesOf(view.tile));
    }
    for (const id of changed) this.drawTile(id);
  }

  /** Reads what is out of sight as well, for a picture of everything; gives up after a while, or at a limit. */
  async readAll(): Promise<void> {
    if (!this.isOn) return;
    const shown = [...this.board.all()].filter(({ hidden }) => !hidden).map(({ id }) => id);
    this.events.send({ kind: "sight", tiles: shown });
    const isWaiting = (id: string) => this.tiles.get(id)?.sets.some(({ state }) => state === "loading");
    const end = performance.now() + LONGEST_WAIT_MS;
    while (performance.now() < end && !this.state?.paused && shown.some(isWaiting))
      await new Promise(requestAnimationFrame);
    this.lastSight = "";
    this.tellSight();
  }

  /** Another dashboard is shown, or none. */
  reset(): void {
    this.state = undefined;
    this.tiles.clear();
    this.queries.clear();
    this.scenes.clear();
    this.lastSight = "";
    this.bar.show(undefined);
    this.showControls(undefined);
  }

  /** The board shows another picture. */
  shown(): void {
    const present = new Set<Element>();
    for (const view of this.board.all()) {
      present.add(view.root);
      if (!this.observed.has(view.root)) this.sight.observe(view.root);
      if (this.isOn) this.drawTile(view.id);
    }
    for (const node of this.observed) {
      if (present.has(node)) continue;
      this.sight.unobserve(node);
      this.inSight.delete((node as HTMLElement).dataset["id"] ?? "");
    }
    this.observed.clear();
    for (const node of present) this.observed.add(node);
  }

  private takeState(state: LiveState): void {
    const wasOn = this.isOn;
    this.state = state;
    this.bar.show(state);
    this.showControls(state.on ? state.controls : undefined);
    if (wasOn && state.on)
      for (const { id, tile } of this.board.all()) if (tile.sketch.kind === "control") this.drawTile(id);
    if (wasOn === state.on) return;
    if (!state.on) this.tiles.clear();
    document.body.classList.toggle("is-live", state.on);
    for (const { id } of this.board.all()) this.drawTile(id);
    this.lastSight = "";
    this.tellSight();
  }

  private drawTile(id: string): void {
    const view = this.board.view(id);
    if (!view) return;
    // A change of the text can give a tile's place to another tile, whose data is still to come.
    const isSame = this.queries.get(id) === queriesOf(view.tile);
    const live = isSame ? this.tiles.get(id) : undefined;
    view.drawing = this.isOn ? this.scenes.drawingOf(view.tile, live) : undefined;
  }

  private seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const id = (target as HTMLElement).dataset["id"] ?? "";
      if (isIntersecting) this.inSight.add(id);
      else this.inSight.delete(id);
    }
    clearTimeout(this.sightTimer);
    if (this.isOn) this.sightTimer = setTimeout(() => this.tellSight(), SIGHT_DELAY_MS);
  }

  private tellSight(): void {
    if (!this.isOn) return;
    const tiles = [...this.inSight].sort();
    const signature = JSON.stringify(tiles);
    if (signature === this.lastSight) return;
    this.lastSight = signature;
    this.events.send({ kind: "sight", tiles });
  }

  /** The dashboard's filters as controls, in the place of the chips that only show them. */
  private showControls(controls: readonly LiveControl[] | undefined): void {
    this.controls.hidden = !controls || controls.length === 0;
    this.filters.classList.toggle("is-replaced", controls !== undefined);
    const present = new Set(controls?.map(({ id }) => id));
    for (const [id, picker] of this.pickers) {
      if (present.has(id)) continue;
      picker.root.remove();
      this.pickers.delete(id);
    }
    for (const control of controls ?? []) {
      const known = this.pickers.get(control.id);
      if (known) known.show(control);
      else {
        const picker = new ValuePicker(control, {
          choose: (key, values) => this.events.send({ kind: "choose", key, values }),
          load: (key) => this.events.send({ kind: "values", key }),
          reveal: (id) => this.events.reveal(id),
        });
        this.pickers.set(control.id, picker);
        this.controls.append(picker.root);
      }
    }
  }
}

/** The same for the same kind of widget with the same queries. */
function queriesOf({ kind, sketch }: PictureTile): string {
  switch (sketch.kind) {
    case "chart":
      return JSON.stringify([kind, sketch.plots.map(({ facts }) => facts.key)]);
    case "scorecard":
      return JSON.stringify([kind, sketch.facts.key]);
    case "table":
    case "pie":
    case "treemap":
      return JSON.stringify([kind, sketch.queries.map(({ facts }) => facts.key)]);
    default:
      return kind;
  }
}
