import { formatValue } from "../samples/units";
import type { ChartOption } from "./option";
import { type Size, smallFontSize } from "./size";
import type { GaugeSpec, PieSpec, TreemapNode, TreemapSpec } from "./spec";
import { type ChartTheme, resolveColor, withAlpha } from "./theme";

export function pieOption(spec: PieSpec, theme: ChartTheme, size: Size, interactive: boolean): ChartOption {
  const total = spec.slices.reduce((sum, { value }) => sum + value, 0);
  const labels = spec.labels && size.width >= 220 && size.height >= 110;
  // Names beside the slices have the room that they need, as far as there is any.
  const longest = Math.max(...spec.slices.map((_, at) => sliceText(spec, at, total).length), 0);
  const side = size.width / 2 - longest * smallFontSize(theme) * 0.58 - 22;
  const share = Math.min(0.68, Math.max(0.5, side / (Math.min(size.width, size.height) / 2)));
  const outer = labels ? `${Math.round(share * 100)}%` : "94%";
  return {
    series: [
      {
        type: "pie",
        silent: !interactive,
        emphasis: { disabled: true },
        radius: [spec.donut ? (labels ? `${Math.round(share * 59)}%` : "56%") : 0, outer],
        center: ["50%", "50%"],
        startAngle: 90,
        stillShowZeroSum: false,
        avoidLabelOverlap: true,
        itemStyle: { borderColor: theme.surface, borderWidth: 1.5 },
        label: {
          show: labels,
          color: theme.textColor,
          fontSize: smallFontSize(theme),
          formatter: ({ dataIndex }: { dataIndex: number }) => sliceText(spec, dataIndex, total),
        },
        labelLine: { show: labels, length: 6, length2: 6, lineStyle: { color: theme.mutedTextColor } },
        data: spec.slices.map(({ name, value, color }) => ({
          name,
          value,
          itemStyle: { color: resolveColor(theme, color) },
        })),
      },
    ],
  };
}

function sliceText(spec: PieSpec, index: number, total: number): string {
  const slice = spec.slices[index];
  if (!slice || total === 0) return "";
  return `${slice.name.replace(/[{}|]/g, " ")} ${Math.round((slice.value / total) * 100)}%`;
}

export function treemapOption(spec: TreemapSpec, theme: ChartTheme, size: Size): ChartOption {
  const words = size.width >= 150 && size.height >= 84;
  const nodeOf = (node: TreemapNode, depth: number): Record<string, unknown> => ({
    name: node.name,
    value: node.value,
    itemStyle: {
      color: withAlpha(resolveColor(theme, node.color), depth === 0 ? 0.85 : 0.6),
      borderColor: theme.surface,
    },
    ...(node.children ? { children: node.children.map((child) => nodeOf(child, depth + 1)) } : {}),
  });
  return {
    series: [
      {
        type: "treemap",
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
        roam: false,
        nodeClick: false,
        silent: true,
        breadcrumb: { show: false },
        emphasis: { disabled: true },
        label: { show: false },
        upperLabel: { show: false },
        levels: [
          { itemStyle: { gapWidth: 3, borderWidth: 0, borderColor: theme.surface } },
          {
            itemStyle: { gapWidth: 1, borderWidth: 0, borderColor: theme.surface },
            upperLabel: {
              show: words,
              height: 18,
              color: theme.textColor,
              fontSize: smallFontSize(theme),
              formatter: "{b}",
            },
          },
          {
            itemStyle: { gapWidth: 1, borderWidth: 0 },
            label: {
              show: words,
              color: theme.textColor,
              fontSize: smallFontSize(theme),
              overflow: "truncate",
            },
          },
        ],
        data: spec.nodes.map((node) => nodeOf(node, 0)),
      },
    ],
  };
}

/** A dial of three quarters of a circle: the state's color up to the value, thin bands outside for the states. */
export function gaugeOption(spec: GaugeSpec, theme: ChartTheme, size: Size): ChartOption {
  // The dial reaches from its top to the ends of its arc: 1.57 times its radius.
  const radius = Math.max(Math.min(size.height * 0.6, size.width * 0.476), 12);
  const thick = Math.max(5, Math.round(radius * 0.16));
  const ends = radius >= 56 && size.width >= 2 * radius + 70;
  const share = (value: number) => Math.min(Math.max((value - spec.low) / (spec.high - spec.low || 1), 0), 1);
  const dial = {
    type: "gauge",
    silent: true,
    startAngle: 215,
    endAngle: -35,
    min: spec.low,
    max: spec.high,
    center: ["50%", radius + 4],
    pointer: { show: false },
    anchor: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    title: { show: false },
    detail: { show: false },
    axisLabel: { show: false },
    animation: false,
  };
  const bands = spec.bands.map(({ to, color }) => [share(to), resolveColor(theme, color)] as const);
  return {
    series: [
      {
        ...dial,
        radius: radius - 4,
        progress: {
          show: true,
          width: thick,
          roundCap: false,
          itemStyle: { color: resolveColor(theme, spec.color) },
        },
        axisLine: { lineStyle: { width: thick, color: [[1, theme.grid]] } },
        splitNumber: 1,
        axisLabel: {
          show: ends,
          // Outside of the dial: the library puts them 10 pixels and this distance inside.
          distance: -26 - smallFontSize(theme),
          color: theme.mutedTextColor,
          fontSize: smallFontSize(theme),
          formatter: (value: number) => formatValue(value, spec.unit),
          rotate: 0,
        },
        data: [{ value: Math.min(Math.max(spec.value, spec.low), spec.high) }],
      },
      ...(bands.length > 0
        ? [
            {
              ...dial,
              radius,
              axisLine: { lineStyle: { width: 3, color: bands } },
              data: [],
            },
          ]
        : []),
    ],
  };
}
