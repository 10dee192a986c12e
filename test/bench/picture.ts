import { wireDataSet } from "../../client/live/wire";
import type { LiveState } from "../../client/webview/picture/messages";
import { Dashboard } from "../../core/dashboard";
import { dashboardPlan } from "../../core/features/reading/live";
import { PictureTracker } from "../../core/features/reading/picture";
import type { PicturePatch } from "../../core/grid/picture-patch";
import { assemble } from "../../core/live/assemble";
import type { LiveAnswer } from "../../core/live/model";
import { Harness, type Preview } from "../webview/harness";
import { Clock } from "./clock";
import { generatedDashboard } from "./dashboards";
import { inspectorRows } from "./inspector";
import { quantile, type Row } from "./measure";

const MOVES = 60;
const CHANGES = 20;
const SCROLLS = 80;
/** Pixels a frame: brisk, 2400 a second. */
const SCROLL = 40;

/** The built webview in a browser, with a dashboard of 100 tiles: what a drag costs, a change of the text, and scrolling. */
export async function webviewRows(): Promise<Row[]> {
  const harness = await Harness.start().catch((error: unknown) => {
    console.log(`No rows of the preview: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  });
  if (!harness) return [];
  try {
    return [
      ...(await changes(harness)),
      ...(await drags(harness)),
      ...(await scrolling(harness)),
      ...(await liveData(harness)),
      ...(await inspectorRows(harness)),
    ];
  } finally {
    await harness.stop();
  }
}

/** From the server's work on a changed text to the painted tile; without waiting for the screen to want the next frame. */
async function changes(harness: Harness): Promise<Row[]> {
  const text = generatedDashboard(100);
  const keeper = new PictureTracker();
  let dashboard = new Dashboard(text);
  const answer = (salt: string, known?: number) => {
    const start = performance.now();
    const changed = text.replace("CPU of group 0", `CPU ${salt}`).replace("web-0", `web-${salt}`);
    dashboard = dashboard.withText(changed)!;
    const result = keeper.answer(dashboard.document, dashboard.canonical, dashboard.findings, known);
    return { ...result, took: performance.now() - start };
  };
  const preview = await open(harness);
  const clock = await Clock.of(preview.page);
  for (let n = 0; n < 10; n++) answer(`warm ${n}`);
  let { version, picture } = answer("at first");
  await preview.show(picture!);
  await settled(preview);
  const model: number[] = [];
  const drawn: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    const next = answer(String(n), version);
    version = next.version;
    const spent = await clock.during("TaskDuration", () => painted(preview, next.patch!));
    model.push(next.took);
    drawn.push(spent);
  }
  await preview.close();
  const whole = model.map((took, n) => took + drawn[n]!);
  const what = "picture patch, 100 tiles, one changed";
  return [
    {
      what: `${what}: request to painted`,
      value: quantile(whole, 0.5),
      unit: "ms",
      budget: { limit: 16, of: "value" },
    },
    { what: `${what}: of which in the webview`, value: quantile(drawn, 0.5), unit: "ms" },
  ];
}

/** Script, style and layout of every pointer move while a tile goes through all the others, and while it grows. */
async function drags(harness: Harness): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, start] of [
    ["moving a tile", { x: 0.5, y: 0.5 }],
    ["resizing a tile", { x: 1, y: 1 }],
  ] as const) {
    const preview = await open(harness);
    const dashboard = new Dashboard(generatedDashboard(100));
    const keeper = new PictureTracker();
    await preview.show(
      keeper.answer(dashboard.document, dashboard.canonical, dashboard.findings, undefined).picture!,
    );
    await settled(preview);
    const { page } = preview;
    const clock = await Clock.of(page);
    const tile = page.locator(".tile").first();
    await tile.locator(".tile-button").focus();
    const box = (await tile.boundingBox())!;
    const from = {
      x: box.x + box.width * start.x - start.x * 2 + 1,
      y: box.y + box.height * start.y - start.y * 2 + 1,
    };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    const spent: number[] = [];
    for (let n = 1; n <= MOVES; n++) {
      const at = { x: from.x + n * 9, y: from.y + n * 6 };
      spent.push(await clock.during("gesture", () => page.mouse.move(at.x, at.y)));
    }
    await page.keyboard.press("Escape");
    await preview.close();
    for (const [name, q] of [
      ["median", 0.5],
      ["p95", 0.95],
    ] as const) {
      rows.push({
        what: `${what} among 100: script and layout a pointer move, ${name}`,
        value: quantile(spent, q),
        unit: "ms",
        budget: { limit: 8, of: "value" },
      });
    }
  }
  return rows;
}

/** Everything that the main thread does for a frame while the wheel turns, down and up again. */
async function scrolling(harness: Harness): Promise<Row[]> {
  const preview = await open(harness);
  const dashboard = new Dashboard(generatedDashboard(100));
  const { document, canonical, findings } = dashboard;
  await preview.show(new PictureTracker().answer(document, canonical, findings, undefined).picture!);
  await settled(preview);
  const { page } = preview;
  const clock = await Clock.of(page);
  await page.mouse.move(450, 400);
  const spent: number[] = [];
  for (let n = 0; n < SCROLLS; n++) {
    spent.push(
      await clock.during("TaskDuration", async () => {
        await page.mouse.wheel(0, n < SCROLLS / 2 ? SCROLL : -SCROLL);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      }),
    );
  }
  await preview.close();
  return [
    {
      what: "scrolling through 100 tiles: main thread a frame, p95",
      value: quantile(spent, 0.95),
      unit: "ms",
      budget: { limit: 16, of: "value" },
    },
  ];
}

/** From the service's answers to 100 painted tiles, all of them in sight: five series of an hour in each. */
async function liveData(harness: Harness): Promise<Row[]> {
  const dashboard = new Dashboard(generatedDashboard(100));
  const end = Date.UTC(2026, 2, 1, 12);
  const { plan } = dashboardPlan(dashboard, { start: end - 3_600_000, end });
  const preview = await harness.open({ width: 1600, height: 6000 });
  const { picture } = new PictureTracker().answer(
    dashboard.document,
    dashboard.canonical,
    dashboard.findings,
    undefined,
  );
  await preview.show(picture!);
  await preview.send({ type: "live", news: { kind: "state", state: LIVE_ON } });
  await settled(preview);
  const clock = await Clock.of(preview.page);
  const spent: number[] = [];
  const host: number[] = [];
  for (let n = 0; n < 5; n++) {
    const start = performance.now();
    const answers = new Map(plan.requests.map(({ key }) => [key, answerOf(end, n)]));
    const tiles = plan.dataSets.map((dataSet) => ({
      id: dataSet.tile,
      sets: [wireDataSet(dataSet, assemble(dataSet, answers), undefined, undefined)],
    }));
    host.push(performance.now() - start);
    const news = { kind: "tiles", tiles, all: true };
    spent.push(
      await clock.during("TaskDuration", async () => {
        await preview.send({ type: "live", news });
        await preview.page.waitForFunction(() => !document.querySelector(".tile-body[aria-busy]"));
      }),
    );
  }
  const drawn = await preview.page.locator(".tile canvas").count();
  await preview.close();
  const what = `live data, ${plan.dataSets.length} data sets, ${drawn} charts`;
  const whole = spent.map((took, n) => took + host[n]!);
  return [
    { what: `${what}: answers to painted`, value: quantile(whole, 0.5), unit: "ms" },
    { what: `${what}: of which in the webview`, value: quantile(spent, 0.5), unit: "ms" },
  ];
}

const LIVE_ON: LiveState = {
  on: true,
  asking: false,
  project: "shop",
  range: { seconds: 3600 },
  zoomed: false,
  refresh: 0,
  pending: 0,
  read: 0,
  paused: "",
  problem: "",
  controls: [],
};

function answerOf(end: number, salt: number): LiveAnswer {
  const series = Array.from({ length: 5 }, (_, at) => ({
    metric: "m",
    unit: "1",
    labels: [{ key: "zone", of: "resource" as const, value: `zone-${at}` }],
    points: Array.from({ length: 60 }, (_, i) => ({
      time: end - (59 - i) * 60_000,
      value: 10 + at + salt + Math.sin(i / 5),
    })),
  }));
  return { kind: "series", series, unit: "1", partial: [] };
}

async function open(harness: Harness): Promise<Preview> {
  const preview = await harness.open({ width: 900, height: 800 });
  await preview.send({ type: "mode", place: "side", editable: true, locked: false });
  return preview;
}

async function settled(preview: Preview): Promise<void> {
  await preview.drawn();
  await preview.page.waitForTimeout(500);
}

/** Sends a patch and waits until the frame with its tile, drawn to the end, has been painted. */
async function painted(preview: Preview, patch: PicturePatch): Promise<void> {
  const { id, title } = patch.update[0]!;
  await preview.page.evaluate(
    ({ id, title, patch }) =>
      new Promise<void>((resolve) => {
        const tile = document.querySelector(`.tile[data-id="${id}"]`)!;
        const look = () => {
          const isDone = tile.textContent!.includes(title) && !tile.querySelector("[aria-busy]");
          if (isDone) setTimeout(resolve);
          else requestAnimationFrame(look);
        };
        window.postMessage({ type: "patch", patch }, "*");
        requestAnimationFrame(look);
      }),
    { id, title, patch },
  );
}
