import { expect, test } from "vitest";
import { readOverlay } from "../../api/descriptors";
import { descriptorsOf } from "../../api/profile";
import type { Destination } from "../../api/trust/destination";
import { shippedCatalog } from "../../core/catalog/catalog";
import { dashboardsDestination } from "../support/destinations";
import { serve } from "./serving";

const surroundings = { environment: {}, programs: "untrusted", attempts: 3 } as const;

function destinationFor(endpoint: string): Destination {
  return dashboardsDestination(endpoint, { project: "orchard-demo" });
}

test("a whole project is read and laid over the catalog", async () => {
  const emulator = await serve();
  const client = descriptorsOf(destinationFor(emulator.url), surroundings);
  const overlay = await readOverlay(client, "orchard-demo");
  const extended = shippedCatalog().extend(overlay);
  expect(extended.metric("custom.googleapis.com/shop/orders")).toMatchObject({
    kind: "CUMULATIVE",
    valueType: "INT64",
    unit: "{order}",
    labels: ["store", "payment_method"],
    resources: ["generic_task", "k8s_container"],
  });
  expect(extended.reading?.covers("custom.googleapis.com/shop/nothing")).toBe(true);
  // What the emulator has of the public metrics says the same as the catalogue.
  for (const { type } of overlay.metrics) {
    const [known, read] = [shippedCatalog().metric(type), extended.metric(type)];
    if (known && !known.inferred) expect([read?.kind, read?.labels]).toEqual([known.kind, known.labels]);
  }
});

test("pages and filters reach the service", async () => {
  const emulator = await serve();
  const client = descriptorsOf(destinationFor(emulator.url), surroundings);
  const filter = 'metric.type = starts_with("workload.googleapis.com/")';
  const pages: string[][] = [];
  for await (const page of client.metrics({ filter, pageSize: 1 })) pages.push(page.map(({ type }) => type));
  expect(pages).toEqual([
    ["workload.googleapis.com/shop.payment.attempts"],
    ["workload.googleapis.com/shop.queue.depth"],
  ]);
});

test("a listing goes on after a 503 and a lost connection", async () => {
  const emulator = await serve();
  emulator.inject({ status: 503, retryAfter: 0 }, { close: "before" });
  const client = descriptorsOf(destinationFor(emulator.url), surroundings);
  const overlay = await readOverlay(client, "orchard-demo");
  expect(overlay.metrics.length).toBeGreaterThan(500);
});

test("a project without access is a failure with its own advice", async () => {
  const emulator = await serve({ deny: ["orchard-demo"] });
  const client = descriptorsOf(destinationFor(emulator.url), surroundings);
  await expect(readOverlay(client, "orchard-demo")).rejects.toMatchObject({
    kind: "permission",
    action: expect.stringContaining("roles/monitoring.viewer"),
  });
});

test("stopping ends it at once", async () => {
  const emulator = await serve();
  const stop = new AbortController();
  const client = descriptorsOf(destinationFor(emulator.url), surroundings);
  const reading = readOverlay(client, "orchard-demo", {
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(reading).rejects.toMatchObject({ kind: "cancelled" });
});
