import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { dashboard, putRemote, type Scene, useScene } from "./mosaic";

const scene = useScene();
const FILE = "web.dashboard.json";

function git(where: string, ...args: string[]): string {
  const who = ["-c", "user.name=n", "-c", "user.email=n@example.com"];
  return execFileSync("git", ["-C", path.join(scene.folder, where), ...who, ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: scene.folder },
    stdio: "pipe",
  });
}

async function commit(where: string, text: string, name = FILE): Promise<void> {
  await scene.file(path.join(where, name), text);
  git(where, "add", "-A");
  git(where, "commit", "-qm", "a commit");
}

/** A repository with three versions, the middle one being what the service has; a diff searches the history for it. */
async function repository(where = "repo"): Promise<void> {
  await mkdir(path.join(scene.folder, where), { recursive: true });
  git(where, "init", "-q", "-b", "main");
  await scene.config(where);
  for (const title of ["First", "Second", "Third"]) await commit(where, dashboard(title));
  await putRemote(scene, "web", JSON.parse(dashboard("Second")) as object);
}

/** The file of an object leaves the repository, as in a partial clone. */
async function forget(where: string, revision: string): Promise<string> {
  const id = git(where, "rev-parse", revision).trim();
  const folder = path.join(scene.folder, where, ".git/objects", id.slice(0, 2));
  await chmod(folder, 0o700);
  await rm(path.join(folder, id.slice(2)));
  return id;
}

/** A program that leaves the marker, and fails. */
async function program(): Promise<string> {
  const file = await scene.file("evil.sh", `#!/bin/sh\n: > '${scene.marker}'\nexit 1\n`);
  await chmod(file, 0o755);
  return file;
}

/** Plain git, with whatever it may run; its own failure does not matter. */
function plain(where: string, ...args: string[]): void {
  spawnSync("git", ["-C", path.join(scene.folder, where), ...args], {
    env: { PATH: process.env["PATH"], HOME: scene.folder, GIT_TERMINAL_PROMPT: "0" },
  });
}

const ran = () => existsSync(scene.marker);

/** The command that plain git runs is not run by any command that reads history. */
async function expectHarmless(where: string, ...fires: string[]): Promise<void> {
  plain(where, ...fires);
  expect(ran(), "plain git runs the command").toBe(true);
  await rm(scene.marker);
  for (const command of [
    ["diff", FILE],
    ["push", "--yes", FILE],
    ["pull", FILE],
  ]) {
    const outcome = await scene.mosaic(command, { in: where });
    expect(outcome.signal).toBe(null);
    expect(ran(), command.join(" ")).toBe(false);
  }
}

/** Each turns a repository with a missing object into one that fetches it by running a command. */
const TRANSPORTS: Record<string, (evil: string) => [string, string][]> = {
  uploadpack: (evil) => [
    ["remote.origin.url", "."],
    ["remote.origin.uploadpack", evil],
  ],
  ext: (evil) => [
    ["remote.origin.url", `ext::${evil} %S`],
    ["protocol.ext.allow", "always"],
  ],
  ssh: (evil) => [
    ["remote.origin.url", "ssh://git.example/repo"],
    ["core.sshCommand", evil],
  ],
  "ext by another name": (evil) => [
    ["remote.origin.url", "short:x"],
    [`url.ext::${evil} .insteadOf`, "short:"],
    ["protocol.allow", "always"],
  ],
};

