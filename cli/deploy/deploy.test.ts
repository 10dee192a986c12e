import { chmod, rm, stat } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/server";
import {
  NOBODY,
  person,
  readText,
  remoteOf,
  useWorkspace,
  WEB,
  writeText,
} from "../../test/support/deploy-workspace";
import { runDiff } from "./diff";
import { readDeployFiles } from "./inputs";
import { runList } from "./list";
import { runPull } from "./pull";
import { runPush } from "./push";

const workspace = useWorkspace();
const remote = remoteOf(workspace);
const file = (name: string, content: string) => writeText(workspace, name, content);
const text = (name: string) => readText(workspace, name);
const push = (...args: string[]) => runPush(args, workspace.io, NOBODY);
const pull = (...args: string[]) => runPull(args, workspace.io, NOBODY);

describe("push", () => {
  beforeEach(() => file("web.dashboard.json", WEB));

  it("creates, says unchanged, and updates", async () => {
    expect(await push("--yes", "web.dashboard.json")).toBe(0);
    expect(workspace.output.out).toContain("created web in project demo at http://127.0.0.1");
    expect(await remote.get("web")).toMatchObject({ displayName: "Web" });
    expect(await push("web.dashboard.json")).toBe(0);
    expect(workspace.output.out).toContain("web.dashboard.json: unchanged");
    await file("web.dashboard.json", WEB.replace('"width": 6', '"width": 5'));
    workspace.output.out = "";
    expect(await push("--yes", "web.dashboard.json")).toBe(0);
    expect(workspace.output.out).toContain('~ tile "CPU": width 6 → 5');
    expect(await push("web.dashboard.json")).toBe(0);
    expect(await text(".mosaic/state/.gitignore")).toContain("*");
  });

  it("refuses to undo somebody else's edit, and loses nothing", async () => {
    await push("--yes", "web.dashboard.json");
    await remote.change("web", (value) => (value["labels"] = { team: "x" }));
    await file("web.dashboard.json", WEB.replace("CPU!", "load"));
    expect(await push("--yes", "web.dashboard.json")).toBe(3);
    expect(workspace.output.err).toContain("+ labels added");
    expect(await remote.get("web")).toMatchObject({ labels: { team: "x" } });
    expect(await push("--yes", "--overwrite", "other", "web.dashboard.json")).toBe(3);
    await expect(push("--overwrite", "a b", "web.dashboard.json")).rejects.toThrow("not the id");
    const name = "projects/demo/dashboards/web";
    expect(await push("--yes", "--overwrite", name, "web.dashboard.json")).toBe(0);
    expect(await remote.get("web")).not.toHaveProperty("labels");
  });

  it("settles a race by reading again", async () => {
    await push("--yes", "web.dashboard.json");
    await file("web.dashboard.json", WEB.replace("CPU!", "load"));
    const somebody = person(async (question) => {
      if (!question.startsWith("Save it?")) return "";
      await remote.change("web", (value) => (value["displayName"] = "Theirs"));
      return "y";
    });
    expect(await runPush(["web.dashboard.json"], workspace.io, somebody)).toBe(3);
    expect(somebody.asked).toEqual([
      expect.stringContaining("Save it?"),
      expect.stringContaining("Merge the remote edits into the file?"),
      expect.stringContaining("Overwrite it?"),
    ]);
    expect(await remote.get("web")).toMatchObject({ displayName: "Theirs" });
  });

  it("needs no second try by hand after trouble on the way", async () => {
    workspace.emulator.inject({ close: "before" }, { status: 503, retryAfter: 0 }, {}, { close: "after" });
    expect(await push("--yes", "web.dashboard.json")).toBe(0);
    expect(workspace.output.out).toContain("created web");
    await file("web.dashboard.json", WEB.replace("CPU!", "load"));
    workspace.emulator.inject({}, { truncate: true });
    expect(await push("--yes", "web.dashboard.json")).toBe(0);
    expect(workspace.output.out).toContain("updated web");
  });

  it("stops in the middle", async () => {
    workspace.emulator.inject({}, { delay: 600_000 });
    const running = push("--yes", "web.dashboard.json");
    await expect.poll(() => workspace.output.out).toContain("new dashboard web");
    process.emit("SIGINT");
    expect(await running).toBe(2);
    expect(workspace.output.err).toContain("web.dashboard.json: stopped");
  });

  it("shows findings, and lets the service refuse at the line", async () => {
    const bad = WEB.replace('"columns": 12', '"columns": 99');
    await file("web.dashboard.json", bad);
    expect(await push("--yes", "web.dashboard.json")).toBe(1);
    expect(workspace.output.err).toMatch(/web\.dashboard\.json:4:16: error: .*\n.*--ask-service/);
    workspace.output.err = "";
    expect(await push("--yes", "--ask-service", "web.dashboard.json")).toBe(1);
    expect(workspace.output.err).toMatch(
      /web\.dashboard\.json:4:16: error: Field mosaicLayout\.columns has an invalid value/,
    );
    expect((await remote.call("GET", "web")).status).toBe(404);
  });

  it("lets the service overrule an error, and calls it a false alarm", async () => {
    const newer = await startEmulator({ newer: ["brandNew"] });
    try {
      await file("web.dashboard.json", WEB.replace("{\n", '{\n  "brandNew": true,\n'));
      const target = ["--project", "demo", "--endpoint", newer.url, "--yes"];
      expect(await push(...target, "web.dashboard.json")).toBe(1);
      expect(await push(...target, "--dry-run", "--ask-service", "web.dashboard.json")).toBe(0);
      expect((await fetch(`${newer.url}/v1/projects/demo/dashboards/web`)).status).toBe(404);
      workspace.output.err = "";
      expect(await push(...target, "--ask-service", "web.dashboard.json")).toBe(0);
      expect(workspace.output.err).toMatch(/Report them as false alarms:\n.*:2:3: error: .*brandNew/);
      expect((await fetch(`${newer.url}/v1/projects/demo/dashboards/web`)).status).toBe(200);
    } finally {
      await newer.close();
    }
  });

  it("plans without saving", async () => {
    expect(await push("--dry-run", "web.dashboard.json")).toBe(0);
    expect((await remote.call("GET", "web")).status).toBe(404);
  });

  it("does not save unasked, nor under two files' id, nor to a protected profile by --yes alone", async () => {
    expect(await push("web.dashboard.json")).toBe(2);
    await file("copy.dashboard.json", WEB.replace("{", '{"name": "projects/demo/dashboards/web",'));
    expect(await push("--yes", "web.dashboard.json")).toBe(2);
    expect(workspace.output.err).toContain('copy.dashboard.json also has the dashboard id "web"');
    await rm(path.join(workspace.folder, "copy.dashboard.json"));
    const guarded = {
      profiles: { prod: { project: "demo", endpoint: workspace.emulator.url, protected: true } },
    };
    await file(".mosaic/config.json", JSON.stringify(guarded));
    expect(await push("--yes", "web.dashboard.json")).toBe(2);
    expect((await remote.call("GET", "web")).status).toBe(404);
    expect(await push("--yes", "--confirm", "prod", "web.dashboard.json")).toBe(0);
  });

  it("leaves a folder with a configuration of its own to that one", async () => {
    const config = { profiles: { team: { project: "team", endpoint: workspace.emulator.url } } };
    await file("team/.mosaic/config.json", JSON.stringify(config));
    await file("team/web.dashboard.json", WEB);
    expect(await push("--yes", "web.dashboard.json")).toBe(0);
    expect(await push("--yes", ".")).toBe(0);
    expect(workspace.output.out).toContain("created web in project team");
  });

  it("minds the severities of the configuration", async () => {
    await file("web.dashboard.json", WEB.replace('"columns": 12', '"columns": 99'));
    expect(await push("--dry-run", "web.dashboard.json")).toBe(1);
    const code = /\[([a-z-]+)\]/.exec(workspace.output.err)![1]!;
    const config = JSON.parse(await text(".mosaic/config.json"));
    config.overrides = [{ files: "*.dashboard.json", rules: { [code]: "off" } }];
    await file(".mosaic/config.json", JSON.stringify(config));
    expect(await push("--dry-run", "web.dashboard.json")).toBe(0);
  });

  it("names the place of a mistake in the configuration", async () => {
    await file(
      ".mosaic/config.json",
      '{\n  "profiles": {"x": {"project": "p", "endpoint": "http://example.com"}}\n}',
    );
    await expect(push("web.dashboard.json")).rejects.toThrow(/config\.json:2:\d+: .*https/);
  });
});

