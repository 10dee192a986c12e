import { describe, expect, it } from "vitest";
import { drawPicture } from "../../core/grid/picture";
import { diffPicture } from "../../core/grid/picture-patch";
import { readHostMessage, readViewState, readWebviewMessage } from "./messages";

const picture = drawPicture(
  {
    displayName: "d",
    dashboardFilters: [{ labelKey: "zone" }],
    rowLayout: {
      rows: [
        { widgets: [{ xyChart: { dataSets: [{}] } }, { text: { content: "# a" } }, { timeSeriesTable: {} }] },
      ],
    },
  },
  { errors: 1, warnings: 0 },
  () => ({ errors: 1, warnings: 0, messages: ["m"] }),
  1,
);
const [first] = picture.tiles;
const withTile = (change: object) => ({
  type: "picture",
  document: "a",
  picture: { ...picture, tiles: [{ ...first, ...change }] },
});

describe("messages to the webview", () => {
  it.each<[string, unknown]>([
    ["a picture", { type: "picture", document: "file:///a", picture, stale: { problems: 2 } }],
    ["a patch", { type: "patch", patch: diffPicture(picture, { ...picture, title: "e", version: 2 }) }],
    ["an unchanged picture", { type: "unchanged" }],
    ["nothing", { type: "nothing", document: "a", reason: "closed", problems: 0 }],
    ["a highlight", { type: "highlight", tile: null }],
  ])("lets %s through", (_, message) => {
    expect(readHostMessage(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["a list", [{ type: "unchanged" }]],
    ["no type", {}],
    ["an unknown type", { type: "eval" }],
    ["a reason of its own", { type: "nothing", document: "a", reason: "bored", problems: 0 }],
    ["a picture without a file", { type: "picture", picture }],
    ["a fraction of a column", withTile({ x: 0.5 })],
    ["no width", withTile({ w: 0 })],
    ["a width of text", withTile({ w: "4" })],
    ["an unknown kind of tile", withTile({ kind: "script" })],
    ["no drawing", withTile({ sketch: undefined })],
    ["a drawing without its lists", withTile({ sketch: { kind: "chart" } })],
    [
      "a text that is no text",
      withTile({ sketch: { kind: "text", blocks: [{ kind: "heading", text: 3 }] } }),
    ],
    ["findings without messages", withTile({ findings: { errors: 1, warnings: 0 } })],
    ["a slot without a number", withTile({ slot: { line: 0, lines: 1, item: 0 } })],
    ["a negative count", { type: "unchanged", stale: { problems: -1 } }],
    [
      "a patch with a bad title",
      { type: "patch", patch: { ...diffPicture(picture, picture), head: { title: 1 } } },
    ],
  ])("stops %s", (_, message) => {
    expect(readHostMessage(message)).toBeUndefined();
  });
});

describe("messages to the host", () => {
  it.each([
    { type: "ready" },
    { type: "resync" },
    { type: "showProblem" },
    { type: "reveal", id: "/a/0", focus: true },
    { type: "unsupported", received: "x" },
  ])("lets $type through", (message) => {
    expect(readWebviewMessage(message)).toEqual(message);
  });

  it("passes on no member that is not part of the message", () => {
    expect(readWebviewMessage({ type: "ready", command: "rm" })).toEqual({ type: "ready" });
  });

  it.each([
    undefined,
    "ready",
    { type: "reveal" },
    { type: "reveal", id: "/a", focus: "yes" },
    { type: "save" },
  ])("stops %j", (message) => {
    expect(readWebviewMessage(message)).toBeUndefined();
  });
});

describe("kept state", () => {
  const state = {
    document: "a",
    zoom: 1,
    scrollLeft: 0,
    scrollTop: 0,
    selected: null,
    views: { "/a": "/b" },
  };

  it("is taken when it is whole, and dropped when it is not", () => {
    expect(readViewState(state)).toEqual(state);
    for (const change of [
      { zoom: Number.NaN },
      { views: { a: 1 } },
      { views: null },
      { selected: 3 },
      { document: 1 },
    ]) {
      expect(readViewState({ ...state, ...change })).toBeUndefined();
    }
    expect(readViewState(undefined)).toBeUndefined();
  });
});
