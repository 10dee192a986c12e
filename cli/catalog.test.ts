import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { useWorkspace, writeText } from "../test/support/deploy-workspace";
import { runCatalog } from "./catalog";
import { catalogFolder } from "./catalog-cache";
import type { Io } from "./io";
import { runValidate } from "./validate";

const workspace = useWorkspace();
let io: Io;
const cache = () => path.join(workspace.folder, "cache");
beforeEach(() => {
  io = { ...workspace.io, env: { XDG_CACHE_HOME: cache(), LOCALAPPDATA: cache() } };
});

const chart = (filter: string) =>
  JSON.stringify({
    displayName: "Shop",
    gridLayout: {
      widgets: [{ xyChart: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter: { filter } } }] } }],
    },
  });

/** Codes of what is found in a filter. */
async function found(filter: string): Promise<string[]> {
  await writeText(workspace, "a.dashboard.json", chart(filter));
  workspace.output.out = "";
  await runValidate(["--format", "json", "a.dashboard.json"], io);
  const [{ diagnostics }] = JSON.parse(workspace.output.out);
  return diagnostics.map(({ code }: { code: string }) => code);
}

describe("mosaic catalog refresh", () => {
  it("teaches validate the team's own metrics", async () => {
    const misspelt = 'metric.type="custom.googleapis.com/shop/order" resource.type="generic_task"';
    const label =
      'metric.type="custom.googleapis.com/shop/orders" resource.type="k8s_container" metric.labels.shop="a"';
    expect(await found(misspelt)).toEqual([]);
    expect(await found(label)).toEqual([]);
    expect(await runCatalog(["refresh"], io)).toBe(0);
    expect(workspace.output.out).toMatch(
      /project demo at .*: \d+ metric types, \d+ of them custom, and \d+ monitored/,
    );
    expect(await found(misspelt)).toEqual(["filter-unknown-metric"]);
    expect(await found(label)).toEqual(["filter-unknown-label"]);
    expect(await found(label.replace("shop=", "store="))).toEqual([]);
  });

  it("keeps one file a project, and a damaged one is as good as none", async () => {
    await runCatalog(["refresh"], io);
    await runCatalog(["refresh", "--profile", "emu"], io);
    const folder = catalogFolder(io.env)!;
    const [file, ...more] = await readdir(folder);
    expect(more).toEqual([]);
    await writeFile(path.join(folder, file!), "{");
    expect(await found('metric.type="custom.googleapis.com/shop/order"')).toEqual([]);
  });

  it("keeps nothing when the service does not answer", async () => {
    const target = ["--project", "demo", "--endpoint", "http://127.0.0.1:9"];
    expect(await runCatalog(["refresh", ...target], io)).toBe(2);
    expect(workspace.output.err).toContain("project demo at http://127.0.0.1:9");
    await expect(readdir(cache())).rejects.toThrow("ENOENT");
  });

  it.each([[[]], [["show"]], [["refresh", "refresh"]]])(
    "says what it can do when asked to %j",
    async (args) => {
      await expect(runCatalog(args, io)).rejects.toThrow("mosaic catalog refresh");
    },
  );
});

describe("where it is kept", () => {
  it.each([
    ["linux", { HOME: "/home/a" }, "/home/a/.cache/mosaic/catalogue"],
    ["linux", { HOME: "/home/a", XDG_CACHE_HOME: "/c" }, "/c/mosaic/catalogue"],
    ["darwin", { HOME: "/Users/a" }, "/Users/a/Library/Caches/mosaic/catalogue"],
    ["win32", { LOCALAPPDATA: "/L" }, "/L/mosaic/catalogue"],
    ["linux", {}, undefined],
    ["win32", { HOME: "/home/a" }, undefined],
  ] as const)("%s %j", (platform, env, folder) => {
    expect(catalogFolder(env, platform)?.replaceAll("\\", "/")).toBe(folder);
  });
});