describe("pull", () => {
  it("changes only the lines that differ, and a push then says unchanged", async () => {
    await file("web.dashboard.json", WEB);
    await push("--yes", "web.dashboard.json");
    await remote.change("web", (value) => {
      const { tiles } = value["mosaicLayout"] as { tiles: { widget: { title?: string } }[] };
      tiles.find((t) => t.widget.title === "RAM")!.widget.title = "Memory";
    });
    expect(await pull("web.dashboard.json")).toBe(0);
    expect(await text("web.dashboard.json")).toBe(WEB.replace('"title": "RAM"', '"title": "Memory"'));
    expect(await push("web.dashboard.json")).toBe(0);
    expect(workspace.output.out).toContain("web.dashboard.json: unchanged");
  });

  it("does not touch edits that the service does not have", async () => {
    await file("web.dashboard.json", WEB);
    await push("--yes", "web.dashboard.json");
    await remote.change("web", (value) => (value["displayName"] = "Theirs"));
    const mine = WEB.replace("CPU!", "mine");
    await file("web.dashboard.json", mine);
    await chmod(path.join(workspace.folder, "web.dashboard.json"), 0o640);
    expect(await pull("web.dashboard.json")).toBe(3);
    expect(await text("web.dashboard.json")).toBe(mine);
    expect(workspace.output.err).toContain('displayName "Web" → "Theirs"');
    expect(await pull("--overwrite", "web", "web.dashboard.json")).toBe(0);
    expect(await text("web.dashboard.json")).toBe(WEB.replace('"Web"', '"Theirs"'));
    expect((await stat(path.join(workspace.folder, "web.dashboard.json"))).mode & 0o777).toBe(0o640);
  });

  it("makes a file of a dashboard that has none", async () => {
    await remote.call("POST", "", { ...JSON.parse(WEB), name: "projects/demo/dashboards/abc-1" });
    expect(await pull("--id", "abc-1", "boards/web.json")).toBe(0);
    const made = JSON.parse(await text("boards/web.json"));
    expect(made.name).toBe("projects/demo/dashboards/abc-1");
    expect(made).not.toHaveProperty("etag");
    expect(await push("boards/web.json")).toBe(0);
    expect(workspace.output.out).toContain("unchanged");
    expect(await pull("--id", "nothing")).toBe(1);
  });
});