function makePromisor(where: string, settings: [string, string][], file = ".git/config"): void {
  const all: [string, string][] = [
    ["core.repositoryFormatVersion", "1"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ...settings,
  ];
  for (const [name, value] of all) git(where, "config", "-f", file, name, value);
}

describe.skipIf(process.platform === "win32")("a repository's configuration runs nothing", () => {
  it.each(Object.keys(TRANSPORTS))("to fetch a missing object: %s", async (transport) => {
    await repository();
    const missing = await forget("repo", `HEAD~1:${FILE}`);
    makePromisor("repo", TRANSPORTS[transport]!(await program()));
    await expectHarmless("repo", "cat-file", "-p", missing);
    // That versions are missing is said, since the middle one would have been the base.
    const { code, out } = await scene.mosaic(["diff", FILE], { in: "repo" });
    expect(code).toBe(3);
    expect(out).toContain("this clone is partial");
  });

  it("in a bare repository that lies in a folder of an ordinary clone", async () => {
    await repository();
    // What can be committed: no folder is called .git.
    await mkdir(path.join(scene.folder, "repo/sub"));
    await repository("other");
    const missing = await forget("other", `HEAD~1:${FILE}`);
    makePromisor("other", TRANSPORTS["uploadpack"]!(await program()));
    for (const name of await readdir(path.join(scene.folder, "other/.git")))
      await rename(path.join(scene.folder, "other/.git", name), path.join(scene.folder, "repo/sub", name));
    git("repo", "config", "-f", "sub/config", "core.bare", "true");
    await scene.config("repo/sub");
    await scene.file(`repo/sub/${FILE}`, dashboard("Fourth"));
    await expectHarmless("repo/sub", "cat-file", "-p", missing);
  });

  it.each<[string, (evil: string) => [string, string][], string[]]>([
    ["a file system monitor", (evil) => [["core.fsmonitor", evil]], ["status"]],
    ["a converter of texts", (evil) => [["diff.evil.textconv", evil]], ["log", "-p"]],
    ["a program that compares", (evil) => [["diff.evil.command", evil]], ["log", "-p", "--ext-diff"]],
    ["an external diff", (evil) => [["diff.external", evil]], ["diff", "HEAD~1"]],
    ["a filter", (evil) => [["filter.evil.clean", evil]], ["hash-object", FILE]],
    [
      "a hook",
      (evil) => [["core.hooksPath", `${path.dirname(evil)}/hooks`]],
      ["checkout", "-q", "--detach", "HEAD~1"],
    ],
  ])("as %s", async (_name, settings, fires) => {
    await repository();
    const evil = await program();
    await mkdir(path.join(scene.folder, "hooks"));
    await cp(evil, path.join(scene.folder, "hooks/post-checkout"));
    await commit("repo", `*.json diff=evil filter=evil\n`, ".gitattributes");
    for (const [name, value] of settings(evil)) git("repo", "config", name, value);
    await expectHarmless("repo", ...fires);
  });

  it("to check signatures", async () => {
    await repository();
    const body = git("repo", "cat-file", "commit", "HEAD").replace(
      "\n\n",
      "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n",
    );
    const id = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], {
      cwd: path.join(scene.folder, "repo"),
      input: body,
      encoding: "utf8",
    });
    git("repo", "reset", "-q", "--hard", id.trim());
    git("repo", "config", "gpg.program", await program());
    git("repo", "config", "log.showSignature", "true");
    await expectHarmless("repo", "log");
  });

  it("by what a hook or a wrapper has left in the environment", async () => {
    await repository();
    await repository("other");
    const missing = await forget("other", `HEAD~1:${FILE}`);
    makePromisor("other", TRANSPORTS["uploadpack"]!(await program()));
    const GIT_DIR = path.join(scene.folder, "other/.git");
    plain("repo", `--git-dir=${GIT_DIR}`, "cat-file", "-p", missing);
    expect(ran()).toBe(true);
    await rm(scene.marker);
    const { code } = await scene.mosaic(["diff", FILE], {
      in: "repo",
      env: { GIT_DIR, GIT_WORK_TREE: GIT_DIR, GIT_EXTERNAL_DIFF: path.join(scene.folder, "evil.sh") },
    });
    expect(ran()).toBe(false);
    // The history of the right repository was found nevertheless.
    expect(code).toBe(1);
  });
});

describe.skipIf(process.platform === "win32")("a pipe", () => {
  /** In place of a file, or where there was none. */
  async function pipe(name: string): Promise<void> {
    const file = path.join(scene.folder, name);
    await rm(file, { force: true });
    execFileSync("mkfifo", [file]);
  }

  it("that another user has put above as .git is not waited for", async () => {
    await scene.config("mine");
    await scene.file(`mine/${FILE}`, dashboard("Web"));
    await pipe(".git");
    const { code, err, signal } = await scene.mosaic(["validate"], { in: "mine" });
    expect([code, err, signal]).toEqual([0, "", null]);
  });

  it.each(["HEAD", "index"])("instead of git's %s is not waited for", async (name) => {
    await repository();
    await pipe(`repo/.git/${name}`);
    expect((await scene.mosaic(["diff", FILE], { in: "repo" })).signal).toBe(null);
  });

  it("instead of the list of other object folders is not waited for", async () => {
    await repository();
    await pipe("repo/.git/objects/info/alternates");
    const { code, signal, out } = await scene.mosaic(["diff", FILE], { in: "repo" });
    expect(signal).toBe(null);
    // Without history what the service has counts as never seen.
    expect([code, out]).toEqual([3, expect.stringContaining("history was not searched")]);
  });

  it("as a mailmap is not read", async () => {
    await repository();
    await pipe("names");
    git("repo", "config", "mailmap.file", path.join(scene.folder, "names"));
    // The history was found.
    expect((await scene.mosaic(["diff", FILE], { in: "repo" })).code).toBe(1);
  });
});

