import { expect, it } from "vitest";
import { Dashboard } from "../dashboard";
import { inspect } from "./inspect";

const CHART = {
  displayName: "Shop",
  mosaicLayout: {
    columns: 48,
    tiles: [
      {
        width: 24,
        height: 16,
        widget: {
          title: "Requests",
          xyChart: {
            dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" }, plotType: "LINE" }],
            thresholds: [{ value: 1 }],
          },
        },
      },
    ],
  },
};

it("shows the members of a tile with their values", () => {
  const dashboard = new Dashboard(JSON.stringify(CHART, null, 2));
  const form = inspect(dashboard, ["/mosaicLayout/tiles/0/widget"], dashboard.findings, 3, () => [])!;
  expect(form.fields.map(({ type }) => type)).toEqual([
    "Widget.title",
    "Widget#content",
    "Widget.timeRange",
    "Widget.visibilityCondition",
    "Widget.id",
    "Tile.xPos",
    "Tile.yPos",
    "Tile.width",
    "Tile.height",
  ]);
  expect(form.fields[1]).toMatchObject({ value: "xyChart", line: 11 });
});
