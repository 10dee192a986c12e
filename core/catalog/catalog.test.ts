import { describe, expect, it } from "vitest";
import { type CatalogOverlay, isOpenNamespace, lacksPrometheusSuffix, shippedCatalog } from "./catalog";
import { readTables } from "./tables";

describe("the catalog that ships", () => {
  it("knows a metric with everything that goes with it", () => {
    expect(shippedCatalog().metric("run.googleapis.com/request_latencies")).toMatchObject({
      kind: "DELTA",
      valueType: "DISTRIBUTION",
      unit: "ms",
      resources: ["cloud_run_revision"],
      resourcesListed: true,
      labelsListed: true,
    });
    expect(shippedCatalog().metric("run.googleapis.com/request_cout")).toBeUndefined();
  });

  it("knows the labels of a resource", () => {
    expect(shippedCatalog().resource("gce_instance")?.labels).toContain("zone");
  });

  it("has thousands of metrics and hundreds of resources", () => {
    expect(readTables().metrics.size).toBeGreaterThan(5000);
    expect([...shippedCatalog().resources()].length).toBeGreaterThan(400);
  });

  it("refers from metrics to lists that exist", () => {
    for (const metric of shippedCatalog().metrics()) {
      expect(metric.type).toMatch(/^[a-z0-9.-]+\/\S+$/);
      if (metric.resourcesListed) expect(metric.resources, metric.type).not.toEqual([]);
      for (const resource of metric.resources)
        expect(shippedCatalog().resource(resource), resource).toBeDefined();
    }
  });

  it.each([
    ["run.googleapis.com/request_count", true],
    ["run.googleapis.com", true],
    ["kubernetes.io/container/uptime", true],
    ["kubernetes.io/anthos/anything", false],
    ["custom.googleapis.com/my/metric", false],
    ["workload.googleapis.com/x", false],
    ["run.googleapis.com/quota/instances/usage", false],
    ["run.googleapis.com/quota/concurrent/instances/limit", false],
    ["never-heard-of.googleapis.com/x", false],
  ])("covers %s: %s", (type, covered) => {
    expect(shippedCatalog().covers(type)).toBe(covered);
  });

  it.each(["custom.googleapis.com/a", "logging.googleapis.com/user/a", "x.googleapis.com/quota/a/exceeded"])(
    "never claims to know all of %s",
    (type) => expect(isOpenNamespace(type)).toBe(true),
  );

  it("infers what the name says", () => {
    const c = shippedCatalog();
    expect(c.metric("prometheus.googleapis.com/made_up_total/counter")).toMatchObject({
      kind: "CUMULATIVE",
      valueType: "DOUBLE",
      inferred: true,
    });
    expect(c.metric("x.googleapis.com/quota/y/limit")).toMatchObject({ kind: "GAUGE", valueType: "INT64" });
    expect(lacksPrometheusSuffix("prometheus.googleapis.com/http_requests_total")).toBe(true);
    expect(lacksPrometheusSuffix("prometheus.googleapis.com/http_requests_total/counter")).toBe(false);
  });

  it("has closed label values, with the empty string where it is one", () => {
    expect(
      shippedCatalog().labelValues("router.googleapis.com/nat/sent_packets_count", "ip_protocol"),
    ).toContain("TCP");
    expect(shippedCatalog().labelValues("run.googleapis.com/request_count", "nope")).toBeUndefined();
  });
});

describe("search by words", () => {
  const first = (query: string, count = 1): string[] =>
    shippedCatalog()
      .searchMetrics(query, count)
      .metrics.map((metric) => metric.type);

  it.each([
    ["run latency", "run.googleapis.com/request_latencies"],
    ["latency run", "run.googleapis.com/request_latencies"],
    ["run.googleapis.com/request_l", "run.googleapis.com/request_latencies"],
    ["gce cpu util", "compute.googleapis.com/instance/cpu/utilization"],
    ["compute instance cpu utilization", "compute.googleapis.com/instance/cpu/utilization"],
    ["gke container restart", "kubernetes.io/container/restart_count"],
    ["pubsub oldest unacked", "pubsub.googleapis.com/subscription/oldest_unacked_message_age"],
    ["bucket object count", "storage.googleapis.com/storage/object_count"],
  ])("%s finds %s", (query, type) => {
    expect(first(query)).toEqual([type]);
  });

  it("says when there is more, and finds nothing for nonsense", () => {
    expect(shippedCatalog().searchMetrics("cpu", 5)).toMatchObject({ more: true });
    expect(shippedCatalog().searchMetrics("cpu", 5).metrics).toHaveLength(5);
    expect(first("zzqqxx")).toEqual([]);
  });

  it("keeps what matches most words when nothing matches all", () => {
    expect(first("run latency zzqq")).toEqual(["run.googleapis.com/request_latencies"]);
  });
});