it("signs in once for all files of a configuration", async () => {
  for (const id of ["a", "b", "c"]) await file(`boards/${id}.dashboard.json`, WEB);
  const { files } = await readDeployFiles(["boards", "boards/a.dashboard.json"], {}, workspace.io);
  expect(files).toHaveLength(3);
  expect(new Set(files.map(({ target }) => target.service)).size).toBe(1);
});

it("compares", async () => {
  await file("web.dashboard.json", WEB);
  expect(await runDiff(["web.dashboard.json"], workspace.io)).toBe(1);
  await push("--yes", "web.dashboard.json");
  expect(await runDiff(["web.dashboard.json"], workspace.io)).toBe(0);
  await file("web.dashboard.json", WEB.replace("CPU!", "mine"));
  workspace.output.out = "";
  expect(await runDiff(["web.dashboard.json"], workspace.io)).toBe(1);
  expect(workspace.output.out).toContain('"CPU": content "CPU!" → "mine"');
  await remote.change("web", (value) => (value["displayName"] = "Theirs"));
  expect(await runDiff(["web.dashboard.json"], workspace.io)).toBe(3);
});

it("diff says which tiles change as JSON and as Markdown", async () => {
  await file("web.dashboard.json", WEB);
  const diff = async (...args: string[]) => {
    workspace.output.out = "";
    const code = await runDiff(args, workspace.io);
    return { code, out: workspace.output.out };
  };
  const json = async () => JSON.parse((await diff("--format", "json", ".")).out);
  expect(await json()).toMatchObject([
    { file: "web.dashboard.json", status: "new", id: "web", project: "demo", title: "Web" },
  ]);
  await push("--yes", "web.dashboard.json");
  expect(await json()).toMatchObject([{ status: "same", summary: "no difference" }]);

  await file("web.dashboard.json", WEB.replace("CPU!", "mine").replace('"CPU"', '"CPU <b>|@team"'));
  expect(await json()).toMatchObject([
    {
      status: "different",
      summary: "1 tile changed",
      changes: {
        dashboard: [],
        tiles: [
          {
            name: '"CPU <b>|@team"',
            marks: ["changed"],
            before: { id: "/mosaicLayout/tiles/0/widget", title: "CPU" },
            after: { id: "/mosaicLayout/tiles/0/widget", title: "CPU <b>|@team" },
            changes: [
              { path: "/title", text: 'title "CPU" → "CPU <b>|@team"' },
              { path: "/text/content", text: 'content "CPU!" → "mine"' },
            ],
          },
        ],
      },
    },
  ]);
  const { code, out } = await diff("--format", "markdown", ".");
  expect(code).toBe(1);
  expect(out).toBe(`**1 dashboard**: 1 would change

### Web (web\\.dashboard\\.json → web in demo)

1 tile changed

A push would change:

| Tile | Change | Details |
|---|---|---|
| "CPU &lt;b&gt;\\|\\@&#8203;team" | changed | title "CPU" → "CPU &lt;b&gt;\\|\\@&#8203;team"<br>content "CPU\\!" → "mine" |
`);

  await remote.change("web", (value) => (value["displayName"] = "Theirs"));
  expect((await diff("--format", "json", ".")).code).toBe(3);
  expect(await json()).toMatchObject([
    {
      status: "conflict",
      summary: "edited remotely; 1 tile changed, dashboard settings changed",
      unseen: { dashboard: [{ path: "/displayName", text: 'display name "Web" → "Theirs"' }], tiles: [] },
    },
  ]);
  await workspace.emulator.close();
  expect((await diff("--format", "json", ".")).code).toBe(2);
  expect(await json()).toMatchObject([{ file: "web.dashboard.json", status: "failed" }]);
  await expect(diff("--format", "xml", ".")).rejects.toThrow("text, json or markdown");
});

