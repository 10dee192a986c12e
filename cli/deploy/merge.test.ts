import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
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
import { runPull } from "./pull";
import { runPush } from "./push";

const FILE = "web.dashboard.json";
const workspace = useWorkspace();
const remote = remoteOf(workspace);
const file = (content: string, name = FILE) => writeText(workspace, name, content);
const text = (name = FILE) => readText(workspace, name);
const push = (...args: string[]) => runPush([...args, FILE], workspace.io, NOBODY);
const pull = (...args: string[]) => runPull([...args, FILE], workspace.io, NOBODY);
const theirs = (displayName: string) => remote.change("web", (value) => (value["displayName"] = displayName));
function fresh(): typeof workspace.output {
  return Object.assign(workspace.output, { out: "", err: "" });
}

beforeEach(async () => {
  await file(WEB);
  expect(await push("--yes")).toBe(0);
  fresh();
});

const MINE = WEB.replace("CPU!", "mine");

describe("a file and a dashboard that were both edited", () => {
  beforeEach(async () => {
    await file(MINE);
    await theirs("Theirs");
  });

  it("are merged by a pull that may, by the smallest edit, and can then be pushed", async () => {
    expect(await pull()).toBe(3);
    expect(workspace.output.err).toContain("a merge keeps the local edits and adds:\n  ~ displayName");
    expect(workspace.output.err).toContain("merge with --merge, or overwrite it with --overwrite web");
    expect(await pull("--merge")).toBe(0);
    expect(await text()).toBe(MINE.replace('"Web"', '"Theirs"'));
    expect(await push("--yes")).toBe(0);
    expect(fresh().err).toBe("");
    expect(await push()).toBe(0);
    expect(await remote.get("web")).toMatchObject({ displayName: "Theirs" });
  });

  it("are said to conflict by a dry run, which writes nothing", async () => {
    expect(await pull("--dry-run")).toBe(3);
    expect(workspace.output.err).toContain("would not be pulled; merge with --merge");
    expect(fresh().out).toBe("");
    expect(await pull("--dry-run", "--merge")).toBe(0);
    expect(workspace.output.out).toContain('~ displayName "Web" → "Theirs"');
    expect(await pull("--dry-run", "--overwrite", "web")).toBe(0);
    expect(workspace.output.out).toContain("discarding local edits");
    expect(await push("--dry-run")).toBe(3);
    expect(await push("--dry-run", "--overwrite", "web")).toBe(0);
    expect(workspace.output.out).toContain("overwriting these unseen remote edits:\n  ~ displayName");
    expect(await text()).toBe(MINE);
    expect(await remote.get("web")).toMatchObject({ displayName: "Theirs" });
  });

  it("are merged in the middle of a push by a person who agrees", async () => {
    const somebody = person(() => "y");
    expect(await runPush([FILE], workspace.io, somebody)).toBe(0);
    expect(somebody.asked.map((q) => q.replace(/ \[.*/s, ""))).toEqual([
      "Merge the remote edits into the file?",
      "Save it?",
    ]);
    expect(await text()).toBe(MINE.replace('"Web"', '"Theirs"'));
    expect(JSON.stringify(await remote.get("web"))).toContain('"mine"');
  });

  it("are not replaced by a pull before the id is typed", async () => {
    const careless = person((question) => (question.startsWith("Merge") ? "n" : "yes"));
    expect(await runPull([FILE], workspace.io, careless)).toBe(3);
    expect(await text()).toBe(MINE);
    const careful = person((question) => (question.startsWith("Merge") ? "n" : "web"));
    expect(await runPull([FILE], workspace.io, careful)).toBe(0);
    expect(await text()).toBe(WEB.replace('"Web"', '"Theirs"'));
  });
});

it("edits of the same thing are named and not merged", async () => {
  await file(WEB.replace('"Web"', '"Mine"'));
  await theirs("Theirs");
  expect(await pull("--merge")).toBe(3);
  expect(workspace.output.err).toContain('! displayName "Web" → "Mine" locally, "Web" → "Theirs" remotely');
  expect(await push("--yes")).toBe(3);
  expect(await text()).toContain('"Mine"');
  expect(await remote.get("web")).toMatchObject({ displayName: "Theirs" });
});

it("a pull takes an etag out, and a push does not send the one in the file", async () => {
  await file(MINE.replace("{\n", '{\n  "etag": "of another time",\n'));
  expect(await push("--yes")).toBe(0);
  expect(await pull()).toBe(0);
  expect(await text()).toBe(MINE);
});

describe("git", () => {
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-C", workspace.folder, "-c", "user.name=n", "-c", "user.email=n@example.com", ...args],
      { encoding: "utf8", stdio: "pipe" },
    );
  const commit = () => {
    git("add", "-A");
    git("commit", "-qm", "x");
  };
  /** As a fresh checkout is: the files and their history, and nothing that was received. */
  const forget = () => rm(path.join(workspace.folder, ".mosaic/state"), { recursive: true });

  beforeEach(async () => {
    git("init", "-q", "-b", "main");
    await writeText(workspace, ".gitignore", "");
    commit();
    expect(git("ls-files")).not.toContain("state");
  });

  it("lets a fresh checkout push over what was committed once, and over nothing else", async () => {
    await file(MINE);
    commit();
    await forget();
    expect(await push("--yes")).toBe(0);
    expect(workspace.output.out).toContain("updated web");
    await theirs("Theirs");
    await forget();
    expect(await push("--yes")).toBe(3);
    expect(workspace.output.err).toContain("nothing here shows that this file was made from it");
    expect(await remote.get("web")).toMatchObject({ displayName: "Theirs" });
  });

  it("names a shallow clone as the reason", async () => {
    await file(MINE);
    commit();
    const clone = path.join(workspace.folder, "clone");
    git("clone", "-q", "--depth", "1", `file://${workspace.folder}`, clone);
    const io = { ...workspace.io, cwd: clone };
    expect(await runPush(["--yes", FILE], io, NOBODY)).toBe(3);
    expect(workspace.output.err).toContain(
      "clone is shallow, so the git history is incomplete. Run: git fetch --unshallow",
    );
    execFileSync("git", ["-C", clone, "fetch", "-q", "--unshallow"]);
    expect(await runPush(["--yes", FILE], io, NOBODY)).toBe(0);
  });

  it("counts what a colleague has pushed and committed", async () => {
    // The colleague's commit arrives with a pull of git, on which there is an edit of the same thing.
    await theirs("Colleague's");
    await file(WEB.replace('"Web"', '"Colleague\'s"'));
    commit();
    await file(WEB.replace('"Web"', '"Mine, later"'));
    expect(await push("--yes")).toBe(0);
    expect(await remote.get("web")).toMatchObject({ displayName: "Mine, later" });
  });

  it("does not accept a version that someone reverted the service to", async () => {
    await file(WEB.replace('"Web"', '"Second"'));
    expect(await push("--yes")).toBe(0);
    commit();
    await theirs("Web");
    await file(WEB.replace('"Web"', '"Third"'));
    expect(await push("--yes")).toBe(3);
    expect(await remote.get("web")).toMatchObject({ displayName: "Web" });
  });
});

