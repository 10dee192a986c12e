import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { killTimer, runProgram } from "../support/killable";
import { dashboard, putRemote, useScene } from "./mosaic";

const scene = useScene();
const at = (name: string) => path.join(scene.folder, name);
const read = (name: string) => readFile(at(name), "utf8");
const FILE = "web.dashboard.json";
const SECRET = `{ "type": "authorized_user", "refresh_token": "s3cret" }\n`;

async function link(target: string, name: string): Promise<void> {
  await mkdir(path.dirname(at(name)), { recursive: true });
  await symlink(target, at(name));
}
function git(...args: string[]): void {
  const who = ["-c", "user.name=n", "-c", "user.email=n@example.com"];
  execFileSync("git", ["-C", at("repo"), ...who, ...args], { stdio: "pipe" });
}
async function titles(): Promise<string[]> {
  const answer = await fetch(`${scene.emulator.url}/v1/projects/demo/dashboards`);
  const { dashboards = [] } = (await answer.json()) as { dashboards?: { displayName: string }[] };
  return dashboards.map(({ displayName }) => displayName);
}

describe.skipIf(process.platform === "win32")("a link in a repository", () => {
  it("does not lead what pull writes outside", async () => {
    await scene.config("repo");
    await scene.file(".bashrc", "alias ll='ls -l'\n");
    await link("../.bashrc", `repo/${FILE}`);
    await putRemote(scene, "web", JSON.parse(dashboard("Web")) as object);
    for (const args of [
      ["pull", "--overwrite", "web", FILE],
      ["pull", "--id", "web", "--overwrite", "web", FILE],
    ]) {
      const { code, err } = await scene.mosaic(args, { in: "repo" });
      expect(code, err).toBe(2);
      expect(err).toContain("link");
      expect(await read(".bashrc")).toBe("alias ll='ls -l'\n");
    }
    // The same without a link does write.
    await scene.file(`repo/other.json`, "x");
    await scene.mosaic(["pull", "--id", "web", "--overwrite", "web", "other.json"], { in: "repo" });
    expect(await read("repo/other.json")).toContain("Web");
  });

  it("does not lead a new file outside, be it by its folder", async () => {
    await scene.config("repo");
    await mkdir(at("outside"));
    await link("../outside", "repo/boards");
    await link("../outside/new.json", "repo/new.json");
    await putRemote(scene, "web", JSON.parse(dashboard("Web")) as object);
    for (const file of ["boards/web.json", "new.json"]) {
      const { code, err } = await scene.mosaic(["pull", "--id", "web", file], { in: "repo" });
      expect([code, err]).toEqual([2, expect.stringContaining("link")]);
    }
    expect(await readdir(at("outside"))).toEqual([]);
  });

  it("does not lead what --fix writes outside", async () => {
    const mendable = `{"displayName":"x","gridLayout":{"widgets":[],}}`;
    await scene.config("repo");
    await scene.file("outside.json", mendable);
    await link("../outside.json", `repo/${FILE}`);
    const { code, err } = await scene.mosaic(["validate", "--fix", FILE], { in: "repo" });
    expect([code, err]).toEqual([2, expect.stringContaining("is not written")]);
    expect(await read("outside.json")).toBe(mendable);
    // Checking through a link is fine.
    expect((await scene.mosaic(["validate", FILE], { in: "repo" })).out).toContain("web.dashboard.json:1");
  });

  it("does not lead the state outside", async () => {
    for (const [i, state] of [".mosaic/state", ".mosaic/state/emu", ".mosaic/state/.gitignore"].entries()) {
      const repo = `repo${i}`;
      await scene.config(repo);
      await mkdir(at(`outside${i}`));
      await link(at(`outside${i}`), `${repo}/${state}`);
      await scene.file(`${repo}/web${i}.dashboard.json`, dashboard("Web"));
      const { err } = await scene.mosaic(["push", "--yes", `web${i}.dashboard.json`], { in: repo });
      expect(err).toContain("link");
      expect(await readdir(at(`outside${i}`))).toEqual([]);
    }
  });

  it("does not send a file that lies outside", async () => {
    await scene.config("repo");
    await scene.file(
      ".config/gcloud/adc.json",
      SECRET.replace("{", '{ "displayName": "x", "gridLayout": {},'),
    );
    await link("../.config/gcloud/adc.json", "repo/board.json");
    await link("../.config/gcloud", "repo/boards");
    for (const file of ["board.json", "boards/adc.json"]) {
      const { code, err } = await scene.mosaic(["push", "--yes", "--ask-service", file], { in: "repo" });
      expect([code, err]).toEqual([2, expect.stringContaining("leads through a link out of")]);
    }
    expect(await titles()).toEqual([]);
  });

  it.each(["/dev/zero", "pipe"])("to %s is not read endlessly", async (target) => {
    execFileSync("mkfifo", [at("pipe")]);
    await scene.config("repo");
    await link(target === "pipe" ? at("pipe") : target, "repo/zero.json");
    const file = await scene.mosaic(["validate", "zero.json"], { in: "repo" });
    expect([file.code, file.err]).toEqual([
      2,
      expect.stringContaining("zero.json: it is not a regular file"),
    ]);
    await link(target === "pipe" ? at("pipe") : target, "other/.mosaic/config.json");
    await scene.file("other/a.dashboard.json", dashboard("x"));
    const config = await scene.mosaic(["validate"], { in: "other" });
    expect([config.code, config.err]).toEqual([2, expect.stringContaining("not a regular file")]);
  });
});

