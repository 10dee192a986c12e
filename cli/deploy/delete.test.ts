import { beforeEach, expect, it } from "vitest";
import {
  NOBODY,
  person,
  readText,
  remoteOf,
  useWorkspace,
  WEB,
  writeText,
} from "../../test/support/deploy-workspace";
import { runDelete } from "./delete";
import { runPush } from "./push";

const workspace = useWorkspace();
const remote = remoteOf(workspace);
const remove = (...args: string[]) => runDelete(args, workspace.io, NOBODY);

beforeEach(async () => {
  await writeText(workspace, "web.dashboard.json", WEB);
  expect(await runPush(["--yes", "web.dashboard.json"], workspace.io, NOBODY)).toBe(0);
});

it("deletes, keeps the text outside of git, and creates it again", async () => {
  await remote.change("web", (value) => (value["displayName"] = "Edited since"));
  expect(await remove("--yes", "projects/demo/dashboards/web")).toBe(0);
  expect(workspace.output.out).toMatch(
    /web: "Edited since", 2 widgets, in .*\n {2}It has remote edits that were never pulled.*\n {2}~ displayName/,
  );
  expect(workspace.output.out).toContain("mosaic delete --undo web");
  expect((await remote.call("GET", "web")).status).toBe(404);
  const [, path] = /Backup: (\S+)\./.exec(workspace.output.out)!;
  const kept = JSON.parse(await readText(workspace, path!));
  expect(kept).toMatchObject({ name: "projects/demo/dashboards/web", displayName: "Edited since" });
  expect(kept).not.toHaveProperty("etag");
  // The file is still there, and must not bring the dashboard back by accident.
  expect(await runPush(["--yes", "web.dashboard.json"], workspace.io, NOBODY)).toBe(3);
  expect(await remove("--undo", "--yes", "web")).toBe(0);
  expect(await remote.get("web")).toMatchObject({ displayName: "Edited since" });
  expect(await readText(workspace, "web.dashboard.json")).toBe(WEB);
  expect(await remove("--undo", "--yes", "web", "other")).toBe(1);
});

it("asks, and takes silence for a no", async () => {
  expect(await remove("web")).toBe(2);
  expect(workspace.output.err).toContain("confirm with --yes");
  expect(
    await runDelete(
      ["web"],
      workspace.io,
      person(() => ""),
    ),
  ).toBe(2);
  expect((await remote.call("GET", "web")).status).toBe(200);
  expect(
    await runDelete(
      ["web"],
      workspace.io,
      person(() => "y"),
    ),
  ).toBe(0);
});

it("does not restore over a dashboard that exists again", async () => {
  await remove("--yes", "web");
  await remote.call("POST", "", {
    ...JSON.parse(WEB),
    displayName: "New",
    name: "projects/demo/dashboards/web",
  });
  expect(await remove("--undo", "--yes", "web")).toBe(3);
  expect(await remote.get("web")).toMatchObject({ displayName: "New" });
});

it("goes on after one that does not exist, and wants names and protected profiles spelled out", async () => {
  expect(await remove("--yes", "nothing", "web")).toBe(1);
  expect((await remote.call("GET", "web")).status).toBe(404);
  await expect(remove("--yes")).rejects.toThrow("specify dashboard ids");
  await expect(remove("--yes", "a b")).rejects.toThrow("not the id");
  const guarded = { prod: { project: "demo", endpoint: workspace.emulator.url, protected: true } };
  await writeText(workspace, ".mosaic/config.json", JSON.stringify({ profiles: guarded }));
  await remote.call("POST", "", { ...JSON.parse(WEB), name: "projects/demo/dashboards/web" });
  expect(await remove("--yes", "web")).toBe(2);
  expect(await remove("--yes", "--confirm", "prod", "web")).toBe(0);
});
