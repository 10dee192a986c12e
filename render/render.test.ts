import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareDashboards } from "../core/grid/compare/compare";
import { drawPicture } from "../core/grid/picture";
import { Version } from "../core/sync/version";
import { fitted, widthOf } from "./fonts";
import { renderComparisonSvg, renderHtml, renderPage, renderPng, renderSvg } from "./index";

const pictureOf = (value: unknown) => drawPicture(Version.of(value).canonical);
const sha256 = (text: string) => `hash-of-${text.length}`;
const OPTIONS = { theme: "light", width: 1000 } as const;

const tile = (xPos: number, yPos: number, widget: object) => ({ xPos, yPos, width: 24, height: 12, widget });
const query = {
  timeSeriesQuery: {
    timeSeriesFilter: { filter: 'metric.type="compute.googleapis.com/instance/cpu/utilization"' },
  },
};
const dashboard = (title: string, ...tiles: object[]) => ({
  displayName: title,
  mosaicLayout: { columns: 48, tiles },
});
const chart = (title: string, more: object = {}) => ({ title, xyChart: { dataSets: [query], ...more } });

const HOSTILE = [
  "<script>alert(1)</script>",
  "]]><svg onload=alert(1)>",
  "</text></svg><foreignObject><body onload=alert(1)>",
  "&#x3c;script&#x3e;",
  '" onmouseover="alert(1)',
  "' style='background:url(https://evil.example/x)",
  "url(javascript:alert(1))",
  "${constructor}\u0000\u001b[2J\u202eevil\ud800",
];

/** Everything that a browser could run, load or be misled by. */
function expectHarmless(markup: string): void {
  const tags = [...markup.matchAll(/<\/?([A-Za-z][\w-]*)/g)].map((match) => match[1]!);
  const allowed = new Set([
    ..."svg g rect line circle ellipse path polyline polygon text tspan title desc defs clipPath style".split(
      " ",
    ),
    ..."html head meta body header h1 h2 span div fieldset legend label input button ul li ol main figure".split(
      " ",
    ),
    ..."figcaption section strong footer script p".split(" "),
  ]);
  expect(tags.filter((tag) => !allowed.has(tag))).toEqual([]);
  for (const [element] of markup.matchAll(/<[a-z][^>]*>/gi)) {
    expect(element).not.toMatch(/\s(?:on\w+|style|href|src|xlink:href|srcdoc|action)\s*=/i);
    for (const [, target] of element.matchAll(/url\(([^)]*)\)/g)) expect(target).toMatch(/^#[\w-]+$/);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
  expect(markup).not.toMatch(/[\u0000-\u0008\u001b\u202a-\u202e\u2066-\u2069]/);
}

describe("one dashboard", () => {
  it.each(["light", "dark", "both"] as const)("contains its titles, in %s", (theme) => {
    const picture = pictureOf(
      dashboard(
        "Shop",
        tile(0, 0, chart("CPU")),
        tile(24, 0, { title: "Note", text: { content: "**Hello** world" } }),
      ),
    );
    const svg = renderSvg(picture, { theme, width: 1000 });
    expect(svg).toContain(">Shop</text>");
    expect(svg).toContain(">CPU</text>");
    expect(svg).toContain(">Hello</text>");
    expect(svg.includes("prefers-color-scheme")).toBe(theme === "both");
    expectHarmless(svg);
  });

  it("is the same on every run", () => {
    const picture = pictureOf(dashboard("Shop", tile(0, 0, chart("CPU"))));
    expect(renderSvg(picture, OPTIONS)).toBe(renderSvg(picture, OPTIONS));
  });

  it("draws every type of widget, and what is no widget", () => {
    const kinds = [
      ...[
        "scorecard",
        "timeSeriesTable",
        "pieChart",
        "treemap",
        "text",
        "alertChart",
        "incidentList",
        "logsPanel",
      ],
      ...[
        "errorReportingPanel",
        "collapsibleGroup",
        "singleViewGroup",
        "sectionHeader",
        "filterControl",
        "blank",
        "x",
      ],
    ];
    const contents = [{}, { dataSets: [query] }, { timeSeriesQuery: query.timeSeriesQuery, gaugeView: {} }];
    const all = kinds.flatMap((kind) => contents.map((content) => ({ title: kind, [kind]: content })));
    expectHarmless(
      renderSvg(pictureOf({ gridLayout: { columns: 6, widgets: all } }), { theme: "light", width: 2000 }),
    );
    for (const value of [
      {},
      [],
      null,
      { mosaicLayout: { tiles: [1, {}] } },
      { gridLayout: { widgets: [{}] } },
    ])
      expectHarmless(renderSvg(pictureOf(value), OPTIONS));
  });
});

describe("hostile texts", () => {
  it.each(HOSTILE)("stay text: %j", (text) => {
    const before = dashboard("Before", tile(0, 0, chart("CPU")), tile(24, 0, { text: { content: "a" } }));
    const after = {
      ...dashboard(
        text,
        tile(0, 0, {
          title: text,
          xyChart: {
            dataSets: [{ ...query, legendTemplate: text }],
            thresholds: [{ value: 1, label: text }],
            yAxis: { label: text },
          },
        }),
        tile(24, 0, {
          title: text,
          text: {
            content: `${text}\n\n# ${text}\n\n[${text}](javascript:alert(1)) ![${text}](https://evil.example/x.png) <img src=x onerror=alert(1)>`,
            format: "MARKDOWN",
            style: { backgroundColor: text, textColor: `red;${text}` },
          },
        }),
        tile(0, 12, {
          title: "t",
          timeSeriesTable: { dataSets: [query], columnSettings: [{ column: text, visible: true }] },
        }),
        tile(24, 12, { title: "s", sectionHeader: { subtitle: text } }),
        tile(0, 24, { title: "e", errorReportingPanel: { services: [text] } }),
      ),
      dashboardFilters: [{ templateVariable: text, stringValue: text, labelKey: text }],
    };
    const versions = {
      before: pictureOf(before),
      after: pictureOf(after),
      comparison: compareDashboards(before, after),
      labels: { before: text, after: text },
    };
    expectHarmless(renderComparisonSvg(versions, { theme: "both", width: 1400 }));
    expectHarmless(renderPage(versions.after, { theme: "light", width: 900, sha256 }));
    const html = renderHtml(versions, { theme: "both", width: 900, sha256 });
    expectHarmless(html);
    // One script and one style sheet, which the policy names.
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<style/g)).toHaveLength(1);
    expect(html).toContain("default-src &#39;none&#39;");
  });
});

