import { afterEach, describe, expect, it } from "vitest";
import type { CatalogOverlay } from "../../core/catalog/overlay";
import { type CatalogParams, Requests } from "../../server/protocol";
import { CAPABILITIES, LspPair } from "./client";

let pair: LspPair;
afterEach(() => pair.stop());

const overlay: CatalogOverlay = {
  project: "shop-staging",
  readAt: new Date().toISOString(),
  metrics: [
    {
      type: "custom.googleapis.com/shop/orders",
      kind: "DELTA",
      valueType: "INT64",
      unit: "{order}",
      labels: ["store"],
      resources: ["global"],
    },
  ],
  resources: [{ type: "global", labels: ["project_id"] }],
};

function dashboard(filter: string): string {
  const query = { timeSeriesFilter: { filter } };
  const widget = { xyChart: { dataSets: [{ timeSeriesQuery: query }] } };
  return JSON.stringify({ displayName: "Shop", gridLayout: { widgets: [widget] } });
}

const of = (type: string, more = "") => dashboard(`metric.type="${type}" resource.type="global"${more}`);
const tell = (folder: string, what: CatalogOverlay | null) =>
  pair.connection.sendRequest(Requests.catalog, {
    folder,
    overlay: what,
  } satisfies CatalogParams);
const findings = async (text: string, uri: string) =>
  (await pair.diagnostics(await pair.open(text, uri))).map((d) => [d.severity, d.code]);

describe("a project's own metrics", () => {
  it("are completed, explained and checked below their folder, and nowhere else", async () => {
    pair = await LspPair.start();
    await tell("file:///repo", overlay);
    const inside = "file:///repo/team/shop.dashboard.json";
    const typo = of("custom.googleapis.com/shop/order");
    expect(await findings(typo, inside)).toEqual([[4, "filter-unknown-metric"]]);
    expect(await findings(typo, "file:///repository/shop.dashboard.json")).toEqual([]);
    const label = of("custom.googleapis.com/shop/orders", ' metric.labels.stor="x"');
    expect(await findings(label, inside)).toEqual([[4, "filter-unknown-label"]]);
  });

  it("are found by their words and shown with what the project said", async () => {
    pair = await LspPair.start();
    await tell("file:///", overlay);
    const list = await pair.complete(dashboard('metric.type="shop ord|').replace('"}}', '"}}'));
    expect(list.items[0]).toMatchObject({ label: overlay.metrics[0]!.type });
    const text = await pair.hover(of("custom.googleapis.com/shop/|orders"));
    expect(text).toContain("DELTA INT64, {order}");
    expect(text).toContain("`store`");
    expect(text).toContain("shop-staging");
  });

  it("count at once for what is open, and no more when they are taken away", async () => {
    const capabilities = { ...CAPABILITIES, workspace: { diagnostics: { refreshSupport: true } } };
    pair = await LspPair.start(capabilities);
    let refreshed = 0;
    pair.connection.onRequest("workspace/diagnostic/refresh", () => {
      refreshed++;
      return null;
    });
    const uri = "file:///repo/shop.dashboard.json";
    const typo = of("custom.googleapis.com/shop/order");
    expect(await findings(typo, uri)).toEqual([]);
    await tell("file:///repo", null);
    expect(refreshed).toBe(0);
    await tell("file:///repo", overlay);
    expect((await pair.diagnostics(uri)).map((d) => d.message)).toEqual([
      expect.stringMatching(/Project "shop-staging" .* Did you mean "custom.googleapis.com\/shop\/orders"\?/),
    ]);
    await tell("file:///repo", null);
    expect(await pair.diagnostics(uri)).toEqual([]);
    expect(refreshed).toBe(2);
  });

  it("of the nearest folder are the ones that count, even when it has none", async () => {
    pair = await LspPair.start();
    await tell("file:///repo", overlay);
    await tell("file:///repo/other", null);
    const typo = of("custom.googleapis.com/shop/order");
    expect(await findings(typo, "file:///repo/other/shop.dashboard.json")).toEqual([]);
    expect(await findings(typo, "file:///repo/shop.dashboard.json")).toHaveLength(1);
  });

  it("reach clients that findings are pushed to", async () => {
    const { diagnostic: _, ...textDocument } = CAPABILITIES.textDocument!;
    pair = await LspPair.start({ textDocument });
    const uri = await pair.open(of("custom.googleapis.com/shop/order"), "file:///repo/shop.dashboard.json");
    await expect.poll(() => pair.pushed.length).toBe(1);
    await tell("file:///repo", overlay);
    await expect.poll(() => pair.pushed.length).toBe(2);
    expect(pair.pushed[1]).toMatchObject({ uri, diagnostics: [{ code: "filter-unknown-metric" }] });
  });
});