describe("state that came with the repository", () => {
  /** Somebody commits a record which says that the newest remote edit has been seen here. */
  async function forged(): Promise<void> {
    await mkdir(at("repo"));
    git("init", "-q");
    await scene.config("repo");
    await scene.file(`repo/${FILE}`, dashboard("First"));
    expect((await scene.mosaic(["push", "--yes", FILE], { in: "repo" })).code).toBe(0);
    await putRemote(scene, "web", JSON.parse(dashboard("Edited in the console")) as object);
    await rename(at("repo"), at("mine"));
    await mkdir(at("repo"));
    git("init", "-q");
    await scene.config("repo");
    await scene.file(`repo/${FILE}`, dashboard("x"));
    await scene.mosaic(["pull", "--overwrite", "web", FILE], { in: "repo" });
    await scene.file(`repo/${FILE}`, dashboard("Theirs"));
  }

  it("does not count as having seen an edit", async () => {
    await forged();
    git("add", "-f", "-A");
    git("commit", "-qm", "with state");
    for (const command of [
      ["push", "--yes", FILE],
      ["push", "--yes", "."],
    ]) {
      const { code, err } = await scene.mosaic(command, { in: "repo" });
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/Delete the folder, commit that, then pull: rm -r \.mosaic\/state/),
      ]);
    }
    expect(await titles()).toEqual(["Edited in the console"]);
    // Neither where git itself refuses to look, nor where there is no git.
    if (process.getuid?.() === 0) await chown(at("repo"), 4711, 4711);
    for (const env of [undefined, { PATH: "/nonexistent" }])
      expect((await scene.mosaic(["push", "--yes", FILE], { in: "repo", ...(env && { env }) })).code).toBe(2);
    expect(await titles()).toEqual(["Edited in the console"]);
  });

  it("counts when it is this machine's own", async () => {
    await forged();
    git("add", "-A");
    git("commit", "-qm", "without state");
    const { code, err } = await scene.mosaic(["push", "--yes", FILE], { in: "repo" });
    expect([code, err]).toEqual([0, ""]);
    expect(await titles()).toEqual(["Theirs"]);
  });
});