describe("a comparison", () => {
  const before = dashboard(
    "Shop",
    tile(0, 0, chart("CPU")),
    tile(24, 0, chart("Memory")),
    tile(0, 12, chart("Old")),
    tile(24, 12, chart("Same")),
  );
  const after = dashboard(
    "Shop",
    tile(0, 0, chart("CPU", { thresholds: [{ value: 0.5 }] })),
    tile(24, 24, chart("Memory")),
    tile(24, 12, chart("Same")),
    tile(0, 36, { title: "New", text: { content: "Something else" } }),
  );
  const versions = {
    before: pictureOf(before),
    after: pictureOf(after),
    comparison: compareDashboards(before, after),
    labels: { before: "HEAD", after: "shop.dashboard.json" },
  };

  it("marks each changed tile on its side, and lists the words", () => {
    const svg = renderComparisonSvg(versions, { theme: "light", width: 1600 });
    const badges = [...svg.matchAll(/>(\d [a-z, ]+)<\/text>/g)].map((match) => match[1]);
    expect(badges.sort()).toEqual(
      ["1 changed", "1 changed", "2 moved", "2 moved", "3 added", "4 removed"].sort(),
    );
    expect(svg).toContain("threshold 0.5");
    expect(svg).toContain(">HEAD</text>");
  });

  it("in HTML leads from each entry to both places", () => {
    const html = renderHtml(versions, { theme: "both", width: 1000, sha256 });
    const entries = [...html.matchAll(/<button class="change"([^>]*)>/g)].map(([, at]) => ({
      before: /data-before="([^"]*)"/.exec(at!)?.[1],
      after: /data-after="([^"]*)"/.exec(at!)?.[1],
    }));
    expect(entries.map(({ before: b, after: a }) => [b !== undefined, a !== undefined])).toEqual([
      [true, true],
      [true, true],
      [false, true],
      [true, false],
    ]);
    expect(entries[0]!.before).toBe(entries[0]!.after);
    expect(entries[1]!.before).not.toBe(entries[1]!.after);
  });

  it("of equal versions says so", () => {
    const same = { ...versions, after: versions.before, comparison: compareDashboards(before, before) };
    expect(renderComparisonSvg(same, { theme: "light", width: 1600 })).toContain("No differences");
    expect(renderHtml(same, { theme: "light", width: 900, sha256 })).toContain("No differences.");
  });

  it("shows the view of a single-view group that changed", () => {
    const grouped = (second: object) =>
      dashboard(
        "Group",
        { xPos: 0, yPos: 0, width: 48, height: 16, widget: { title: "Views", singleViewGroup: {} } },
        { xPos: 0, yPos: 0, width: 48, height: 16, widget: chart("First") },
        { xPos: 0, yPos: 0, width: 48, height: 16, widget: second },
      );
    const [a, b] = [grouped(chart("Second")), grouped(chart("Second", { thresholds: [{ value: 3 }] }))];
    const svg = renderComparisonSvg(
      {
        before: pictureOf(a),
        after: pictureOf(b),
        comparison: compareDashboards(a, b),
        labels: versions.labels,
      },
      { theme: "light", width: 1600 },
    );
    expect(svg).toContain("<title>Second, line chart</title>");
    expect(svg).not.toContain("<title>First, line chart</title>");
  });
});

describe("widths of texts", () => {
  it("are those of the font", () => {
    // Arial's: 1139 units of 2048 for a digit, 1366 for a capital A.
    expect(widthOf("00", { style: "regular", size: 2048 })).toBe(2278);
    expect(widthOf("A", { style: "regular", size: 2048 })).toBe(1366);
    expect(widthOf("漢字", { style: "regular", size: 10 })).toBe(20);
  });

  it("cut what does not fit, and nothing else", () => {
    const font = { style: "regular", size: 13 } as const;
    const width = widthOf("Requests per second", font);
    expect(fitted("Requests per second", width, font)).toBe("Requests per second");
    expect(fitted("Requests per second", width - 4, font)).toMatch(/^Requests per sec.*…$/);
    expect(fitted("Requests", 3, font)).toBe("");
  });
});

describe("a PNG", () => {
  it("that would be too large is an error which says its size", async () => {
    const wasm = readFileSync("node_modules/@resvg/resvg-wasm/index_bg.wasm");
    const far = { ...tile(0, 2_000_000_000, { title: "far", text: {} }), height: 2_000_000_000 };
    const svg = renderSvg(pictureOf(dashboard("Far", far)), OPTIONS);
    await expect(renderPng(svg, { wasm, fonts: [] }, 4)).rejects.toThrow(
      /^the PNG would be 4000 × \d+ pixels/,
    );
    expect(
      await renderPng(
        '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>',
        { wasm, fonts: [] },
        2,
      ),
    ).not.toHaveLength(0);
  });
});
