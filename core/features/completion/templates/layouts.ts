import { DASHBOARD_STARTS } from "../../../grid/starts";
import { literalStop, stringWithStops, type ValueTemplate } from "../template";
import type { Templates, TemplateVariant } from "./variant";
import { firstWidget } from "./widgets";

const mosaic = (columns: number): ValueTemplate => ({
  columns,
  tiles: [{ width: columns / 2, height: columns / 3, widget: firstWidget }],
});

const grid: ValueTemplate = { columns: stringWithStops`${["2", "3", "1"]}`, widgets: [firstWidget] };
const line: ValueTemplate = { widgets: [firstWidget] };

const name = stringWithStops`${"New dashboard"}`;

const DASHBOARDS: readonly TemplateVariant[] = [
  {
    label: DASHBOARD_STARTS.plain,
    about: "A 48-column mosaic layout, as the console creates it, with one chart.",
    value: { displayName: name, mosaicLayout: mosaic(48) },
  },
  {
    label: DASHBOARD_STARTS.variable,
    about: "A mosaic layout with a chart that is filtered by a template variable.",
    value: {
      displayName: name,
      dashboardFilters: [
        {
          filterType: "RESOURCE_LABEL",
          labelKey: "cluster",
          templateVariable: "cluster",
          valueType: "STRING",
        },
      ],
      mosaicLayout: {
        columns: 48,
        tiles: [
          {
            width: 24,
            height: 16,
            widget: {
              title: stringWithStops`${"Requests"}`,
              xyChart: {
                dataSets: [
                  {
                    timeSeriesQuery: { prometheusQuery: "sum(rate(http_requests_total{${cluster}}[5m]))" },
                    plotType: "LINE",
                    targetAxis: "Y1",
                  },
                ],
              },
            },
          },
        ],
      },
    },
  },
  {
    label: DASHBOARD_STARTS.sections,
    about: "A mosaic layout with a section header and a collapsible group.",
    value: {
      displayName: name,
      mosaicLayout: {
        columns: 48,
        tiles: [
          {
            width: 48,
            height: 4,
            widget: { title: stringWithStops`${"Overview"}`, sectionHeader: { dividerBelow: true } },
          },
          {
            yPos: 4,
            width: 48,
            height: 16,
            widget: {
              title: stringWithStops`${"Machines"}`,
              collapsibleGroup: { collapsed: literalStop(false, true) },
            },
          },
          { yPos: 4, width: 24, height: 16, widget: firstWidget },
        ],
      },
    },
  },
  {
    label: DASHBOARD_STARTS.grid,
    about: "Widgets of equal size in a grid.",
    value: { displayName: name, gridLayout: grid },
  },
];

/** Whole dashboards and the four layouts. */
export const layoutTemplates: Templates = {
  Dashboard: () => DASHBOARDS,
  MosaicLayout: () => [
    {
      label: "mosaic of 48 columns",
      about: "Freely placed tiles, as the console creates them.",
      value: mosaic(48),
    },
    { label: "mosaic of 12 columns", about: "Freely placed tiles on a coarser grid.", value: mosaic(12) },
  ],
  GridLayout: () => [{ label: "grid", about: "Widgets of equal size in a grid.", value: grid }],
  RowLayout: () => [{ label: "rows", about: "Rows of widgets side by side.", value: { rows: [line] } }],
  ColumnLayout: () => [
    { label: "columns", about: "Columns of stacked widgets.", value: { columns: [line] } },
  ],
  Row: () => [{ label: "row", about: "Widgets side by side.", value: line }],
  Column: () => [{ label: "column", about: "Stacked widgets.", value: line }],
};
