import { describe, expect, it } from "vitest";
import { type SessionOptions, SessionOverText } from "../support/live-session";
import { serve } from "./serving";

const NOW = Date.UTC(2026, 2, 1, 12, 0, 37);
const RUN = 'metric.type = "run.googleapis.com/request_count" AND resource.type = "cloud_run_revision"';

const chart = (title: string, filter: string, more: object = {}) => ({
  title,
  xyChart: {
    dataSets: [
      {
        timeSeriesQuery: {
          timeSeriesFilter: {
            filter,
            aggregation: {
              alignmentPeriod: "60s",
              perSeriesAligner: "ALIGN_RATE",
              crossSeriesReducer: "REDUCE_SUM",
              groupByFields: ["resource.labels.service_name"],
            },
          },
        },
      },
    ],
    ...more,
  },
});
const text = (...widgets: object[]) =>
  JSON.stringify({
    displayName: "d",
    dashboardFilters: [
      { templateVariable: "service", filterType: "RESOURCE_LABEL", labelKey: "service_name" },
    ],
    gridLayout: { widgets },
  });
const tile = (index: number) => `/gridLayout/widgets/${index}`;

async function open(content: string, options: SessionOptions = {}, sight = [tile(0), tile(1), tile(2)]) {
  const emulator = await serve({ series: { now: () => NOW } });
  const live = new SessionOverText(content, emulator.url, { now: () => NOW, ...options });
  live.session.ready();
  await live.session.receive({ kind: "sight", tiles: sight });
  return live;
}
const rests = (live: SessionOverText) => expect.poll(() => live.state?.pending).toBe(0);
async function turnedOn(...args: Parameters<typeof open>) {
  const live = await open(...args);
  await live.session.receive({ kind: "switch", on: true });
  await rests(live);
  return live;
}
const states = (live: SessionOverText) => [...live.tiles.values()].map(({ sets }) => sets[0]!.state);