it("diff asks about several at a time, tells them in order, and stops in the middle", async () => {
  const names = Array.from({ length: 12 }, (_, i) => `d${String(i).padStart(2, "0")}.dashboard.json`);
  for (const name of names) await file(name, WEB.replace("dashboards/web", `dashboards/${name.slice(0, 3)}`));
  const told = () =>
    [...(workspace.output.out + workspace.output.err).matchAll(/^(d\d\d)\S*:/gm)].map(([, id]) => id);
  // The answer about the first one comes last.
  workspace.emulator.inject({ delay: 500 });
  expect(await runDiff(["."], workspace.io)).toBe(1);
  expect(told()).toEqual(names.map((name) => name.slice(0, 3)));

  workspace.output.out = "";
  workspace.emulator.inject(...names.map(() => ({ delay: 600_000 })));
  const running = runDiff(["."], workspace.io);
  await new Promise((resolve) => setTimeout(resolve, 200));
  process.emit("SIGINT");
  expect(await running).toBe(2);
  expect(workspace.output.err).toContain("mosaic: canceled after 0 of 12 files");
});

it("lists every page", async () => {
  await file("web.dashboard.json", WEB);
  await push("--yes", "web.dashboard.json");
  await remote.call("POST", "", {
    displayName: "Another",
    gridLayout: {},
    name: "projects/demo/dashboards/x",
  });
  workspace.output.out = "";
  expect(await runList([], workspace.io)).toBe(0);
  expect(workspace.output.out).toBe("x\t-\tAnother\nweb\tweb.dashboard.json\tWeb\n");
  workspace.output.out = "";
  expect(await runList(["--format", "json"], workspace.io)).toBe(0);
  expect(JSON.parse(workspace.output.out)).toHaveLength(2);
});

