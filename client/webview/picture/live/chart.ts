import { legendItems } from "../../../../core/grid/contents/chart";
import { formatValue } from "../../../../core/grid/samples/units";
import type { ChartSketch } from "../../../../core/grid/sketch";
import { createElement, setAttribute, setStyle } from "../../shared/dom";
import { ChartSlot, type Content } from "../widgets/content";
import { chartSpecOf, type LiveChartData, type LiveSeries } from "./chart-data";
import type { CursorTarget, LiveCursor } from "./cursor";
import { liveLegend } from "./legend";
import type { LiveInterval } from "./messages";
import { moment } from "./times";
import { hideTip, showTip } from "./tip";

export interface LiveChartContext {
  readonly cursor: LiveCursor;
  /** Names of series that somebody has hidden in this tile. */
  readonly hidden: Set<string>;
  readonly title: string;
  zoom(interval: LiveInterval): void;
}

/** Distance in pixels after which a press is a selection. */
const SLACK = 4;
/** Shortest range to zoom into, in milliseconds. */
const SHORTEST = 5 * 60_000;
/** Series that a screen reader hears at a time. */
const SPOKEN = 5;

/** A chart over time: cursor, values under it, a legend that hides series, and zoom by dragging or with the keyboard. */
export class LiveChart implements Content, CursorTarget {
  readonly root: HTMLElement;
  readonly charts: readonly ChartSlot[];
  readonly isSample = false;
  /** Takes the pointer and the keyboard. */
  readonly plot = createElement("div", "live-plot", {
    "data-own-pointer": "",
    tabindex: "-1",
    role: "slider",
    "aria-orientation": "horizontal",
    "aria-valuemin": "0",
  });
  private readonly slot: ChartSlot;
  private readonly line = createElement("div", "live-line", { "aria-hidden": "true" });
  private readonly brush = createElement("div", "live-brush", { "aria-hidden": "true" });
  /** The place that the keyboard has reached, and where its selection began. */
  private place: number | undefined;
  private anchor: number | undefined;
  /** Where a press of the pointer began, in pixels of the plot. */
  private press: number | undefined;
  private isSelecting = false;

  constructor(
    private readonly sketch: ChartSketch,
    private readonly data: LiveChartData,
    private readonly context: LiveChartContext,
  ) {
    this.slot = new ChartSlot("chart-fill", this.spec());
    this.charts = [this.slot];
    const { plot } = this;
    this.line.hidden = true;
    this.brush.hidden = true;
    plot.append(this.slot.root, this.brush, this.line);
    const legend = liveLegend(legendItems(data.series), context.hidden, () => this.slot.change(this.spec()));
    this.root = createElement("div", "drawing live-drawing", {}, plot, legend);
    setAttribute(plot, "aria-label", `Values of ${context.title}. Arrow keys go through time.`);
    setAttribute(plot, "aria-valuemax", String(Math.max(data.times.length - 1, 0)));
    this.speak(data.times.length - 1);
    context.cursor.add(this);
    plot.addEventListener("pointerdown", (event) => this.onDown(event));
    plot.addEventListener("pointermove", (event) => this.onMove(event));
    plot.addEventListener("pointerup", (event) => this.onUp(event));
    plot.addEventListener("pointercancel", () => this.endSelection());
    plot.addEventListener("pointerleave", () => this.leave());
    // The click at the end of a selection is none at the tile.
    plot.addEventListener("click", (event) => {
      if (this.isSelecting) event.stopPropagation();
      this.isSelecting = false;
    });
    plot.addEventListener("keydown", (event) => this.onKey(event));
    plot.addEventListener("blur", () => this.leave());
  }

  mark(time: number | undefined): void {
    const index = time === undefined ? -1 : nearest(this.data.times, time);
    const area = index < 0 ? undefined : this.slot.area;
    this.line.hidden = area === undefined;
    if (!area) return;
    setStyle(this.line, "left", `${area.xOf(index)}px`);
    setStyle(this.line, "top", `${area.top}px`);
    setStyle(this.line, "height", `${area.bottom - area.top}px`);
  }

  private spec() {
    return chartSpecOf(this.sketch, this.data, this.context.hidden);
  }

