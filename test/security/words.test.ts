import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { dashboard, putRemote, useScene } from "./mosaic";

const scene = useScene();

/** Moves the cursor, sets the clipboard and the title, hides, reverses, forges a line. */
const EVIL = "x\u001b[2J\u001b]52;c;c2VjcmV0\u0007\u001b]0;t\u001b\\\u009b8m\u202egnp\u2066\u200b\r\u0000";
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const ACTS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]/;

const FILE = "web.dashboard.json";

describe("words of others do not act in the terminal", () => {
  it("from a dashboard and the service", async () => {
    await scene.config("repo");
    await scene.file(
      `repo/${FILE}`,
      JSON.stringify({
        displayName: `mine${EVIL}`,
        gridLayout: { [`${EVIL}`]: 1, widgets: [{ title: EVIL, text: { content: EVIL } }] },
      }),
    );
    await putRemote(scene, "web", {
      displayName: `theirs${EVIL}`,
      gridLayout: { widgets: [{ title: EVIL, text: { content: EVIL } }, { blank: {} }] },
    });
    for (const args of [
      ["list"],
      ["list", "--format", "json"],
      ["diff", FILE],
      ["validate", FILE],
      ["push", "--ask-service", "--yes", FILE],
      ["pull", FILE],
      ["pull", "--overwrite", "web", "--dry-run", FILE],
      ["delete", "web"],
      ["validate", "--format", "json", FILE],
    ]) {
      const { out, err } = await scene.mosaic(args, { in: "repo" });
      expect(out + err, args.join(" ")).not.toMatch(ACTS);
      expect((out + err).length).toBeGreaterThan(0);
    }
    const { out } = await scene.mosaic(["list"], { in: "repo" });
    expect(out).toContain("theirsx\\u001b[2J");
  });

  it("from names of files, profiles and members of the configuration", async () => {
    const name =
      process.platform === "win32" ? "odd.json" : `a\u001b[2J\u202e\nweb.dashboard.json: saved.json`;
    await scene.file(`repo/${name}`, '{"displayName": }');
    for (const config of [
      {},
      { profiles: { [EVIL]: {} } },
      { [EVIL]: 1 },
      { activeProfile: EVIL },
      { profiles: { [EVIL]: { project: "demo", endpoint: scene.emulator.url } }, activeProfile: EVIL },
    ]) {
      await scene.file("repo/.mosaic/config.json", JSON.stringify(config));
      for (const args of [
        ["validate", name],
        ["diff", name],
        ["push", "--yes", name],
        ["list"],
        ["pull", "--id", "none", `none${name}`],
        ["catalog"],
        ["list", "--profile", EVIL],
      ]) {
        if (args.some((arg) => arg.includes("\0"))) continue;
        const { out, err } = await scene.mosaic(args, { in: "repo" });
        expect(out + err, args.join(" ")).not.toMatch(ACTS);
        // The name does not make a line of its own.
        expect(out + err).not.toMatch(/^web\.dashboard\.json: saved/m);
      }
    }
  });

  it("nor do they begin lines, which pipelines read as commands", async () => {
    const forged = "x\n::stop-commands::y";
    const usable = { project: "demo", endpoint: scene.emulator.url };
    for (const config of [
      { [forged]: 1 },
      { activeProfile: forged },
      { profiles: { [forged]: 1 } },
      { profiles: { [forged]: usable }, usageProfiles: { [forged]: {}, b: {} } },
      { profiles: { [forged]: usable, b: usable } },
    ]) {
      await scene.file("repo/.mosaic/config.json", JSON.stringify(config));
      for (const args of [["list", "--profile", "none"], ["trust", "--profile", "none"], ["usage"]]) {
        const { out, err } = await scene.mosaic(args, { in: "repo" });
        expect(out + err, args.join(" ")).not.toMatch(/^::/m);
      }
    }
  });

  it("but are passed on to programs as they are", async () => {
    await scene.file(`repo/${FILE}`, dashboard("x"));
    const text = `{"displayName":"\u202e\u009b👩‍💻","gridLayout":{"widgets":[],}}`;
    const { out } = await scene.mosaic(["validate", "--fix", "-"], { stdin: text });
    expect(out).toBe(text.replace(",}", "}"));
    await scene.config("repo");
    await putRemote(scene, "web", { displayName: EVIL, gridLayout: {} });
    const listed = await scene.mosaic(["list", "--format", "json"], { in: "repo" });
    expect(JSON.parse(listed.out)).toMatchObject([{ displayName: EVIL }]);
  });
});

describe("ids of others", () => {
  it("that no address can have are listed and marked, and break nothing", async () => {
    await mkdir(`${scene.folder}/repo`);
    const dashboards = ["good", "..", ".", "", "a\\b", `a${EVIL}`].map((id) => ({
      name: `projects/demo/dashboards/${id}`,
      displayName: "Web",
      gridLayout: {},
      etag: "1",
    }));
    const odd = [{ name: 7, displayName: { toString: 1 } }, {}, null].filter((value) => value !== null);
    const server = createServer((_request, response) =>
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ dashboards: [...dashboards, ...odd.slice(1)] })),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const args = ["list", "--project", "demo", "--endpoint", endpoint];
      const { code, out, err } = await scene.mosaic(args, { in: "repo" });
      expect([code, err]).toEqual([0, ""]);
      expect(out).toContain("good\t-\tWeb\n");
      expect(out.split("\n").filter((line) => line.includes("(not a valid id)"))).toHaveLength(6);
      expect(out).not.toMatch(ACTS);
    } finally {
      server.close();
    }
  });

  it.each(["..", ".", "a\\b", "a b", "a\u001bb", ""])("%j is not asked for", async (id) => {
    await scene.config("repo");
    for (const command of [
      ["pull", "--id", id],
      ["delete", "--yes", id],
    ]) {
      const { code, err } = await scene.mosaic(command, { in: "repo" });
      expect(code).toBe(2);
      expect(err).toContain("is not the id of a dashboard");
    }
    await scene.file(
      "repo/x.dashboard.json",
      JSON.stringify({ name: `projects/demo/dashboards/${id}`, displayName: "x", gridLayout: {} }),
    );
    const { code } = await scene.mosaic(["push", "--yes", "x.dashboard.json"], { in: "repo" });
    expect(code).not.toBe(0);
    const answer = await fetch(`${scene.emulator.url}/v1/projects/demo/dashboards`);
    expect(await answer.json()).toEqual({});
  });
});
