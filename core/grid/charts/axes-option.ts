import { bytesIn, formatValue } from "../samples/units";
import type { ChartOption } from "./option";
import { type Size, smallFontSize } from "./size";
import type { AxesSpec, AxisSpec, Categories, LineSpec, SeriesSpec } from "./spec";
import { type ChartTheme, resolveColor, withAlpha } from "./theme";

/** Below these pixels a chart has no axes, and below this height no labels along X, which would take half of it. */
const ROOM_FOR_AXES = { width: 150, height: 26 };
const ROOM_FOR_LABELS = 44;
/** Below this height values have a label at either end and none between. */
const ROOM_FOR_STEPS = 76;

/** Below this width the names of the axes would take the room of the curves. */
const ROOM_FOR_TITLES = 240;
/** More points than there are pixels are thinned out. */
const MANY_POINTS = 500;
const STROKES = ["solid", "dashed", "dotted", [8, 3, 2, 3], [2, 6], [12, 4]] as const;

export function axesOption(spec: AxesSpec, theme: ChartTheme, size: Size, interactive: boolean): ChartOption {
  const { along, values: words } = shownAxes(spec.bare, spec.horizontal, size);
  const category = categoryAxis(spec, theme, size, along);
  const values = spec.y.map((axis, index) => valueAxis(spec, axis, index, theme, size, words));
  return {
    grid: gridOf(words || along),
    ...(spec.horizontal
      ? { yAxis: category, xAxis: values.slice(0, 1) }
      : { xAxis: category, yAxis: values }),
    series: spec.series.map((series, index) =>
      seriesOption(spec, series, index, theme, words ? size : undefined, interactive),
    ),
  };
}

/** Which axes there is room for. A low chart keeps the one at its side, which costs no height. */
export function shownAxes(
  bare: boolean,
  horizontal: boolean,
  { width, height }: Size,
): { readonly along: boolean; readonly values: boolean } {
  const beside = !bare && width >= ROOM_FOR_AXES.width && height >= ROOM_FOR_AXES.height;
  const below = beside && height >= ROOM_FOR_LABELS;
  return horizontal ? { along: beside, values: below } : { along: below, values: beside };
}

/** Distances in pixels; labels and titles of the axes are kept inside of them. */
export function gridOf(hasTitles: boolean): Record<string, unknown> {
  if (!hasTitles) return { left: 1, right: 1, top: 3, bottom: 2, outerBoundsMode: "none" };
  // The legs of letters reach below what is measured.
  return { left: 6, right: 8, top: 9, bottom: 4, outerBoundsMode: "same", outerBoundsContain: "all" };
}

function categoryAxis(
  spec: AxesSpec,
  theme: ChartTheme,
  size: Size,
  words: boolean,
): Record<string, unknown> {
  const hasBars = spec.series.some(({ shape }) => shape === "bar");
  return {
    type: "category",
    data: [...spec.x.labels],
    boundaryGap: hasBars || spec.x.labels.length < 2,
    inverse: spec.horizontal,
    show: words,
    ...titleOf(spec.x.title, theme, size),
    axisLine: { lineStyle: { color: theme.grid } },
    axisTick: { show: false },
    axisLabel: {
      color: theme.mutedTextColor,
      fontSize: smallFontSize(theme),
      hideOverlap: true,
      ...(spec.horizontal ? {} : intervalOf(spec.x, size.width, theme)),
      ...(spec.horizontal ? { width: size.width * 0.34, overflow: "truncate" } : {}),
    },
  };
}

function isLeft(spec: AxesSpec, index: number): boolean {
  return index === 0 ? spec.y[0]?.left === true : spec.y[0]?.left !== true;
}

/** Labels at the steps that look well, as many as there is room for. */
export function intervalOf(x: Categories, width: number, theme: ChartTheme): Record<string, unknown> {
  const longest = Math.max(...x.labels.map(({ length }) => length), 1);
  const room = Math.max(Math.floor(width / (longest * smallFontSize(theme) * 0.62 + 14)), 1);
  const places = x.places?.find(({ length }) => length <= room);
  if (places) {
    const labeled = new Set(places);
    return { interval: (index: number) => labeled.has(index) };
  }
  const step = x.steps?.find((every) => x.labels.length / every <= room);
  return step === undefined ? {} : { interval: (index: number) => index % step === 0 };
}

