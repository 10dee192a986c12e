import { execFileSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { dashboard, putRemote, useScene } from "./mosaic";

const scene = useScene();
const FILE = "web.dashboard.json";
const DEEP = 20_000;

/** Texts that are nested so deep that a function which calls itself for each level ends the process. */
const NESTED: Record<string, string> = {
  lists: `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`,
  objects: `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`,
  "lists without an end": "[".repeat(DEEP),
  "objects without an end": '{"a":'.repeat(DEEP),
  "a label": `{"displayName":"x","labels":{"a":${"[".repeat(DEEP)}${"]".repeat(DEEP)}},"gridLayout":{}}`,
  "an unknown member": `{"displayName":"x","gridLayout":{},"future":${'{"a":['.repeat(DEEP / 2)}1${"]}".repeat(DEEP / 2)}}`,
  widgets: `{"displayName":"x","gridLayout":{"widgets":[${'{"collapsibleGroup":{"widgets":['.repeat(DEEP / 2)}${"]}}".repeat(DEEP / 2)}]}}`,
};
const OVERFLOW = /RangeError|call stack| {4}at /;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A service that gives the same answer to everything. */
async function answering(text: string): Promise<string> {
  const server = createServer((_request, response) =>
    response.setHeader("content-type", "application/json").end(text),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function expectAnswered(
  args: readonly string[],
  stdin = "",
  run: typeof scene.mosaic = scene.mosaicHere,
): Promise<void> {
  const { code, signal, out, err } = await run(args, { in: "repo", stdin });
  const what = `${args.join(" ")}: ${code} ${(out + err).slice(0, 500)}`;
  expect(signal, what).toBe(null);
  expect(code, what).toBeLessThan(4);
  expect(out + err, what).not.toMatch(OVERFLOW);
}

describe("what is nested twenty thousand deep gets an answer", () => {
  it.each(Object.keys(NESTED))("as a dashboard: %s", async (name) => {
    await scene.config("repo");
    await putRemote(scene, "web", JSON.parse(dashboard("Web")) as object);
    await scene.file(`repo/${FILE}`, NESTED[name]!);
    for (const args of [
      ["validate", FILE],
      ["validate", "--fix", FILE],
      ["validate"],
      ["diff", FILE],
      ["push", "--yes", FILE],
      ["push", "--yes", "--ask-service", FILE],
      ["pull", "--merge", FILE],
      ["pull", "--overwrite", "web", FILE],
    ])
      await expectAnswered(args);
    await expectAnswered(["validate", "-"], NESTED[name]);
    // The stack frames of the bundle differ in size.
    for (const args of [
      ["validate", FILE],
      ["push", "--yes", FILE],
    ])
      await expectAnswered(args, "", scene.mosaic);
  });

  it.each(["lists", "objects", "objects without an end"])("as a configuration: %s", async (name) => {
    await scene.file("repo/.mosaic/config.json", NESTED[name]!);
    await scene.file(`repo/${FILE}`, dashboard("Web"));
    for (const args of [["validate", FILE], ["list"], ["push", "--yes", FILE], ["usage"]])
      await expectAnswered(args);
  });

  it.each(["objects", "a label", "widgets"])("as state and in the history: %s", async (name) => {
    await scene.config("repo");
    await scene.file(`repo/${FILE}`, dashboard("Web"));
    await expectAnswered(["push", "--yes", FILE]);
    await scene.file("repo/.mosaic/state/emu/web.json", NESTED[name]!);
    for (const args of [["diff", FILE], ["list"], ["push", "--yes", FILE], ["pull", FILE]])
      await expectAnswered(args);
    const git = (...args: string[]) =>
      execFileSync("git", [
        "-C",
        path.join(scene.folder, "repo"),
        "-c",
        "user.name=n",
        "-c",
        "user.email=n@e.test",
        ...args,
      ]);
    git("init", "-q");
    for (const text of [NESTED[name]!, dashboard("Now")]) {
      await scene.file(`repo/${FILE}`, text);
      git("add", FILE);
      git("commit", "-qm", "x");
    }
    await putRemote(scene, "web", JSON.parse(dashboard("Theirs")) as object);
    execFileSync("rm", [path.join(scene.folder, "repo/.mosaic/state/emu/web.json")]);
    await expectAnswered(["push", "--yes", FILE]);
    await expectAnswered(["pull", "--merge", FILE]);
  });

  it.each(["objects", "a label", "widgets"])("as an answer of the service: %s", async (name) => {
    const inside = NESTED[name]!;
    for (const text of [
      inside,
      `{"dashboards":[${inside}]}`,
      `{"displayName":"x","name":"projects/demo/dashboards/web","etag":"1","gridLayout":{},"labels":${inside}}`,
    ]) {
      const endpoint = await answering(text);
      await scene.file(
        "repo/.mosaic/config.json",
        JSON.stringify({ profiles: { emu: { project: "demo", endpoint } }, activeProfile: "emu" }),
      );
      await scene.file(`repo/${FILE}`, dashboard("Web"));
      for (const args of [
        ["list"],
        ["diff", FILE],
        ["push", "--yes", FILE],
        ["pull", "--overwrite", "web", FILE],
      ])
        await expectAnswered(args);
    }
  });

  it.each(Object.keys(NESTED))("as a request to the emulator: %s", async (name) => {
    const url = `${scene.emulator.url}/v1/projects/demo/dashboards`;
    const headers = { "content-type": "application/json" };
    for (const address of [
      url,
      `${scene.emulator.url}/api/v2/usage/query`,
      `${scene.emulator.url}/api/v2/usage/aggregates/query/jobs`,
    ]) {
      const answer = await fetch(address, { method: "POST", headers, body: NESTED[name]! });
      expect(answer.status, await answer.text()).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect((await fetch(`${url}?fields=${"a(".repeat(1000)}`)).status).toBe(400);
    expect((await fetch(url)).status).toBe(200);
  });
});

it("a plan of Terraform as well", async () => {
  for (const inner of [NESTED["objects"]!, NESTED["widgets"]!])
    for (const text of [
      `{"format_version":"1.2","planned_values":{"root_module":${inner}}}`,
      `{"format_version":"1.2","planned_values":{"root_module":{"resources":[{"address":"a","type":"google_monitoring_dashboard","values":{"dashboard_json":${JSON.stringify(inner)}}}]}}}`,
      `{"format_version":"1.2","planned_values":{"root_module":${'{"child_modules":['.repeat(DEEP)}${"]}".repeat(DEEP)}}}`,
    ]) {
      await scene.file("repo/plan.json", text);
      await expectAnswered(["validate", "plan.json"]);
    }
});

describe("globs", () => {
  it("take no longer for being made to", async () => {
    const globs = [`${"*a".repeat(300)}b.json`, `${"{a,aa}".repeat(150)}b`, `${"**/".repeat(300)}b`];
    const rules = { "unknown-member": "off" };
    await scene.file(
      "repo/.mosaic/config.json",
      JSON.stringify({ dashboards: globs, overrides: [{ files: globs, rules }] }),
    );
    await scene.file(`repo/${"a".repeat(200)}.json`, dashboard("x"));
    await scene.file(`repo/${"a/".repeat(100)}${FILE}`, dashboard("x"));
    const { out } = await scene.mosaicHere(["validate"], { in: "repo" });
    expect(out).toContain("checked");
  });

  it("do not leave the folder of the configuration", async () => {
    await scene.file("outside/secret.json", '{"displayName": "outside"');
    for (const glob of [
      "/**/*.json",
      "../outside/*.json",
      `${scene.folder}/outside/*.json`,
      "{..,a}/outside/*.json",
    ]) {
      await scene.file("repo/.mosaic/config.json", JSON.stringify({ dashboards: [glob] }));
      await scene.file(`repo/${FILE}`, dashboard("x"));
      const { code, out, err } = await scene.mosaicHere(["validate", "."], { in: "repo" });
      expect(code).toBe(2);
      expect(err).toContain("config.json:1:");
      expect(out + err).not.toContain("secret.json");
    }
  });
});

describe("strings that query languages read", () => {
  const PIECES = [
    'metric.type="a" AND ',
    "(",
    "sum(",
    "-",
    "a[5m]",
    "> ",
    "${a}",
    "{{",
    "[[:",
    "/*",
    "`",
    "<a ",
    "9",
    "\\",
  ];

  /** A dashboard with one text in every string that some language reads. */
  function everywhere(text: string): string {
    const query = (source: object) => ({
      xyChart: { dataSets: [{ timeSeriesQuery: source, legendTemplate: text }] },
    });
    const widgets = [
      query({ timeSeriesFilter: { filter: text, aggregation: { alignmentPeriod: text } } }),
      query({ prometheusQuery: text }),
      query({ timeSeriesQueryLanguage: text }),
      query({ opsAnalyticsQuery: { sql: text } }),
      { logsPanel: { filter: text } },
      { text: { content: text, format: "MARKDOWN" } },
    ];
    const dashboardFilters = [
      { filterType: "RESOURCE_LABEL", labelKey: text, templateVariable: "a", stringValue: text },
    ];
    return JSON.stringify({ displayName: text, dashboardFilters, gridLayout: { widgets } });
  }

  it.each(PIECES)("take no longer for being a megabyte of %j", async (piece) => {
    await scene.file(FILE, everywhere(piece.repeat(1_000_000 / piece.length)));
    const { out, err } = await scene.mosaicHere(["validate", FILE]);
    expect(out + err).not.toMatch(OVERFLOW);
    expect(out).toContain("string-not-checked");
  });
});