describe.skipIf(process.platform === "win32")("writing", () => {
  it("leaves no half of a file when there is no room, and names it", async () => {
    await scene.config("repo");
    const content = "x".repeat(20_000);
    const widgets = [{ text: { content } }];
    await putRemote(scene, "web", { displayName: "Web", gridLayout: { widgets } });
    // A process may write four kilobytes to a file; that is what it leaves of a larger one.
    const limited = (script: string) =>
      new Promise<{ status: unknown; stderr: string }>((resolve) => {
        const args = ["-c", `trap '' XFSZ; ulimit -f 8; ${script}`];
        execFile("sh", args, { cwd: at("repo") }, (error, _out, stderr) =>
          resolve({ status: error?.code, stderr }),
        );
      });
    await limited(`'${process.execPath}' -e 'require("fs").writeFileSync("half", "x".repeat(20000))'`);
    expect((await stat(at("repo/half"))).size).toBe(4096);
    const pulled = await limited(`'${process.execPath}' '${scene.bundle}' pull --id web new.json`);
    expect([pulled.status, pulled.stderr]).toEqual([
      2,
      expect.stringContaining("new.json could not be written"),
    ]);
    expect((await readdir(at("repo"))).sort()).toEqual([".mosaic", "half"]);
    const old = dashboard("Old");
    await scene.file("repo/old.json", old);
    const over = await limited(
      `'${process.execPath}' '${scene.bundle}' pull --id web --overwrite web old.json`,
    );
    expect([over.status, over.stderr]).toEqual([2, expect.stringContaining("old.json could not be written")]);
    expect(await read("repo/old.json")).toBe(old);
  });

  it("leaves no half of a new file when it is killed, and works the next time", async () => {
    await scene.config("repo");
    const widgets = Array.from({ length: 40 }, () => ({ text: { content: "x".repeat(9000) } }));
    await putRemote(scene, "web", { displayName: "Web", gridLayout: { widgets } });
    const args = ["pull", "--id", "web", "new.json"];
    let killed = 0;
    // At the first, second, … thing that happens in the folder.
    for (const count of [1, 2, 3, 4]) {
      const { code } = await runProgram(scene.bundle, args, {
        cwd: at("repo"),
        during: (kill) => killTimer({ at: "file", count, delay: 0 }, { folders: [at("repo")] }, kill),
      });
      if (code === null) killed++;
      const text = await readFile(at("repo/new.json"), "utf8").catch(() => undefined);
      if (text !== undefined) expect(JSON.parse(text)).toMatchObject({ gridLayout: { widgets } });
      await rm(at("repo/new.json"), { force: true });
    }
    expect(killed).toBeGreaterThan(0);
    expect((await scene.mosaic(args, { in: "repo" })).code).toBe(0);
    expect(JSON.parse(await read("repo/new.json"))).toMatchObject({ gridLayout: { widgets } });
  });

  it("says which record a folder has taken the place of, and pushes the others", async () => {
    await scene.config("repo");
    const named = (id: string, title: string) =>
      JSON.stringify({ ...JSON.parse(dashboard(title)), name: `projects/demo/dashboards/${id}` });
    for (const id of ["a", "b"]) await scene.file(`repo/${id}.dashboard.json`, named(id, "One"));
    const push = () => scene.mosaic(["push", "--yes", "."], { in: "repo" });
    expect((await push()).code).toBe(0);
    const record = at("repo/.mosaic/state/emu/a.json");
    await rm(record);
    await mkdir(record);
    for (const id of ["a", "b"]) await scene.file(`repo/${id}.dashboard.json`, named(id, "Two"));
    const { code, err } = await push();
    expect([code, err]).toEqual([2, expect.stringContaining(".mosaic/state/emu/a.json cannot be read")]);
    expect((await titles()).sort()).toEqual(["One", "Two"]);
    await rm(record, { recursive: true });
    expect((await scene.mosaic(["push", "--yes", "--overwrite", "a", "."], { in: "repo" })).code).toBe(0);
    expect(await titles()).toEqual(["Two", "Two"]);
  });

  it.skipIf(process.getuid?.() !== 0)("as root keeps whose file it is", async () => {
    await scene.config("repo");
    await scene.file(`repo/${FILE}`, dashboard("x"));
    await chown(at(`repo/${FILE}`), 4711, 4712);
    await chmod(at(`repo/${FILE}`), 0o640);
    await putRemote(scene, "web", JSON.parse(dashboard("Web")) as object);
    await scene.mosaic(["pull", "--overwrite", "web", FILE], { in: "repo" });
    expect(await read(`repo/${FILE}`)).toContain("Web");
    expect(await lstat(at(`repo/${FILE}`))).toMatchObject({ uid: 4711, gid: 4712, mode: 0o100640 });
  });
});

