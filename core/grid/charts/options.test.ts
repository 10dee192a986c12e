import { describe, expect, it } from "vitest";
import { optionOf } from "./options";
import type { AxesSpec, SeriesSpec } from "./spec";
import type { ChartTheme } from "./theme";

const THEME: ChartTheme = {
  textColor: "rgb(1, 1, 1)",
  mutedTextColor: "rgb(2, 2, 2)",
  grid: "rgb(3, 3, 3)",
  surface: "rgb(4, 4, 4)",
  palette: ["rgb(10, 0, 0)", "rgb(20, 0, 0)"],
  good: "rgb(0, 1, 0)",
  info: "rgb(0, 2, 0)",
  fair: "rgb(0, 3, 0)",
  bad: "rgb(0, 4, 0)",
  neutral: "rgb(0, 5, 0)",
  font: "sans",
  fontSize: 13,
  forced: false,
};
const LARGE = { width: 800, height: 400 };
const series = (values: SeriesSpec["values"], more: Partial<SeriesSpec> = {}): SeriesSpec => ({
  name: "s",
  shape: "line",
  axis: 0,
  color: 0,
  stack: "",
  values,
  ...more,
});
const axes = (more: Partial<AxesSpec> = {}): AxesSpec => ({
  kind: "axes",
  x: { labels: ["1", "2", "3"], title: "" },
  y: [{ title: "", unit: "", log: false }],
  series: [series([1, 2, 3])],
  lines: [],
  horizontal: false,
  bare: false,
  ...more,
});
/** Options are plain data for ECharts; their types there are open. */
// biome-ignore lint/suspicious/noExplicitAny: as above
const draw = (spec: AxesSpec, size = LARGE, theme = THEME): any => optionOf(spec, theme, size, true);

describe("axes", () => {
  it("have labels only where there is room, and none in a spark chart", () => {
    expect(draw(axes()).yAxis[0].show).toBe(true);
    expect(draw(axes(), { width: 120, height: 400 }).yAxis[0].show).toBe(false);
    const low = draw(axes(), { width: 600, height: 40 });
    expect([low.yAxis[0].show, low.xAxis.show]).toEqual([true, false]);
    const both = draw(axes(), { width: 600, height: 70 });
    expect([both.yAxis[0].show, both.xAxis.show]).toEqual([true, true]);
    expect(draw(axes({ bare: true })).xAxis.show).toBe(false);
  });

  it("stand at the right first and at the left second, unless the first is set to the left", () => {
    const axis = { title: "", unit: "", log: false };
    const positions = (y: AxesSpec["y"]) =>
      draw(axes({ y })).yAxis.map(({ position }: { position: string }) => position);
    expect(positions([axis, axis])).toEqual(["right", "left"]);
    expect(positions([{ ...axis, left: true }])).toEqual(["left"]);
  });

  it("step by powers of two for bytes", () => {
    const y = [{ title: "", unit: "By", log: false }];
    const { interval, min, max } = draw(axes({ y, series: [series([3 * 1024 ** 2])] })).yAxis[0];
    expect(interval % 1024 ** 2).toBe(0);
    expect([min, max >= 3 * 1024 ** 2, max % interval]).toEqual([0, true, 0]);
  });

  it("reach beyond their reference lines, and a logarithmic one to the next power of ten", () => {
    const line = { value: 90, label: "limit", axis: 0, color: "bad" as const };
    expect(draw(axes({ lines: [line] })).yAxis[0].max).toBeGreaterThan(90);
    const log = draw(axes({ y: [{ title: "", unit: "", log: true }], lines: [line] })).yAxis[0];
    expect([log.type, log.max({ max: 3 }), log.max({ max: 5000 })]).toEqual(["log", 100, null]);
  });

  it("change places in a horizontal chart", () => {
    const { xAxis, yAxis } = draw(axes({ horizontal: true }));
    expect([xAxis[0].type, yAxis.type, yAxis.data]).toEqual(["value", "category", ["1", "2", "3"]]);
  });

  it("keep labels at the steps that look well", () => {
    const labels = Array.from({ length: 60 }, (_, at) => `12:${at}`);
    const { interval } = draw(axes({ x: { labels, title: "", steps: [1, 10, 30] } })).xAxis.axisLabel;
    expect([0, 5, 10, 20].map(interval)).toEqual([true, false, true, true]);
  });
});

describe("series", () => {
  it("are told apart by their strokes where there are few colors", () => {
    const both = axes({ series: [series([1]), series([2])] });
    const strokes = (theme: ChartTheme) =>
      draw(both, LARGE, theme).series.map((s: { lineStyle: { type: unknown } }) => s.lineStyle.type);
    expect(strokes(THEME)).toEqual(["solid", "solid"]);
    expect(strokes({ ...THEME, forced: true })).toEqual(["solid", "dashed"]);
  });

  it("are thinned out when there are more points than pixels, and keep their gaps", () => {
    const many = draw(axes({ series: [series(Array(600).fill(1)), series([1, null, 3])] })).series;
    expect([many[0].sampling, many[1].sampling, many[1].data[1], many[1].connectNulls]).toEqual([
      ...["lttb", undefined, null, false],
    ]);
  });

  it("carry the reference lines of their axis, once", () => {
    const line = { value: 2, label: "limit", axis: 0, color: "bad" as const, tint: "above" as const };
    const [first, second] = draw(axes({ series: [series([1]), series([2])], lines: [line] })).series;
    expect(first.markLine.data).toMatchObject([{ yAxis: 2, lineStyle: { color: THEME.bad } }]);
    // "max" would be the highest value, which may lie below the line.
    expect(first.markArea.data).toMatchObject([[{ yAxis: 2 }, {}]]);
    expect(first.markArea.data[0][1]).toEqual({});
    expect(second.markLine).toBeUndefined();
    const below = draw(axes({ lines: [{ ...line, tint: "below" }] })).series[0].markArea.data[0];
    expect([below[0].yAxis, below[1]]).toEqual([undefined, { yAxis: 2 }]);
  });

  it("beyond the palette are nearer to the color of the words, the same in a chart and in its legend", () => {
    const colors = (color: number) =>
      draw(axes({ series: [series([1], { color })] })).series[0].itemStyle.color;
    expect([colors(0), colors(12)]).toEqual(["rgb(10, 0, 0)", "rgb(10, 0, 0)"]);
    expect(colors(2)).not.toBe(colors(0));
  });
});

describe("round charts", () => {
  it("show each slice's share, and nothing of markup", () => {
    const slices = [
      { name: "a{b|c}", value: 1, color: 0 },
      { name: "d", value: 3, color: 1 },
    ];
    const option = optionOf(
      { kind: "pie", donut: true, labels: true, unit: "", slices },
      ...([THEME, LARGE, false] as const),
    );
    const [pie] = option["series"] as [{ label: { show: boolean; formatter(at: object): string } }];
    expect(pie.label.show).toBe(true);
    expect([0, 1].map((dataIndex) => pie.label.formatter({ dataIndex }))).toEqual(["a b c  25%", "d 75%"]);
  });
});
