import { describe, expect, it } from "vitest";
import { readHostMessage, readWebviewMessage } from "../messages";
import type { LiveDataSet, LiveState, LiveWish } from "./messages";

const state: LiveState = {
  on: true,
  asking: false,
  project: "shop",
  range: { seconds: 3600 },
  zoomed: false,
  interval: { start: 0, end: 3_600_000 },
  refresh: 60,
  pending: 2,
  read: 7,
  paused: "",
  problem: "",
  controls: [
    {
      id: "/dashboardFilters/0",
      key: "cluster",
      kind: "variable",
      name: "cluster",
      detail: "",
      values: ["a"],
      chosen: true,
      loading: false,
      note: "",
    },
  ],
};
const plot = {
  unit: "s",
  labels: [{ key: "zone", of: "resource" }],
  times: [0, 60_000],
  series: [{ name: "a", labels: ["z"], values: [1, null] }],
};
const set: LiveDataSet = {
  index: 0,
  pointer: "/a",
  state: "data",
  plot,
  period: 60,
  found: 1,
  words: "",
  partial: [],
  approximate: [],
  stale: "",
  explains: false,
};
const news = (one: unknown) => ({ type: "live", news: one });
const tiles = (change: object) =>
  news({ kind: "tiles", all: false, tiles: [{ id: "/t", sets: [{ ...set, ...change }] }] });

describe("news of live data", () => {
  it.each<[string, unknown]>([
    ["the state", news({ kind: "state", state })],
    ["a tile", tiles({})],
    ["a tile without a plot", tiles({ state: "refused", plot: undefined, words: "No." })],
    ["a shifted plot", tiles({ shifted: { plot, seconds: 3600 } })],
  ])("lets %s through", (_, message) => {
    const sent = JSON.parse(JSON.stringify(message));
    expect(readHostMessage(sent)).toEqual(sent);
  });

  it.each<[string, unknown]>([
    ["no news", { type: "live" }],
    ["an unknown kind", news({ kind: "script" })],
    ["a state without its range", news({ kind: "state", state: { ...state, range: undefined } })],
    ["a control that is none", news({ kind: "state", state: { ...state, controls: [{}] } })],
    ["an unknown state of a tile", tiles({ state: "fine" })],
    ["fewer values than times", tiles({ plot: { ...plot, times: [0] } })],
    ["labels without values", tiles({ plot: { ...plot, labels: [] } })],
    [
      "a value of text",
      tiles({ plot: { ...plot, series: [{ name: "a", labels: ["z"], values: ["1", 2] }] } }),
    ],
  ])("stops %s", (_, message) => {
    expect(readHostMessage(message)).toBeUndefined();
  });
});

describe("wishes about live data", () => {
  it.each<LiveWish>([
    { kind: "switch", on: true },
    { kind: "range", range: { seconds: 3600 } },
    { kind: "range", range: { start: 0, end: 3_600_000 } },
    { kind: "zoom", interval: { start: 0, end: 3_600_000 } },
    { kind: "zoom", interval: null },
    { kind: "refresh", seconds: 300 },
    { kind: "now" },
    { kind: "sight", tiles: ["/a"] },
    { kind: "choose", key: "cluster", values: ["a"] },
    { kind: "choose", key: "cluster", values: null },
    { kind: "values", key: "cluster" },
    { kind: "continue" },
    { kind: "why", pointer: "/a" },
    { kind: "query", tile: "/a", pointer: "/a/b" },
  ])("lets $kind through", (wish) => {
    expect(readWebviewMessage({ type: "live", wish })).toEqual({ type: "live", wish });
  });

  it.each<[string, unknown]>([
    ["no wish", undefined],
    ["an unknown one", { kind: "spend" }],
    ["a switch that is neither on nor off", { kind: "switch", on: "yes" }],
    ["a year", { kind: "range", range: { seconds: 365 * 86_400 } }],
    ["a range that ends before it starts", { kind: "range", range: { start: 5, end: 1 } }],
    ["a refresh every second", { kind: "refresh", seconds: 1 }],
    ["values that are no list", { kind: "choose", key: "cluster", values: "a" }],
    ["too many values", { kind: "choose", key: "c", values: Array(101).fill("a") }],
  ])("stops %s", (_, wish) => {
    expect(readWebviewMessage({ type: "live", wish })).toBeUndefined();
  });
});