describe.skipIf(process.platform === "win32")("links that people have", () => {
  it("a root that is one", async () => {
    await scene.config("real");
    await scene.file(`real/${FILE}`, dashboard("Web"));
    await link("real", "alias");
    expect((await scene.mosaic(["push", "--yes", FILE], { in: "alias" })).code).toBe(0);
    const args = ["push", "--yes", path.join(at("alias"), FILE)];
    expect((await scene.mosaic(args, { in: "real" })).code).toBe(0);
    await putRemote(scene, "web", JSON.parse(dashboard("New")) as object);
    expect((await scene.mosaic(["pull", FILE], { in: "alias" })).code).toBe(0);
    expect(await read(`real/${FILE}`)).toContain("New");
  });

  it("a farm of links, as build tools make, is checked", async () => {
    await scene.config("source");
    await scene.file("source/boards/web.dashboard.json", dashboard("Web"));
    await link("../../source/boards/web.dashboard.json", "farm/boards/web.dashboard.json");
    await link("../source/.mosaic", "farm/.mosaic");
    const { code, out } = await scene.mosaic(["validate", "boards/web.dashboard.json"], { in: "farm" });
    expect([code, out]).toEqual([0, expect.stringContaining("1 dashboard checked: 0 errors")]);
    expect((await scene.mosaic(["diff", "boards/web.dashboard.json"], { in: "farm" })).code).toBe(1);
  });
});

describe("the name of a dashboard in another project", () => {
  it.each([
    ["projects/other/dashboards/web", "--project other"],
    ["projects/123/dashboards/web", "specify the id alone: web"],
    ["a/../web", "is not the id"],
    ["projects/demo/dashboards/../web", "is not the id"],
    ["x/web", "is not the id"],
  ])("%s deletes, creates and pulls nothing here", async (name, says) => {
    await scene.config("repo");
    await putRemote(scene, "web", JSON.parse(dashboard("Mine")) as object);
    for (const args of [
      ["delete", "--yes", name],
      ["delete", "--undo", "--yes", name],
      ["pull", "--id", name, FILE],
    ]) {
      const { code, err } = await scene.mosaic(args, { in: "repo" });
      expect([code, err]).toEqual([2, expect.stringContaining(says)]);
    }
    expect((await fetch(`${scene.emulator.url}/v1/projects/demo/dashboards/web`)).status).toBe(200);
  });

  it("the full name in the project of the profile is fine", async () => {
    await scene.config("repo");
    await putRemote(scene, "web", JSON.parse(dashboard("Mine")) as object);
    const name = "projects/demo/dashboards/web";
    expect((await scene.mosaic(["pull", "--id", name, FILE], { in: "repo" })).code).toBe(0);
    expect((await scene.mosaic(["delete", "--yes", name], { in: "repo" })).code).toBe(0);
  });
});

it.skipIf(process.platform === "win32")("a push behind a linked .mosaic saves nothing", async () => {
  await scene.config("real");
  await scene.file(`repo/${FILE}`, dashboard("Web"));
  await symlink("../real/.mosaic", path.join(scene.folder, "repo/.mosaic"));
  const { code, err } = await scene.mosaic(["push", "--yes", FILE], { in: "repo" });
  expect([code, err]).toEqual([2, expect.stringContaining("is a link")]);
  expect(err).toContain("Nothing was saved");
  expect((await fetch(`${scene.emulator.url}/v1/projects/demo/dashboards/web`)).status).toBe(404);
});

it.skipIf(process.platform === "win32")("a socket is no dashboard", async () => {
  const socket = createServer().listen(path.join(scene.folder, FILE));
  await once(socket, "listening");
  const { code, err } = await scene.mosaic(["validate", FILE]);
  socket.close();
  expect([code, err]).toEqual([2, expect.stringContaining("it is no ordinary file")]);
});