describe("many files", () => {
  const names = ["a", "b", "c", "d"].map((id) => `boards/${id}.dashboard.json`);
  beforeEach(async () => {
    for (const name of names) await file(WEB, name);
  });

  it("are shown together, asked about once, and counted", async () => {
    await remote.call("POST", "", { ...JSON.parse(MINE), name: "projects/demo/dashboards/b" });
    const somebody = person((question) => (question.startsWith("Save") ? "y" : "n"));
    expect(await runPush(["boards"], workspace.io, somebody)).toBe(3);
    expect(somebody.asked).toEqual([
      expect.stringContaining("Overwrite it?"),
      expect.stringContaining("Save these 3 dashboards?"),
    ]);
    expect(workspace.output.out).toContain("4 dashboards: 3 created, 1 conflicted\n");
    fresh();
    expect(await runPush(["--yes", "--overwrite", "b", "boards"], workspace.io, NOBODY)).toBe(0);
    expect(workspace.output.out).toContain("4 dashboards: 1 updated, 3 unchanged\n");
  });

  it("are not saved without a terminal", async () => {
    expect(await runPush(["boards"], workspace.io, NOBODY)).toBe(2);
    expect(workspace.output.err).toContain("confirm with --yes");
    expect(workspace.output.out).toContain("4 dashboards: 4 cancelled\n");
    expect((await remote.call("GET", "a")).status).toBe(404);
  });

  it("are pulled with a summary", async () => {
    await runPush(["--yes", "boards"], workspace.io, NOBODY);
    await remote.change("a", (value) => (value["displayName"] = "A"));
    await remote.change("b", (value) => (value["displayName"] = "B"));
    await remote.change("c", (value) => (value["displayName"] = "C"));
    await file(WEB.replace('"Web"', '"Mine"'), names[1]!);
    await file(MINE, names[2]!);
    fresh();
    expect(await runPull(["--merge", "boards"], workspace.io, NOBODY)).toBe(3);
    expect(workspace.output.out).toContain("4 dashboards: 1 updated, 1 merged, 1 unchanged, 1 conflicted\n");
    expect(await text(names[2]!)).toBe(MINE.replace('"Web"', '"C"'));
  });
});

it("a dashboard that mosaic diff found the same can be pushed without a conflict", async () => {
  await rm(path.join(workspace.folder, ".mosaic/state"), { recursive: true });
  expect(await runDiff([FILE], workspace.io)).toBe(0);
  await file(MINE);
  expect(await push("--yes")).toBe(0);
  expect(await remote.get("web")).toMatchObject({ displayName: "Web" });
});