it("takes a project instead of a profile, and says what is wrong with a target", async () => {
  const target = ["--project", "other", "--endpoint", workspace.emulator.url];
  await file("web.dashboard.json", WEB);
  expect(await push("--yes", ...target, "web.dashboard.json")).toBe(0);
  expect(workspace.output.out).toContain("created web in project other");
  for (const args of [
    ["--project", "p", "--endpoint", "http://example.com"],
    ["--project", "p", "--credentials", "token"],
    ["--profile", "nope"],
    ["--profile", "emu", "--project", "p"],
    ["--profile", "emu", "--endpoint", "https://monitoring.googleapis.com"],
    ["--profile", "emu", "--credentials", "gcloud"],
    ["--impersonate-service-account", "x@p.iam.gserviceaccount.com"],
    ["--project", "p", "--impersonate-service-account", "x y"],
    [],
  ]) {
    await expect(push(...args, ...(args.length > 0 ? ["web.dashboard.json"] : []))).rejects.toThrow();
  }
  await workspace.emulator.close();
  expect(await runList(target, workspace.io)).toBe(2);
  expect(workspace.output.err).toContain("ECONNREFUSED");
});

describe("files that are not called *.dashboard.json", () => {
  const plain = WEB.replace(
    '"displayName": "Web"',
    '"name": "projects/demo/dashboards/web", "displayName": "Web"',
  );

  it("are compared in a folder, and pushed when they are named or were pushed before", async () => {
    await file("boards/web.json", plain);
    expect(await push("--yes", "boards")).toBe(2);
    expect(workspace.output.err).toContain("no dashboards in this folder");
    expect(await runDiff(["boards"], workspace.io)).toBe(1);
    expect(await runDiff(["--globs-only", "boards"], workspace.io)).toBe(2);
    expect(await push("--yes", "boards/web.json")).toBe(0);
    expect(await push("--yes", "boards")).toBe(0);
    expect(workspace.output.out).toContain("boards/web.json: unchanged");
  });

  it("are not pushed as templates, and compared with holes as wildcards", async () => {
    await file("web.json", plain);
    await push("--yes", "web.json");
    const template = plain.replace('"Web"', '"${title}"');
    await file("boards/web.json", template);
    await file("main.tf", 'x = templatefile("${path.module}/boards/web.json", {})');
    workspace.output.err = "";
    await rm(path.join(workspace.io.cwd, "web.json"));
    expect(await push("--yes", "boards/web.json")).toBe(2);
    expect(workspace.output.err).toContain("Terraform (main.tf)");
    expect(await runDiff(["boards/web.json"], workspace.io)).toBe(0);
    workspace.output.err = "";
    expect(await pull("--overwrite", "web", "boards/web.json")).toBe(2);
    expect(workspace.output.err).toContain("A pull would replace its placeholders");
    await file("boards/web.json", template.replace('"width": 6', '"width": 5'));
    workspace.output.out = "";
    await runDiff(["boards/web.json"], workspace.io);
    expect(workspace.output.out).toContain("resized from 6 × 4 to 5 × 4");
    expect(workspace.output.out).not.toContain("title}");
  });
});