describe("what was probably meant", () => {
  it.each([
    ["run.googleapis.com/request_cout", "run.googleapis.com/request_count"],
    ["runn.googleapis.com/request_count", "run.googleapis.com/request_count"],
    ["custom.googleapis.com/whatever/it/is", undefined],
  ])("%s → %s", (type, meant) => {
    expect(shippedCatalog().nearestMetric(type)).toBe(meant);
  });
});

describe("extend", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const day = 24 * 60 * 60 * 1000;
  const orders = {
    type: "custom.googleapis.com/shop/orders",
    kind: "DELTA",
    valueType: "INT64",
    unit: "{order}",
    labels: ["store"],
    resources: ["global", "generic_task"],
  } as const;
  const read = (more: Partial<CatalogOverlay> = {}, age = day) =>
    shippedCatalog().extend(
      {
        project: "shop",
        readAt: new Date(now - age).toISOString(),
        metrics: [orders],
        resources: [],
        ...more,
      },
      now,
    );

  it("adds a project's own metrics and leaves the original alone", () => {
    const extended = read();
    expect(extended.metric(orders.type)).toMatchObject({ ...orders, own: true });
    expect(extended.searchMetrics("shop orders", 1).metrics[0]?.type).toBe(orders.type);
    expect(extended.nearestMetric("custom.googleapis.com/shop/order")).toBe(orders.type);
    expect(shippedCatalog().metric(orders.type)).toBeUndefined();
  });

  it("puts a user's own metrics before public ones that match alike", () => {
    const queue = { type: "custom.googleapis.com/request_count" };
    const first = (c: ReturnType<typeof read>) => c.searchMetrics("request count", 1).metrics[0]?.type;
    expect(first(read({ metrics: [queue] }))).toBe(queue.type);
    expect(first(shippedCatalog())).not.toBe(queue.type);
  });

  const count = "run.googleapis.com/request_count";

  it("adds labels and resources to public entries and corrects the rest", () => {
    const known = shippedCatalog().metric(count)!;
    const metrics = [{ type: count, kind: "DELTA", unit: "{call}", labels: ["brand_new"] } as const];
    const found = read({ metrics }).metric(count)!;
    expect(found).toMatchObject({ unit: "{call}", valueType: known.valueType, uses: known.uses });
    expect(found.labels).toEqual(["brand_new", ...known.labels]);
    expect(found.resources).toEqual(known.resources);
  });

  it("corrects nothing when it is old, and still knows what was not known", () => {
    const metrics = [{ type: count, unit: "{call}" }, orders];
    const old = read({ metrics }, 30 * day);
    expect(old.metric(count)).toBe(shippedCatalog().metric(count));
    expect(old.metric(orders.type)).toMatchObject({ labels: ["store"], labelsListed: false });
  });

  it("brings a retired metric back to life", () => {
    const retired = [...shippedCatalog().metrics()].find((metric) => shippedCatalog().isRetired(metric))!;
    const extended = read({ metrics: [{ type: retired.type }] });
    expect(extended.isRetired(extended.metric(retired.type)!)).toBe(false);
  });

  it.each([
    ["custom.googleapis.com/shop/refunds", day, true],
    ["custom.googleapis.com/shop/refunds", 30 * day, false],
    ["custom.googleapis.com/shop/refunds", -30 * day, false],
    // Nothing of this prefix was read: perhaps another project has them.
    ["workload.googleapis.com/shop/refunds", day, false],
    ["run.googleapis.com/request_cout", day, false],
    ["run.googleapis.com/quota/x/usage", day, false],
  ])("expects %s of a project read %d ms ago: %s", (type, age, expected) => {
    expect(read({}, age).reading?.covers(type)).toBe(expected);
  });

  it("adds resource types and their labels", () => {
    const extended = read({ resources: [{ type: "shop.example.com/Till", labels: ["till_id"] }] });
    expect(extended.resource("shop.example.com/Till")).toMatchObject({ labels: ["till_id"] });
    expect(extended.resource("gce_instance")).toBe(shippedCatalog().resource("gce_instance"));
  });
});