describe("a history that is too much", () => {
  it("with a version of 240 MB, which is not read", async () => {
    await repository();
    await commit("repo", `{"x":"${"a".repeat(240 * 1024 * 1024)}"}`);
    await commit("repo", dashboard("Fifth"));
    const { code, signal } = await scene.mosaic(["diff", FILE], {
      in: "repo",
      // The run ends when it takes as much memory as the version has.
      env: { NODE_OPTIONS: "--max-old-space-size=128" },
    });
    expect(signal).toBe(null);
    // The version before it is found.
    expect(code).toBe(1);
  });

  it("with replaced objects, which do not count", async () => {
    await repository();
    await putRemote(scene, "web", JSON.parse(dashboard("Never committed")) as object);
    const real = git("repo", "rev-parse", `HEAD~1:${FILE}`).trim();
    const fake = execFileSync("git", ["hash-object", "-w", "--stdin"], {
      cwd: path.join(scene.folder, "repo"),
      input: dashboard("Never committed"),
      encoding: "utf8",
    }).trim();
    git("repo", "replace", real, fake);
    expect(git("repo", "cat-file", "-p", `HEAD~1:${FILE}`)).toContain("Never committed");
    expect((await scene.mosaic(["diff", FILE], { in: "repo" })).code).toBe(3);
  });
});

describe("ordinary checkouts have their history", () => {
  /** The version that the service has is found, so there is a difference and no conflict. */
  async function expectFound(where: string, place: Scene = scene): Promise<void> {
    const { code, out, err } = await place.mosaic(["diff", FILE], { in: where });
    expect([code, err]).toEqual([1, ""]);
    expect(out).toContain("differs");
  }

  it("a clone, from its top and from a folder", async () => {
    await repository();
    await expectFound("repo");
    await mkdir(path.join(scene.folder, "repo/deeper"));
    const { code } = await scene.mosaic(["diff", `../${FILE}`], { in: "repo/deeper" });
    expect(code).toBe(1);
  });

  it("a worktree", async () => {
    await repository();
    git("repo", "worktree", "add", "-q", "--detach", "../tree");
    await expectFound("tree");
  });

  it("a submodule", async () => {
    await repository("inner");
    await mkdir(path.join(scene.folder, "outer"));
    git("outer", "init", "-q");
    git("outer", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../inner", "sub");
    await expectFound("outer/sub");
  });

  it.skipIf(process.platform === "win32")("a root that is a link", async () => {
    await repository();
    await rename(path.join(scene.folder, "repo"), path.join(scene.folder, "real"));
    execFileSync("ln", ["-s", "real", path.join(scene.folder, "repo")]);
    await expectFound("repo");
  });

  it.skipIf(process.getuid?.() !== 0)(
    "another user's, once git may trust it, and otherwise it says so",
    async () => {
      await repository();
      for (const name of ["repo", "repo/.git"]) await chown(path.join(scene.folder, name), 4711, 4711);
      const { code, out } = await scene.mosaic(["diff", FILE], { in: "repo" });
      expect(code).toBe(3);
      expect(out).toContain("another user owns the repository");
      expect(out).toContain("git config --global --add safe.directory");
      execFileSync(
        "git",
        ["config", "--global", "--add", "safe.directory", path.join(scene.folder, "repo")],
        {
          env: { PATH: process.env["PATH"], HOME: scene.folder },
        },
      );
      await expectFound("repo");
    },
  );
});

describe.skipIf(process.getuid?.() !== 0)("what another user puts into a shared folder above", () => {
  /** A folder that everybody may write to, with a repository of somebody else in it, and a folder of mine. */
  async function shared(): Promise<void> {
    for (const name of ["shared/.git/objects", "shared/.git/refs", "shared/mine"])
      await mkdir(path.join(scene.folder, name), { recursive: true });
    await scene.file("shared/.git/HEAD", "ref: refs/heads/main\n");
    await scene.file("shared/.gitignore", "*.json\n");
    await scene.file("shared/main.tf", 'resource "x" "y" { z = templatefile("mine/web.json", {}) }\n');
    await chmod(path.join(scene.folder, "shared"), 0o1777);
    await chown(path.join(scene.folder, "shared/.git"), 4711, 4711);
  }

  it("hides no files", async () => {
    await shared();
    await scene.file("shared/mine/web.json", dashboard("Web"));
    const { code, out, err } = await scene.mosaic(["validate"], { in: "shared/mine" });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("1 dashboard checked, 1 detected by content");
  });

  it("makes no template of one", async () => {
    await shared();
    await scene.file("shared/mine/web.json", dashboard("Web ${env}"));
    const { out } = await scene.mosaic(["validate", "web.json"], { in: "shared/mine" });
    expect(out).not.toContain("emplate");
  });
});
