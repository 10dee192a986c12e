import { describe, expect, it } from "vitest";
import { shippedCatalog } from "../catalog/catalog";
import { Dashboard } from "../dashboard";
import { newFileText } from "../forms";
import { arrange } from "../grid/arrangement";
import { refusedOverlaps } from "../grid/overlaps";
import { listOf, membersOf, stringOf } from "../shape";
import { answerProblem, createDashboard, creations } from ".";

const catalog = shippedCatalog();
const all = creations(catalog);
const made = new Map(all.map(({ id }) => [id, createDashboard(catalog, id)!]));

function widgetsOf(value: unknown): Record<string, unknown>[] {
  const { tiles } = membersOf(membersOf(value)["mosaicLayout"]);
  return listOf(tiles).map((tile) => membersOf(membersOf(tile)["widget"]));
}

/** Titles under the same section header, or in the same group. */
function titlesBySection(widgets: readonly Record<string, unknown>[]): string[][] {
  const sections: string[][] = [[]];
  for (const widget of widgets) {
    if ("sectionHeader" in widget || "collapsibleGroup" in widget) sections.push([]);
    sections.at(-1)!.push(stringOf(widget["title"]));
  }
  return sections;
}

describe("what a new dashboard can be made as", () => {
  it("has every service of the catalog with stable metrics, templates and beginnings under ids of their own", () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ kind }) => kind === "service").length).toBeGreaterThan(100);
    expect(all.filter(({ kind }) => kind === "template")).toHaveLength(8);
    expect(all.filter(({ kind }) => kind === "start")).toHaveLength(4);
  });

  it.each(all.map(({ id, name }) => [id, name] as const))(
    "%s is a dashboard without findings",
    (id, name) => {
      const value = made.get(id)!;
      const text = newFileText("new.dashboard.json", value);
      const dashboard = new Dashboard(text);
      expect(dashboard.findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
      const { tiles, columns } = arrange(dashboard.canonical.value);
      expect(tiles.length).toBeGreaterThan(0);
      expect(tiles.length).toBeLessThanOrEqual(40);
      expect(refusedOverlaps(tiles)).toEqual([]);
      for (const tile of tiles) expect(tile.x + tile.w).toBeLessThanOrEqual(columns);
      expect(name).not.toBe("");
    },
  );

  it.each(all.filter(({ kind }) => kind !== "start").map(({ id }) => [id] as const))(
    "%s fills every line and has no title twice in a section",
    (id) => {
      const value = made.get(id)!;
      const { tiles, rows } = arrange(value);
      const inner = tiles.filter(({ kind }) => kind !== "collapsibleGroup");
      const area = inner.reduce((sum, { w, h }) => sum + w * h, 0);
      expect(area).toBe(48 * rows);
      for (const titles of titlesBySection(widgetsOf(value)))
        expect(new Set(titles.map((title) => title.toLowerCase())).size).toBe(titles.length);
    },
  );

  it("uses only metrics that are stable or in preview", () => {
    for (const { id } of all.filter(({ kind }) => kind !== "start")) {
      const text = JSON.stringify(made.get(id));
      for (const [, type] of text.matchAll(/metric\.type=\\"([^"\\]+)\\"/g)) {
        const metric = catalog.metric(type!);
        expect(["GA", "BETA"], type).toContain(metric?.stage);
        expect(catalog.isRetired(metric!), type).toBe(false);
      }
    }
  });

  it("writes YAML for a file that is named so", () => {
    const text = newFileText("new.dashboard.yaml", createDashboard(catalog, "gke", "Shop"));
    expect(text).toMatch(/^displayName: Shop\n/);
  });

  it("takes a title and an answer, and says what is wrong with one", () => {
    const slo = "projects/shop/services/storefront/serviceLevelObjectives/availability";
    const { input } = all.find(({ id }) => id === "slo-burn")!;
    expect(answerProblem(input!, slo)).toBeUndefined();
    expect(answerProblem(input!, 'projects/a"b')).toContain("full name");
    const value = createDashboard(catalog, "slo-burn", "Storefront", slo)!;
    expect(value["displayName"]).toBe("Storefront");
    expect(JSON.stringify(value)).toContain(`select_slo_burn_rate(\\"${slo}\\", \\"3600s\\")`);
    expect(createDashboard(catalog, "no-such.googleapis.com")).toBeUndefined();
  });
});

describe("the dashboard of a service", () => {
  const titles = (id: string) => widgetsOf(createDashboard(catalog, id)).map(({ title }) => title);

  it("has the golden signals in sections", () => {
    expect(titles("run.googleapis.com")).toEqual(
      expect.arrayContaining([
        "Requests by service",
        "Requests by response code class",
        "Share of failed requests",
        "Request latency",
        "CPU utilization",
        "Memory utilization",
        "Instances by state",
      ]),
    );
    expect(titles("pubsub.googleapis.com")).toEqual(
      expect.arrayContaining([
        "Traffic",
        "Errors",
        "Latency",
        "Saturation",
        "Undelivered messages by subscription",
        "Oldest unacknowledged message age by subscription",
      ]),
    );
  });

  it("aggregates by kind and value type", () => {
    const widgets = widgetsOf(createDashboard(catalog, "cloudsql.googleapis.com"));
    const chart = (title: string) => JSON.stringify(widgets.find((widget) => widget["title"] === title));
    expect(chart("Read operations by database")).toMatch(/ALIGN_RATE.*REDUCE_SUM.*database_id/);
    expect(chart("CPU utilization by database")).toMatch(/ALIGN_MEAN.*REDUCE_MAX/);
    const latency = JSON.stringify(widgetsOf(createDashboard(catalog, "run.googleapis.com")));
    expect(latency).toMatch(/REDUCE_PERCENTILE_50.*REDUCE_PERCENTILE_95.*REDUCE_PERCENTILE_99/);
  });

  it("writes a unit in standard notation where the catalog has another one", () => {
    const text = JSON.stringify(createDashboard(catalog, "kubernetes.io"));
    expect(text).not.toContain('"unitOverride":"percent"');
    expect(JSON.stringify(createDashboard(catalog, "run.googleapis.com"))).toContain(
      '"unitOverride":"10^2.%"',
    );
  });
});
