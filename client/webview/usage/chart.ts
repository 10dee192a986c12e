import type { AxesSpec, ChartColor } from "../../../core/grid/charts/spec";
import { colorClass } from "../picture/widgets/legend";
import { type Chart, drawChart, onThemeChange, readTheme } from "../shared/charts/chart";
import { createElement, setAttribute } from "../shared/dom";
import { bucketText, edgesText, formatNumber, isUnknown } from "./labels";
import type { UsageView } from "./messages";

interface Class {
  readonly id: "status200" | "status300" | "status400" | "status500" | "status429";
  readonly name: string;
  readonly color: ChartColor;
}

/** The 4xx of the stack hold the 429s, as the service counts them; the 429s have a line of their own besides. */
const CLASSES: readonly Class[] = [
  { id: "status200", name: "2xx", color: "good" },
  { id: "status300", name: "3xx", color: "info" },
  { id: "status400", name: "4xx", color: "fair" },
  { id: "status500", name: "5xx", color: "bad" },
  { id: "status429", name: "429", color: 3 },
];

/** Answers over time by class, with a legend whose entries switch the classes on and off. */
export class UsageChart {
  readonly root = createElement("section", "usage-chart", { "aria-label": "Responses over time" });
  private readonly canvas = createElement("div", "chart usage-canvas");
  private readonly legend = createElement("div", "usage-legend", {
    role: "group",
    "aria-label": "Status classes in the chart",
  });
  private readonly edges = createElement("span", "usage-edges");
  private readonly buttons = new Map<Class["id"], HTMLButtonElement>();
  private hidden = new Set<string>();
  private chart: Chart | undefined;
  private view: UsageView | undefined;

  constructor(private readonly changed: (hidden: readonly string[]) => void) {
    for (const one of CLASSES) this.legend.append(this.button(one));
    this.root.append(createElement("div", "usage-legend-line", {}, this.legend, this.edges), this.canvas);
    onThemeChange(() => this.redraw());
    new ResizeObserver(() => this.chart?.resize()).observe(this.canvas);
  }

  show(view: UsageView, hidden: readonly string[]): void {
    this.view = view;
    this.hidden = new Set(hidden);
    this.edges.textContent = edgesText(view);
    for (const [id, button] of this.buttons)
      setAttribute(button, "aria-pressed", String(!this.hidden.has(id)));
    this.redraw();
  }

  private redraw(): void {
    const { view } = this;
    if (!view || !this.root.isConnected) return;
    const spec = specOf(view, this.hidden);
    const theme = readTheme();
    if (this.chart) this.chart.update(spec, theme);
    else this.chart = drawChart(this.canvas, spec, theme, { interactive: true });
  }

  private button({ id, name, color }: Class): HTMLButtonElement {
    const words = id === "status429" ? "429 (right axis)" : name;
    const swatch = createElement(
      "span",
      `swatch ${id === "status429" ? "swatch-line " : ""}${colorClass(color)}`,
    );
    const button = createElement(
      "button",
      "legend-button",
      { type: "button", "aria-pressed": "true" },
      swatch,
      words,
    );
    button.addEventListener("click", () => {
      if (!this.hidden.delete(id)) this.hidden.add(id);
      setAttribute(button, "aria-pressed", String(!this.hidden.has(id)));
      this.redraw();
      this.changed([...this.hidden]);
    });
    this.buttons.set(id, button);
    return button;
  }
}

function specOf(view: UsageView, hidden: ReadonlySet<string>): AxesSpec {
  const shown = CLASSES.filter(({ id }) => !hidden.has(id));
  return {
    kind: "axes",
    x: { labels: view.buckets.map(({ date }) => bucketText(date, view.granularity)), title: "" },
    y: [
      { title: "", unit: "", log: false, left: true },
      { title: "", unit: "", log: false },
    ],
    series: shown.map(({ id, name, color }) => ({
      name,
      color,
      shape: id === "status429" ? "line" : "bar",
      axis: id === "status429" ? 1 : 0,
      stack: id === "status429" ? "" : "classes",
      strong: id === "status429",
      values: view.buckets.map((bucket) => {
        if (bucket.requests === 0 && isUnknown(view, bucket.date)) return null;
        return id === "status400" ? bucket.other400 + bucket.status429 : bucket[id];
      }),
    })),
    lines: [],
    horizontal: false,
    bare: false,
  };
}

/** What the chart shows in one sentence: its busiest bucket, and the one with the most 429s. */
export function chartSentence(view: UsageView): string {
  const busiest = [...view.buckets].sort((a, b) => b.requests - a.requests)[0];
  const limited = [...view.buckets].sort((a, b) => b.status429 - a.status429)[0];
  if (!busiest || busiest.requests === 0) return "No requests in any of these days.";
  const most = `Most requests from ${bucketText(busiest.date, view.granularity)}: ${formatNumber(busiest.requests)}.`;
  if (!limited || limited.status429 === 0) return `${most} No 429s.`;
  return `${most} Most 429s from ${bucketText(limited.date, view.granularity)}: ${formatNumber(limited.status429)}.`;
}
