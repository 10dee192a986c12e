import { describe, expect, it } from "vitest";
import { drawPicture } from "../../../core/grid/picture";
import { diffPicture } from "../../../core/grid/picture-patch";
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
    ["a scrolled text", { type: "scroll", tile: "/a/0" }],
    ["a mode", { type: "mode", place: "editor", editable: true, locked: false }],
    ["a made edit", { type: "edited", edit: 3, select: ["/a/0"] }],
    ["a refused edit", { type: "refused", edit: 3, reason: "No." }],
    ["a change taken back", { type: "undone", direction: "redo" }],
    ["the keyboard", { type: "focus" }],
    ["a request of VS Code", { type: "act", act: "rename" }],
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
    ["a mode without a place", { type: "mode", editable: true, locked: false }],
    ["an edit without a number", { type: "edited", select: [] }],
    ["a change taken elsewhere", { type: "undone", direction: "up" }],
    ["an unknown request", { type: "act", act: "format" }],
    ["a negative count", { type: "unchanged", stale: { problems: -1 } }],
    [
      "a patch with a bad title",
      { type: "patch", patch: { ...diffPicture(picture, picture), head: { title: 1 } } },
    ],
  ])("stops %s", (_, message) => {
    expect(readHostMessage(message)).toBeUndefined();
  });
});

describe("the kept state", () => {
  const state = { document: "file:///a", zoom: 1, scrollLeft: 0, scrollTop: 0, selected: null, views: {} };

  it("may say which groups of which file are collapsed, and nothing else", () => {
    const folds = { "file:///a": { "Capacity#1": true } };
    expect(readViewState({ ...state, folds })).toEqual({ ...state, folds });
    expect(readViewState({ ...state, folds: { "file:///a": { "Capacity#1": "yes" } } })).toBeUndefined();
    expect(readViewState({ ...state, folds: { "file:///a": null } })).toBeUndefined();
  });
});

describe("messages to the host", () => {
  it.each([
    { type: "ready" },
    { type: "resync" },
    { type: "showProblem" },
    { type: "reveal", id: "/a/0", focus: true },
    { type: "mark", id: "/a/0" },
    { type: "tile", id: "/a/0", task: "changeType" },
    { type: "file", command: "push" },
    { type: "edit", edit: 1, picture: 7, gesture: { type: "remove", tiles: ["/a/0"] } },
    { type: "history", direction: "redo" },
    { type: "lock", locked: true },
    { type: "svg", svg: "<svg/>" },
    { type: "png", png: "iVBORw0KGgo=" },
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
    { type: "edit", edit: 1, picture: 7, gesture: { type: "explode" } },
    { type: "edit", edit: 1, picture: 7, gesture: { type: "move", tiles: ["a"], dx: 0.5, dy: 0 } },
    { type: "edit", edit: -1, picture: 7, gesture: { type: "compact" } },
    { type: "history", direction: "back" },
    { type: "lock", locked: "yes" },
    { type: "svg" },
    { type: "png", png: "no base64!" },
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
      { locked: "yes" },
      { document: 1 },
    ]) {
      expect(readViewState({ ...state, ...change })).toBeUndefined();
    }
    expect(readViewState(undefined)).toBeUndefined();
  });
});