function valueAxis(
  spec: AxesSpec,
  axis: AxisSpec,
  index: number,
  theme: ChartTheme,
  size: Size,
  words: boolean,
): Record<string, unknown> {
  const lines = spec.lines.filter((line) => line.axis === index).map(({ value }) => value);
  const room = spec.horizontal ? size.width / 90 : size.height < ROOM_FOR_STEPS ? 1 : size.height / 46;
  return {
    type: axis.log ? "log" : "value",
    show: words,
    ...(spec.horizontal ? {} : { position: isLeft(spec, index) ? "left" : "right" }),
    ...titleOf(axis.title, theme, size),
    splitNumber: stepsIn(room),
    scale: false,
    ...ticks(spec, axis, index, lines, room),
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: words && index === 0, lineStyle: { color: theme.grid, width: 1 } },
    axisLabel: {
      color: theme.mutedTextColor,
      fontSize: smallFontSize(theme),
      hideOverlap: true,
      formatter: (value: number) => formatValue(value, axis.unit),
    },
  };
}

function stepsIn(room: number): number {
  return room <= 1 ? 1 : Math.max(2, Math.min(5, Math.round(room)));
}

const BINARY_STEPS = [1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256, 512, 1024];
const DECIMAL_STEPS = [1, 2, 2.5, 5, 10];

/**
 * Where the ticks are, for axes of which the chart library knows too little: steps that are round in bytes and their
 * multiples by 1024, and axes that have to reach as far as their reference lines.
 */
function ticks(
  spec: AxesSpec,
  axis: AxisSpec,
  index: number,
  lines: readonly number[],
  room: number,
): Record<string, unknown> {
  if (axis.log) return reachingLog(lines);
  const bytes = bytesIn(axis.unit);
  if (bytes === undefined && lines.length === 0) return {};
  const highest = Math.max(highestOf(spec, index), ...lines, 0);
  const lowest = Math.min(...lines, 0);
  const wanted = (highest - lowest) / stepsIn(room);
  if (!(wanted > 0)) return {};
  const step = bytes === undefined ? decimalStep(wanted) : binaryStep(wanted * bytes) / bytes;
  // Room for the words above a line; a line at the lower end has its words above as well.
  const top = Math.max(...lines) >= highest ? highest * 1.04 : highest * 1.001;
  if (!Number.isFinite(top + 10 * step)) return {};
  return { interval: step, min: Math.floor(lowest / step) * step, max: Math.ceil(top / step) * step };
}

function binaryStep(wanted: number): number {
  const power = 1024 ** Math.max(Math.floor(Math.log(wanted) / Math.log(1024)), 0);
  return (BINARY_STEPS.find((nice) => nice * power >= wanted * 0.9) ?? 1024) * power;
}

function decimalStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const nice = DECIMAL_STEPS.find((one) => one * power >= wanted * 0.9) ?? 10;
  return Number((nice * power).toPrecision(6));
}

/** The highest point on an axis, stacks added up. */
function highestOf(spec: AxesSpec, axis: number): number {
  const stacks = new Map<string, number[]>();
  let highest = 0;
  for (const series of spec.series) {
    if (series.axis !== axis) continue;
    const below = series.stack ? (stacks.get(series.stack) ?? []) : [];
    for (const [i, value] of series.values.entries()) {
      below[i] = (below[i] ?? 0) + (value ?? 0);
      highest = Math.max(highest, below[i]);
    }
    if (series.stack) stacks.set(series.stack, below);
  }
  return highest;
}

/** A logarithmic axis ends at a power of ten. */
function reachingLog(lines: readonly number[]): Record<string, unknown> {
  const highest = Math.max(...lines);
  if (!(highest > 0)) return {};
  const end = 10 ** Math.ceil(Math.log10(highest * 1.02));
  return { max: (range: { max: number }) => (range.max > end ? null : end) };
}

export function titleOf(title: string, theme: ChartTheme, size: Size): Record<string, unknown> {
  if (title === "" || size.width < ROOM_FOR_TITLES) return {};
  return {
    name: title,
    nameLocation: "middle",
    nameGap: 8,
    nameMoveOverlap: true,
    nameTextStyle: { color: theme.mutedTextColor, fontSize: smallFontSize(theme) },
    nameTruncate: { maxWidth: 240, ellipsis: "…" },
  };
}

