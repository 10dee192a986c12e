import type { PictureTile } from "../../../../core/grid/picture";
import { controlContent } from "../widgets/control";
import type { TileDrawing } from "../widgets/tile-body";
import { LiveChart } from "./chart";
import { liveContent, spokenValues } from "./content";
import { LiveCursor } from "./cursor";
import { marksOf, SAMPLE_REASONS, type SendWish, spokenState, stateContent } from "./marks";
import type { LiveControl, LiveTile } from "./messages";

/** What shows time series. */
const CHARTED: ReadonlySet<string> = new Set(["chart", "scorecard", "table", "pie", "treemap"]);

/** The template variables as controls. */
export interface LiveVariables {
  find(name: string): LiveControl | undefined;
  open(id: string, at: HTMLElement): void;
}

type ControlSketch = Extract<PictureTile["sketch"], { kind: "control" }>;

/** Makes the drawings of tiles with live data. Remembers what the user has hidden in them. */
export class LiveScenes {
  private readonly cursor = new LiveCursor();
  private readonly hidden = new Map<string, Set<string>>();
  /** Numbers of answers, so that the same answer is not drawn again. */
  private readonly versions = new WeakMap<LiveTile, number>();
  private version = 0;
  private readonly charts = new Map<string, LiveChart>();

  constructor(
    private readonly send: SendWish,
    private readonly board: HTMLElement,
    private readonly variables: LiveVariables,
  ) {
    // What is in a tile can be reached with Tab while the focus is in that tile, so that a page of charts has few stops.
    board.addEventListener("focusin", (event) => this.openTile(event.target));
  }

  clear(): void {
    this.hidden.clear();
    this.charts.clear();
    this.cursor.clear();
  }

  /** Undefined for tiles that have no data and no sample data. */
  drawingOf(tile: PictureTile, live: LiveTile | undefined): TileDrawing | undefined {
    const { kind } = tile.sketch;
    if (tile.sketch.kind === "control") return this.control(tile.sketch);
    const sampleReason = SAMPLE_REASONS[tile.kind];
    if (!CHARTED.has(kind)) {
      return sampleReason === undefined
        ? undefined
        : { key: "sample", content: () => undefined, marks: () => [], sampleReason };
    }
    if (!live) return waiting(tile, this.send);
    const { sets } = live;
    if (sets.length === 0) return undefined;
    const onlySample = sets.find(({ state }) => state === "sample");
    if (onlySample && sets.every(({ state }) => state === "sample")) {
      const reason = onlySample.words;
      return { key: `sample ${reason}`, content: () => undefined, marks: () => [], sampleReason: reason };
    }
    let version = this.versions.get(live);
    if (version === undefined) this.versions.set(live, (version = ++this.version));
    return {
      key: `live ${version}`,
      content: () => {
        if (sets.every(({ plot }) => plot === undefined)) return stateContent(tile, sets, this.send);
        return this.drawn(tile, live);
      },
      marks: () => marksOf(tile, sets),
      spoken: [spokenValues(sets), spokenState(tile, sets)].filter(Boolean).join(". "),
    };
  }

  private drawn(tile: PictureTile, { sets }: LiveTile) {
    const last = this.charts.get(tile.id);
    let hidden = this.hidden.get(tile.id);
    if (!hidden) this.hidden.set(tile.id, (hidden = new Set()));
    const content = liveContent(tile, sets, {
      cursor: this.cursor,
      hidden,
      title: tile.title || tile.label,
      zoom: (interval) => this.send({ kind: "zoom", interval }),
    });
    if (!(content instanceof LiveChart)) return content;
    this.charts.set(tile.id, content);
    // Newer data does not take the keyboard away from who is in the chart.
    if (last && document.activeElement === last.plot) queueMicrotask(() => content.plot.focus());
    return content;
  }

  /** The input of a filter control, which opens the list of values. */
  private control(sketch: ControlSketch): TileDrawing | undefined {
    const control = this.variables.find(sketch.variable);
    if (!control) return undefined;
    const value = control.values.join(", ");
    return {
      key: `control ${control.id} ${value}`,
      content: () => {
        const open = (box: HTMLElement) => this.variables.open(control.id, box);
        return controlContent({ ...sketch, value }, open);
      },
      marks: () => [],
      spoken: value || "All",
    };
  }

  private openTile(target: EventTarget | null): void {
    const tile = target instanceof Element ? target.closest(".tile") : null;
    for (const node of this.board.querySelectorAll<HTMLElement>(
      ".live-plot, .live-legend-name, .control-box",
    ))
      node.tabIndex = tile?.contains(node) ? 0 : -1;
  }
}

function waiting(tile: PictureTile, send: SendWish): TileDrawing {
  return {
    key: "waiting",
    content: () => stateContent(tile, [], send),
    marks: () => [],
    spoken: "Loading",
  };
}
