import { fill, literal, type Template } from "../template";
import type { Templates, Variant } from "./variant";
import { firstWidget } from "./widgets";

const mosaic = (columns: number): Template => ({
  columns,
  tiles: [{ width: columns / 2, height: columns / 3, widget: firstWidget }],
});

const grid: Template = { columns: fill`${["2", "3", "1"]}`, widgets: [firstWidget] };
const line: Template = { widgets: [firstWidget] };

const name = fill`${"New dashboard"}`;

const DASHBOARDS: readonly Variant[] = [
  {
    label: "dashboard",
    about: "A mosaic of tiles on 48 columns, as the console writes it, with a first chart.",
    value: { displayName: name, mosaicLayout: mosaic(48) },
  },
  {
    label: "dashboard with a template variable",
    about: "A mosaic whose chart follows a variable that readers choose a value for.",
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
              title: fill`${"Requests"}`,
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
    label: "dashboard with sections",
    about: "A mosaic with a section header and a group that readers can fold.",
    value: {
      displayName: name,
      mosaicLayout: {
        columns: 48,
        tiles: [
          {
            width: 48,
            height: 4,
            widget: { title: fill`${"Overview"}`, sectionHeader: { dividerBelow: true } },
          },
          {
            yPos: 4,
            width: 48,
            height: 16,
            widget: { title: fill`${"Machines"}`, collapsibleGroup: { collapsed: literal(false, true) } },
          },
          { yPos: 4, width: 24, height: 16, widget: firstWidget },
        ],
      },
    },
  },
  {
    label: "dashboard in a grid",
    about: "Widgets of equal size, one after the other.",
    value: { displayName: name, gridLayout: grid },
  },
];

/** Whole dashboards and the four layouts. */
export const layoutTemplates: Templates = {
  Dashboard: () => DASHBOARDS,
  MosaicLayout: () => [
    {
      label: "mosaic of 48 columns",
      about: "Tiles at any place, as the console writes them.",
      value: mosaic(48),
    },
    { label: "mosaic of 12 columns", about: "Tiles at any place, on a coarser grid.", value: mosaic(12) },
  ],
  GridLayout: () => [{ label: "grid", about: "Widgets of equal size, one after the other.", value: grid }],
  RowLayout: () => [{ label: "rows", about: "Rows of widgets side by side.", value: { rows: [line] } }],
  ColumnLayout: () => [
    { label: "columns", about: "Columns of widgets upon each other.", value: { columns: [line] } },
  ],
  Row: () => [{ label: "row", about: "Widgets side by side.", value: line }],
  Column: () => [{ label: "column", about: "Widgets upon each other.", value: line }],
};
