import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { main } from "./program";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "mosaic-new-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function mosaic(...args: string[]) {
  let out = "";
  let err = "";
  const code = await main(args, {
    cwd,
    env: {},
    color: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: async () => "",
  });
  return { code, out, err };
}

const read = (name: string) => readFile(path.join(cwd, name), "utf8");

it("creates a dashboard that has no findings, as JSON or YAML by its name", async () => {
  expect(await mosaic("new", "orders", "--from", "cloud-run")).toEqual({
    code: 0,
    out: "Created orders.dashboard.json from Cloud Run services.\n",
    err: "",
  });
  expect((await mosaic("new", "team/runs.dashboard.yaml", "--from", "run", "--title", "Runs")).code).toBe(0);
  expect(await read("team/runs.dashboard.yaml")).toMatch(/^displayName: Runs\n/);
  expect((await mosaic("new", "my-shop")).code).toBe(0);
  expect(JSON.parse(await read("my-shop.dashboard.json")).displayName).toBe("My shop");
  expect(await mosaic("validate", ".")).toMatchObject({ code: 0 });
});

it("overwrites no file and follows no link", async () => {
  await writeFile(path.join(cwd, "a.dashboard.json"), "mine");
  expect(await mosaic("new", "a")).toMatchObject({ code: 1, err: expect.stringContaining("exists already") });
  expect(await read("a.dashboard.json")).toBe("mine");
  await mkdir(path.join(cwd, "real"));
  await symlink(path.join(cwd, "nowhere"), path.join(cwd, "b.dashboard.json"));
  expect((await mosaic("new", "b")).code).not.toBe(0);
  expect((await readdir(cwd)).sort()).toEqual(["a.dashboard.json", "b.dashboard.json", "real"]);
});

it("lists what there is, by words", async () => {
  const { out } = await mosaic("new", "--list", "cloud", "run");
  expect(out).toContain("Templates\n  cloud-run           Cloud Run services: ");
  expect(out).toContain("Services\n  run.googleapis.com  Cloud Run\n");
  expect(out).not.toContain("Pub/Sub");
});

it("says what is wrong with the command line", async () => {
  const slo = "projects/a/services/b/serviceLevelObjectives/c";
  expect((await mosaic("new", "x", "--from", "cloudrun")).err).toContain("did you mean cloud-run?");
  expect((await mosaic("new")).err).toContain("specify the file");
  expect((await mosaic("new", "x", "--slo", slo)).err).toContain("only for --from slo-burn");
  expect((await mosaic("new", "x", "--from", "slo-burn", "--slo", "c")).err).toContain("Write the full name");
  expect((await mosaic("new", "x", "--from", "slo-burn", "--slo", slo)).code).toBe(0);
  expect(await read("x.dashboard.json")).toContain(slo);
  expect((await mosaic("new", "a*b")).err).toContain("cannot contain");
});

it("writes a text for coding agents beside the dashboard, and keeps one that exists", async () => {
  expect(await mosaic("new", "team/a", "--agents")).toMatchObject({ code: 0, err: "" });
  const text = await read("team/AGENTS.md");
  expect(text).toContain("`mosaic mcp`");
  await writeFile(path.join(cwd, "AGENTS.md"), "ours");
  expect((await mosaic("new", "b", "--agents")).err).toContain("AGENTS.md exists already");
  expect(await read("AGENTS.md")).toBe("ours");
});