function seriesOption(
  spec: AxesSpec,
  series: SeriesSpec,
  index: number,
  theme: ChartTheme,
  room: Size | undefined,
  interactive: boolean,
): Record<string, unknown> {
  const color = resolveColor(theme, series.color);
  const shown = series.faint ? withAlpha(color, 0.45) : color;
  const own = {
    name: series.name,
    data: [...series.values],
    ...(spec.horizontal ? {} : { yAxisIndex: Math.min(series.axis, spec.y.length - 1) }),
    ...(series.stack ? { stack: series.stack, stackStrategy: "all" } : {}),
    silent: !interactive,
    emphasis: { disabled: true },
    ...marksOf(spec, series, index, theme, room),
  };
  if (series.shape === "bar") {
    const many = spec.x.labels.length >= 40;
    return {
      ...own,
      type: "bar",
      barCategoryGap: spec.x.labels.length > 30 ? "12%" : "28%",
      barMaxWidth: 46,
      // Bars without room for a border are one path and not an element each.
      large: many,
      largeThreshold: 1,
      itemStyle: {
        color: shown,
        borderColor: theme.surface,
        borderWidth: series.stack && !many ? 1 : 0,
      },
    };
  }
  const stroke = series.dashed ? "dashed" : theme.forced ? STROKES[index % STROKES.length] : "solid";
  return {
    ...own,
    type: "line",
    showSymbol: false,
    symbol: "circle",
    symbolSize: 5,
    ...(series.values.length > MANY_POINTS ? { sampling: "lttb" } : {}),
    connectNulls: false,
    lineStyle: {
      color: shown,
      width: spec.bare ? 1.6 : series.shape === "area" ? 1.2 : series.strong ? 2.2 : 1.7,
      type: stroke,
      ...(series.strong ? { shadowColor: theme.surface, shadowBlur: 3 } : {}),
    },
    itemStyle: { color: color },
    ...(series.shape === "area"
      ? { areaStyle: { color: withAlpha(color, series.faint ? 0.2 : 0.45), opacity: 1 } }
      : {}),
  };
}

/** Reference lines belong to the first series of their axis. */
function marksOf(
  spec: AxesSpec,
  series: SeriesSpec,
  index: number,
  theme: ChartTheme,
  room: Size | undefined,
): Record<string, unknown> {
  if (spec.series.findIndex(({ axis }) => axis === series.axis) !== index) return {};
  const lines = spec.lines.filter(({ axis }) => axis === series.axis);
  if (lines.length === 0) return {};
  const at = spec.horizontal ? "xAxis" : "yAxis";
  const tinted = lines.filter(({ tint }) => tint !== undefined);
  return {
    markLine: {
      silent: true,
      symbol: "none",
      animation: false,
      data: lines.map((line) => ({
        [at]: line.value,
        name: line.label,
        lineStyle: { color: resolveColor(theme, line.color), type: [6, 4], width: 1.4 },
        label: {
          show: room !== undefined && line.label !== "" && fits(line.label, room, theme),
          // At the end of its own axis, so that labels of both do not meet.
          position: spec.horizontal || isLeft(spec, line.axis) ? "insideStartTop" : "insideEndTop",
          formatter: () => line.label,
          color: theme.textColor,
          fontSize: smallFontSize(theme),
          distance: [2, 2],
        },
      })),
    },
    ...(tinted.length > 0
      ? {
          markArea: {
            silent: true,
            animation: false,
            data: tinted.map((line) => tintOf(line, at, theme)),
          },
        }
      : {}),
  };
}

/** The words of a line stand inside the axes, or not at all. */
function fits(words: string, room: Size, theme: ChartTheme): boolean {
  return words.length * smallFontSize(theme) * 0.58 < room.width - 100;
}

/** From the line to the edge of the chart: a side that is left open goes that far, beyond the highest or lowest value. */
function tintOf(line: LineSpec, at: string, theme: ChartTheme): readonly Record<string, unknown>[] {
  const itemStyle = { color: withAlpha(resolveColor(theme, line.color), 0.14) };
  return line.tint === "above"
    ? [{ [at]: line.value, itemStyle }, {}]
    : [{ itemStyle }, { [at]: line.value }];
}
