import { expect, test } from "vitest";
import { parseRefusal } from "../../emulator/google/refuse-paths";
import { ALL, serve } from "./serving";

const chart = {
  xyChart: { dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" } }], y2Axis: { label: "crates" } },
};
const mosaic = {
  displayName: "Orchard",
  mosaicLayout: {
    columns: 12,
    tiles: [
      { width: 4, height: 4, widget: { text: { content: "x" } } },
      { xPos: 4, width: 4, height: 4, widget: chart },
    ],
  },
};
const grid = { displayName: "Orchard", gridLayout: { widgets: [{ text: { content: "x" } }] } };

test.each([
  [
    "mosaicLayout.tiles[*].widget.xyChart.y2Axis",
    "Field mosaicLayout.tiles[1].widget.xyChart.y2Axis has an invalid value: one axis is enough.",
  ],
  [
    "**.y2Axis.label",
    'Field mosaicLayout.tiles[1].widget.xyChart.y2Axis.label has an invalid value of "crates": one axis is enough.',
  ],
  ["*.columns", 'Field mosaicLayout.columns has an invalid value of "12": one axis is enough.'],
  ["*", "one axis is enough."],
])("refused at %s", async (path, message) => {
  const emulator = await serve({ refuse: [parseRefusal(`${path}=one axis is enough`)] });
  const answer = await emulator.call({ send: `POST ${ALL}?validateOnly=true`, body: mosaic });
  expect([answer.status, answer.json.error.message]).toEqual([400, message]);
  expect(answer.json.error.details).toMatchObject([{ "@type": "type.googleapis.com/google.rpc.DebugInfo" }]);
  expect((await emulator.call({ send: `POST ${ALL}`, body: grid })).status).toBe(path === "*" ? 400 : 200);
});

test("a newer member is accepted anywhere and kept as it is", async () => {
  const emulator = await serve({ newer: ["ripeness"] });
  const ripeness = { zero: 0, nothing: "", list: [] };
  const answer = await emulator.call({
    send: `POST ${ALL}`,
    body: { ...grid, ripeness, gridLayout: { widgets: [{ text: { content: "x", ripeness: 0 } }] } },
  });
  expect(answer.json).toMatchObject({ ripeness, gridLayout: { widgets: [{ text: { ripeness: 0 } }] } });
  const part = await emulator.call({ send: `GET /v1/${answer.json.name}?fields=ripeness` });
  expect(part.json).toEqual({ ripeness });
});

test("a newer kind of widget and a newer enum value are accepted", async () => {
  const emulator = await serve({ newer: ["fruitBasket", "FIREWORKS"] });
  const answer = await emulator.call({
    send: `POST ${ALL}`,
    body: {
      displayName: "Orchard",
      gridLayout: {
        widgets: [
          { fruitBasket: { pears: 3 } },
          { xyChart: { dataSets: [{ plotType: "FIREWORKS", timeSeriesQuery: { prometheusQuery: "up" } }] } },
        ],
      },
    },
  });
  expect(answer.json).toMatchObject({
    gridLayout: {
      widgets: [{ fruitBasket: { pears: 3 } }, { xyChart: { dataSets: [{ plotType: "FIREWORKS" }] } }],
    },
  });
});

test("other unknown members are still refused", async () => {
  const emulator = await serve({ newer: ["ripeness"] });
  const answer = await emulator.call({ send: `POST ${ALL}`, body: { ...grid, ripeness: 1, color: "red" } });
  expect(answer.json.error.message).toBe(
    `Invalid JSON payload received. Unknown name "color" at 'dashboard': Cannot find field.`,
  );
});
