import { Dashboard } from "../../core/dashboard";
import { fixesOf } from "../../core/features/changing/fixes";
import { PictureTracker } from "../../core/features/reading/picture";
import { inspect } from "../../core/inspector/inspect";
import type { Harness } from "../webview/harness";
import { Clock } from "./clock";
import { quantile, type Row } from "./measure";

const OPENINGS = 15;
const ID = "/mosaicLayout/tiles/0/widget";

/** The heaviest form: a chart of as many queries as the service takes, and a tile with little to go to and come from. */
const dashboard = () => ({
  displayName: "Heavy",
  mosaicLayout: {
    columns: 48,
    tiles: [
      {
        width: 24,
        height: 16,
        widget: {
          title: "Heavy",
          xyChart: {
            dataSets: Array.from({ length: 50 }, (_, n) => ({
              plotType: "LINE",
              legendTemplate: `\${metric.labels.code} ${n}`,
              timeSeriesQuery: {
                timeSeriesFilter: {
                  filter: `metric.type="run.googleapis.com/request_count" resource.type="cloud_run_revision" metric.label.code="${n}"`,
                  aggregation: {
                    alignmentPeriod: "60s",
                    perSeriesAligner: "ALIGN_RATE",
                    crossSeriesReducer: "REDUCE_SUM",
                    groupByFields: ["resource.label.service_name", "metric.label.response_code"],
                  },
                },
              },
            })),
            thresholds: Array.from({ length: 20 }, (_, value) => ({ value, label: `Limit ${value}` })),
          },
        },
      },
      { xPos: 24, width: 24, height: 16, widget: { title: "Light", text: { content: "x" } } },
    ],
  },
});

/** From the request for a form to the painted panel, without waiting for the screen to want the next frame. */
export async function inspectorRows(harness: Harness): Promise<Row[]> {
  const text = JSON.stringify(dashboard(), null, 2);
  const preview = await harness.open({ width: 1200, height: 900 });
  const { page } = preview;
  await preview.send({ type: "mode", place: "side", editable: true, locked: false, inspector: true });
  const first = new Dashboard(text);
  const picture = new PictureTracker().answer(first.document, first.canonical, first.findings, undefined);
  await preview.show(picture.picture!);
  await preview.drawn();
  const clock = await Clock.of(page);
  const whole: number[] = [];
  for (let n = 0; n < OPENINGS; n++) {
    for (const title of ["Light", "Heavy"]) {
      const tile = page.locator(".tile", { hasText: title }).locator(".tile-button").first();
      await tile.focus();
      for (const message of await preview.received()) {
        if (message.type !== "ask" || message.method !== "mosaic/inspect") continue;
        const tiles = message.params["tiles"] as string[];
        // The text has been read and checked: that is what its findings cost.
        const one = new Dashboard(text);
        const { findings } = one;
        const start = performance.now();
        const result = inspect(one, tiles, findings, n, (finding) =>
          fixesOf(one, finding).map((fix) => fix.title),
        );
        const took = performance.now() - start;
        const drawn = await clock.during("TaskDuration", async () => {
          await preview.send({ type: "answer", ask: message.ask, result });
          await page.evaluate(
            () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
          );
        });
        if (tiles[0] === ID) whole.push(took + drawn);
      }
    }
  }
  await preview.close();
  return [
    {
      what: "inspector, chart of 50 data sets: request to painted",
      value: quantile(whole, 0.5),
      unit: "ms",
      budget: { limit: 50, of: "value" },
    },
  ];
}
