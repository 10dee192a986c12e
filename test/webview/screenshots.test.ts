import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check } from "../../core/check";
import { readDocument } from "../../core/document/reader";
import { Harness, pictureFrom } from "./harness";
import { BROKEN, COLUMNS, GRID, ROWS, SHOWCASE } from "./showcase";
import type { ThemeName } from "./themes";

/** Pictures to look at, in build/screenshots. Real dashboards are added where the corpus is. */
const OUT = path.resolve(import.meta.dirname, "../../build/screenshots");
const CORPUS = path.resolve(import.meta.dirname, "../../../shared/corpus");
const corpus = existsSync(CORPUS) ? readdirSync(CORPUS) : [];
const real = (part: string) => corpus.filter((name) => name.includes(part)).slice(0, 1);

const SHOTS: readonly (readonly [name: string, theme: ThemeName, width: number, height: number])[] = [
  ["kueue-monitoring", "dark", 1000, 900],
  ["cloudrun-monitoring", "light", 1000, 1100],
  ["vllm-prometheus.dashboard", "dark", 900, 1000],
  ["kubernetes-usage", "light", 560, 900],
  ["gke-jobset-interruption", "hc-black", 900, 1000],
  ["go-runtime-view", "hc-light", 900, 900],
  ["gke-maintenance-dashboard", "dark", 1000, 700],
  ["google-dns-query", "light", 800, 700],
  ["update_1.dashboard", "dark", 800, 700],
];

let harness: Harness;
beforeAll(async () => {
  mkdirSync(OUT, { recursive: true });
  harness = await Harness.start();
});
afterAll(() => harness?.stop());

async function shoot(
  text: string,
  file: string,
  theme: ThemeName,
  width: number,
  height: number,
): Promise<number> {
  const preview = await harness.open({ theme, width, height });
  const document = readDocument(text);
  await preview.show(pictureFrom(text, check(document)));
  await preview.drawn();
  await preview.page.screenshot({ path: path.join(OUT, file) });
  expect(preview.complaints).toEqual([]);
  const tiles = await preview.page.locator(".tile").count();
  await preview.close();
  return tiles;
}

describe("pictures to look at", () => {
  it.each(["dark", "light", "hc-black", "hc-light"] as const)("own showcase in %s", async (theme) => {
    expect(await shoot(JSON.stringify(SHOWCASE), `showcase-${theme}.png`, theme, 1100, 1500)).toBeGreaterThan(
      20,
    );
  });

  it.each([
    ["rows", ROWS, "light"],
    ["columns", COLUMNS, "dark"],
    ["grid", GRID, "light"],
    ["broken", BROKEN, "dark"],
  ] as const)("own %s", async (name, dashboard, theme) => {
    expect(await shoot(JSON.stringify(dashboard), `own-${name}.png`, theme, 800, 600)).toBeGreaterThan(4);
  });

  it.each(["dark", "light"] as const)("stale, with a tile under the cursor, in %s", async (theme) => {
    const preview = await harness.open({ theme, width: 800, height: 600 });
    await preview.show(pictureFrom(JSON.stringify(SHOWCASE)), { stale: { problems: 2 } });
    await preview.send({ type: "highlight", tile: "/mosaicLayout/tiles/5/widget" });
    await preview.page.screenshot({ path: path.join(OUT, `stale-${theme}.png`) });
    await preview.send({
      type: "nothing",
      document: "file:///b.dashboard.json",
      reason: "invalid",
      problems: 3,
    });
    await preview.page.screenshot({ path: path.join(OUT, `invalid-${theme}.png`) });
    await preview.close();
  });

  it("own showcase in a narrow panel", async () => {
    expect(await shoot(JSON.stringify(SHOWCASE), "showcase-narrow.png", "dark", 330, 900)).toBeGreaterThan(
      20,
    );
  });

  it.each(SHOTS.flatMap(([part, ...rest]) => real(part).map((name) => [name, ...rest] as const)))(
    "%s",
    async (name, theme, width, height) => {
      const text = readFileSync(path.join(CORPUS, name), "utf8");
      const file = `real-${name.replace(/\.dashboard\.json$/, "").slice(-40)}-${theme}.png`;
      expect(await shoot(text, file, theme, width, height)).toBeGreaterThan(0);
    },
  );
});