  private onDown(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || event.shiftKey || event.ctrlKey || event.metaKey) return;
    this.isSelecting = false;
    if (event.pointerType !== "touch") this.press = this.xOf(event);
  }

  private onMove(event: PointerEvent): void {
    const x = this.xOf(event);
    const { press } = this;
    if (press !== undefined && (this.isSelecting || Math.abs(x - press) > SLACK)) {
      if (!this.isSelecting) this.plot.setPointerCapture(event.pointerId);
      this.isSelecting = true;
      this.showBrush(press, x);
    }
    const index = this.indexAt(x);
    const time = this.data.times[index];
    this.context.cursor.set(time);
    if (time !== undefined) showTip({ x: event.clientX, y: event.clientY }, moment(time), this.rows(index));
  }

  private onUp(event: PointerEvent): void {
    const { press } = this;
    this.press = undefined;
    this.brush.hidden = true;
    if (!this.isSelecting || press === undefined) return;
    this.zoomTo(this.timeAt(press), this.timeAt(this.xOf(event)));
  }

  private endSelection(): void {
    this.press = undefined;
    this.isSelecting = false;
    this.brush.hidden = true;
  }

  private leave(): void {
    if (this.press !== undefined) return;
    this.context.cursor.set(undefined);
    hideTip();
  }

  private onKey(event: KeyboardEvent): void {
    const last = this.data.times.length - 1;
    const { place = last } = this;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      PageUp: place - 10,
      PageDown: place + 10,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (event.shiftKey) this.anchor ??= place;
      else this.anchor = undefined;
      this.go(Math.min(Math.max(next, 0), last));
    } else if (event.key === "Enter" && this.anchor !== undefined) {
      this.zoomTo(this.data.times[this.anchor], this.data.times[place]);
    } else if (event.key === "Escape") {
      if (this.press === undefined && this.anchor === undefined)
        this.plot.closest(".tile")?.querySelector<HTMLElement>(".tile-button")?.focus();
      this.anchor = undefined;
      this.endSelection();
      this.leave();
    } else return;
    // The keys of the board are not meant here.
    event.preventDefault();
    event.stopPropagation();
  }

  private go(place: number): void {
    this.place = place;
    this.context.cursor.set(this.data.times[place]);
    this.speak(place);
    const { area } = this.slot;
    if (!area) return;
    if (this.anchor === undefined) this.brush.hidden = true;
    else this.showBrush(area.xOf(this.anchor), area.xOf(place));
    const { left, top } = this.plot.getBoundingClientRect();
    const time = this.data.times[place]!;
    showTip({ x: left + area.xOf(place), y: top + area.top }, moment(time), this.rows(place));
  }

  /** Names and values at a place, for a screen reader. */
  private speak(place: number): void {
    const time = this.data.times[place];
    if (time === undefined) return;
    const rows = this.rows(place);
    const values = rows.slice(0, SPOKEN).map(({ name, value }) => `${name} ${value}`);
    const more = rows.length > SPOKEN ? [`and ${rows.length - SPOKEN} more`] : [];
    const words = rows.length > 0 ? [...values, ...more].join(", ") : "no values";
    setAttribute(this.plot, "aria-valuenow", String(place));
    setAttribute(this.plot, "aria-valuetext", `${moment(time)}: ${words}`);
  }

  /** The values at a place, largest first. */
  private rows(place: number) {
    const { heat, series } = this.data;
    if (heat) return heatRows(heat.plot, place);
    const valueAt = (one: LiveSeries) => one.points[place] ?? null;
    return series
      .filter((one) => !this.context.hidden.has(one.name) && valueAt(one) !== null)
      .sort((a, b) => valueAt(b)! - valueAt(a)!)
      .map((one) => ({ name: one.name, color: one.color, value: formatValue(valueAt(one)!, one.unit) }));
  }

  private zoomTo(a: number | undefined, b: number | undefined): void {
    if (a === undefined || b === undefined) return;
    const [start, end] = [Math.min(a, b), Math.max(a, b)];
    if (end - start >= SHORTEST) this.context.zoom({ start: Math.round(start), end: Math.round(end) });
  }

  private showBrush(a: number, b: number): void {
    const { area } = this.slot;
    if (!area) return;
    const [from, to] = [Math.max(Math.min(a, b), area.left), Math.min(Math.max(a, b), area.right)];
    this.brush.hidden = false;
    setStyle(this.brush, "left", `${from}px`);
    setStyle(this.brush, "width", `${Math.max(to - from, 1)}px`);
    setStyle(this.brush, "top", `${area.top}px`);
    setStyle(this.brush, "height", `${area.bottom - area.top}px`);
  }

  private xOf(event: PointerEvent): number {
    return event.clientX - this.plot.getBoundingClientRect().left;
  }

  /** Times are evenly spaced along X, except where the service had points at odd times. */
  private timeAt(x: number): number | undefined {
    const { times } = this.data;
    const { area } = this.slot;
    const [first, last] = [times[0], times.at(-1)];
    if (!area || first === undefined || last === undefined) return undefined;
    const [from, to] = [area.xOf(0), area.xOf(times.length - 1)];
    const share = to > from ? (x - from) / (to - from) : 0;
    return Math.min(Math.max(first + share * (last - first), first), last);
  }

  private indexAt(x: number): number {
    const { area } = this.slot;
    const count = this.data.times.length;
    if (!area || count === 0) return -1;
    const [from, to] = [area.xOf(0), area.xOf(count - 1)];
    if (to <= from) return 0;
    return Math.min(Math.max(Math.round(((x - from) / (to - from)) * (count - 1)), 0), count - 1);
  }
}

function nearest(times: readonly number[], time: number): number {
  let best = -1;
  for (const [i, one] of times.entries())
    if (best < 0 || Math.abs(one - time) < Math.abs(times[best]! - time)) best = i;
  return best;
}

/** The fullest buckets of a column. */
function heatRows(plot: NonNullable<LiveChartData["heat"]>["plot"], place: number) {
  const { bounds, columns } = plot.heat!;
  return (columns[place] ?? [])
    .map((heat, row) => ({ heat, row }))
    .filter(({ heat }) => heat > 0.02)
    .sort((a, b) => b.heat - a.heat)
    .map(({ heat, row }) => ({
      name: `${formatValue(bounds[row] ?? 0, plot.unit)} – ${formatValue(bounds[row + 1] ?? 0, plot.unit)}`,
      color: 0,
      value: `${Math.round(heat * 100)}% of the fullest`,
    }));
}