describe("live data of a view", () => {
  it("is not read before it is switched on, nor without consent", async () => {
    const live = await open(text(chart("a", RUN)));
    expect(live.state).toMatchObject({ on: false, read: 0 });
    live.allows = false;
    await live.session.receive({ kind: "switch", on: true });
    expect(live.state).toMatchObject({ on: false, asking: false });
    expect(live.requests).toEqual([]);
  });

  it("is shown, and an edit of a title asks nothing; a changed query is asked alone", async () => {
    const second = `${RUN} AND resource.labels.service_name = "checkout"`;
    const live = await turnedOn(text(chart("a", RUN), chart("b", second)));
    expect(states(live)).toEqual(["data", "data"]);
    const { series } = live.tiles.get(tile(0))!.sets[0]!.plot!;
    expect(series.map(({ name }) => name).sort()).toEqual(["checkout", "storefront"]);
    expect(live.requests).toHaveLength(2);
    live.edit(text(chart("another title", RUN), chart("b", second)));
    await rests(live);
    expect(live.requests).toHaveLength(2);
    live.edit(text(chart("another title", RUN), chart("b", second.replace("checkout", "storefront"))));
    await expect.poll(() => live.requests.length).toBe(3);
    await rests(live);
    expect(live.requests[2]).toContain("storefront");
    expect(live.state!.read).toBe(4);
  });

  it("goes along with a tile whose place changes, before anything new is asked", async () => {
    const live = await turnedOn(text(chart("a", RUN)));
    live.text = text(chart("new", `${RUN} AND metric.labels.response_code = "500"`), chart("a", RUN));
    live.session.changed();
    live.pass(100);
    await expect.poll(() => states(live)).toEqual(["loading", "data"]);
    expect(live.requests).toHaveLength(1);
    live.pass(1000);
    await expect.poll(() => states(live)).toEqual(["data", "data"]);
    expect(live.requests).toHaveLength(2);
  });

  it("asks only for tiles in sight, and nothing while it is hidden", async () => {
    const other = `${RUN} AND resource.labels.location = "us-central1"`;
    const live = await turnedOn(text(chart("a", RUN), chart("b", other)), {}, [tile(0)]);
    expect(live.requests).toHaveLength(1);
    expect(states(live)).toEqual(["data", "loading"]);
    live.session.setVisible(false);
    await live.session.receive({ kind: "sight", tiles: [tile(0), tile(1)] });
    live.edit(text(chart("a", `${RUN} AND metric.labels.response_code = "500"`), chart("b", other)));
    await rests(live);
    expect(live.requests).toHaveLength(1);
    live.session.setVisible(true);
    await expect.poll(() => live.requests.length).toBe(3);
  });

  it("names what is to blame for a chart without data, when asked", async () => {
    const live = await turnedOn(text(chart("a", `${RUN} AND resource.labels.service_name = "chekout"`)));
    const [set] = live.tiles.get(tile(0))!.sets;
    expect(set).toMatchObject({ state: "nothing", explains: true });
    await live.session.receive({ kind: "why", pointer: set!.pointer });
    const { words } = live.tiles.get(tile(0))!.sets[0]!;
    expect(words).toBe(
      'No time series matches resource.labels.service_name = "chekout". Existing values: checkout, storefront.',
    );
    await live.session.receive({ kind: "query", tile: tile(0), pointer: set!.pointer });
    expect(live.revealed).toEqual([set!.pointer]);
  });

  it("has the words of the service where it rejects a query, and sends none that is wrong already", async () => {
    const wrong = chart("a", RUN);
    wrong.xyChart.dataSets[0]!.timeSeriesQuery.timeSeriesFilter.aggregation.perSeriesAligner =
      "ALIGN_INTERPOLATE";
    const live = await turnedOn(text(wrong, chart("b", "metric.type = ")));
    expect(states(live)).toEqual(["refused", "refused"]);
    expect(live.tiles.get(tile(1))!.sets[0]!.words).toMatch(/^Not sent: /);
    expect(live.tiles.get(tile(0))!.sets[0]!.words).toMatch(/perSeriesAligner/);
    expect(live.requests.length).toBeLessThanOrEqual(1);
  });

  it("stops at the limit and goes on when it may", async () => {
    const live = await turnedOn(
      text(chart("a", RUN), chart("b", `${RUN} AND resource.labels.service_name = "checkout"`)),
      { check: 1 },
    );
    expect(live.state!.paused).toBe("The limit of 1 time series was reached. Nothing more is read.");
    expect(states(live)).toContain("stopped");
    const before = live.requests.length;
    await live.session.receive({ kind: "continue" });
    await expect.poll(() => live.requests.length).toBeGreaterThan(before);
    await rests(live);
    expect(states(live)).toEqual(["data", "data"]);
  });

  it("stops at the limit of an hour, whatever begins a new check", async () => {
    const live = await turnedOn(text(chart("a", RUN)), { hour: 2 });
    expect(states(live)).toEqual(["data"]);
    await live.session.receive({ kind: "range", range: { seconds: 6 * 3600 } });
    await rests(live);
    expect(live.state!.paused).toMatch(/^The limit of 2 time series an hour was reached/);
    // What was drawn before stays.
    await expect.poll(() => live.tiles.get(tile(0))!.sets[0]).toMatchObject({ state: "stopped" });
    expect(live.tiles.get(tile(0))!.sets[0]!.plot).toBeDefined();
    await live.session.receive({ kind: "continue" });
    await expect.poll(() => states(live)).toEqual(["data"]);
  });

  it("lists the values of a variable and uses those that are chosen", async () => {
    const live = await turnedOn(text(chart("a", `${RUN} AND resource.labels.service_name = \${service}`)));
    expect(live.state!.controls).toMatchObject([{ key: "service", values: [], chosen: false }]);
    await live.session.receive({ kind: "values", key: "service" });
    expect(live.state!.controls[0]!.options).toEqual(["checkout", "storefront"]);
    await live.session.receive({ kind: "choose", key: "service", values: ["checkout"] });
    await rests(live);
    await expect
      .poll(() => live.tiles.get(tile(0))!.sets[0]!.plot?.series.map(({ name }) => name))
      .toEqual(["checkout"]);
    expect(live.state!.controls).toMatchObject([{ values: ["checkout"], chosen: true }]);
  });

  it("refreshes by itself while it is visible, and zooms without refreshing", async () => {
    let now = NOW;
    const live = await turnedOn(text(chart("a", RUN)), { now: () => now });
    await live.session.receive({ kind: "refresh", seconds: 60 });
    expect(live.timers.map(({ ms }) => ms)).toEqual([60_000]);
    now += 60_000;
    live.pass(60_000);
    await expect.poll(() => live.requests.length).toBe(2);
    await rests(live);
    await live.session.receive({ kind: "zoom", interval: { start: NOW - 1_800_000, end: NOW } });
    await expect.poll(() => live.requests.length).toBe(3);
    expect(live.state).toMatchObject({ zoomed: true });
    expect(live.timers).toEqual([]);
    await live.session.receive({ kind: "zoom", interval: null });
    expect(live.state).toMatchObject({ zoomed: false, range: { seconds: 3600 } });
  });
});
