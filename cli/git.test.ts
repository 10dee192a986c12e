import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { GitPatience, gitProgram } from "../disk/git/process";
import { gitHistory } from "./git";
import { GitLog } from "./git-log";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mosaic git "));
});
afterEach(() => rm(folder, { recursive: true }));

function git(...args: string[]): string {
  const who = ["-c", "user.name=n", "-c", "user.email=n@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", ["-C", folder, ...who, ...args], { encoding: "utf8", stdio: "pipe" });
}
async function commit(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
  git("add", "-A");
  git("commit", "-qm", text.slice(0, 20));
}
async function texts(root: string, file: string, program?: string): Promise<string[]> {
  const out: string[] = [];
  for await (const { text } of gitHistory(root, program).versions(file)) out.push(text);
  return out;
}

it("gives the versions of a file, newest first, through renames and odd names", async () => {
  git("init", "-q", "-b", "main");
  await commit('ops/a "ü" [1].json', "one");
  await commit("other.json", "not this one");
  await commit('ops/a "ü" [1].json', "two\n\nä");
  await rename(path.join(folder, 'ops/a "ü" [1].json'), path.join(folder, "ops/web.json"));
  git("add", "-A");
  git("commit", "-qm", "moved");
  await commit("ops/web.json", "x".repeat(300_000));
  await writeFile(path.join(folder, "ops/web.json"), "not committed");
  const all = ["x".repeat(300_000), "two\n\nä", "two\n\nä", "one"];
  expect(await texts(folder, "ops/web.json")).toEqual(all);
  expect(await texts(path.join(folder, "ops"), "web.json")).toEqual(all);
  expect(await texts(folder, "ops/none.json")).toEqual([]);
  for await (const { label } of gitHistory(folder).versions("ops/web.json")) {
    expect(git("rev-parse", "HEAD")).toMatch(new RegExp(`^${label}`));
    break;
  }
});

it("knows what a merge has made, and nothing of branches that are not part of it", async () => {
  git("init", "-q", "-b", "main");
  await commit("web.json", "a\nb\nc\n");
  git("checkout", "-qb", "side");
  await commit("web.json", "a\nb\nside\n");
  git("checkout", "-q", "main");
  await commit("web.json", "main\nb\nc\n");
  git("merge", "-q", "--no-edit", "side");
  git("checkout", "-qb", "elsewhere", "main~1");
  await commit("web.json", "elsewhere");
  git("checkout", "-q", "main");
  expect(new Set(await texts(folder, "web.json"))).toEqual(
    new Set(["main\nb\nside\n", "main\nb\nc\n", "a\nb\nside\n", "a\nb\nc\n"]),
  );
  expect((await texts(folder, "web.json"))[0]).toBe("main\nb\nside\n");
});

it("says why there is no history", async () => {
  expect(await gitHistory(folder).gap("web.json")).toBe("no-repository");
  expect(await texts(folder, "web.json")).toEqual([]);
  expect(await gitHistory(folder, "no-such-git").gap("web.json")).toBe("no-git");
  expect(await texts(folder, "web.json", "no-such-git")).toEqual([]);
  git("init", "-q", "-b", "main");
  await commit("web.json", "one");
  await commit("web.json", "two");
  expect(await gitHistory(folder).gap("web.json")).toBe(undefined);
  const clone = path.join(folder, "clone");
  git("clone", "-q", "--depth", "1", `file://${folder}`, clone);
  expect(await gitHistory(clone).gap("web.json")).toBe("shallow");
  expect(await texts(clone, "web.json")).toEqual(["two"]);
});

/** A git that notes what it is asked. */
async function notingGit(): Promise<{ program: string; asked: () => Promise<string[]> }> {
  const notes = path.join(folder, ".git", "notes");
  const program = path.join(folder, ".git", "noting-git.sh");
  const script = `#!/bin/sh\nfor word in "$@"; do case "$word" in log|cat-file) echo "$word" >> '${notes}';; esac; done\nexec git "$@"\n`;
  await writeFile(program, script, { mode: 0o755 });
  const asked = async () => (await readFile(notes, "utf8").catch(() => "")).split("\n").filter(Boolean);
  return { program, asked };
}

it.skipIf(process.platform === "win32")("asks git once for many files", async () => {
  git("init", "-q", "-b", "main");
  const names = Array.from({ length: 40 }, (_, i) => `ops/b${i}.json`);
  for (const round of ["one", "two"]) {
    await mkdir(path.join(folder, "ops"), { recursive: true });
    for (const name of names) await writeFile(path.join(folder, name), `${name} ${round}`);
    git("add", "-A");
    git("commit", "-qm", round);
  }
  const { program, asked } = await notingGit();
  const history = gitHistory(folder, program);
  const read = async (name: string) => {
    const out: string[] = [];
    for await (const { text } of history.versions(name)) out.push(text);
    return out;
  };
  const all = await Promise.all(names.map(read));
  expect(all).toEqual(names.map((name) => [`${name} two`, `${name} one`]));
  const calls = await asked();
  expect(calls.filter((call) => call === "log").length).toBeLessThanOrEqual(4);
  expect(calls.filter((call) => call === "cat-file").length).toBeLessThanOrEqual(2);
});

it("finds the same versions in one look for all files as file by file", async () => {
  git("init", "-q", "-b", "main");
  const long = (word: string) => `${"line\n".repeat(30)}${word}\n`;
  await commit("ops/a.json", long("a1"));
  await commit("ops/b.json", long("b1").replaceAll("line", "row"));
  git("checkout", "-qb", "side");
  await commit("ops/a.json", long("a2, side").replace("line", "first line"));
  git("checkout", "-q", "main");
  await commit("ops/a.json", long("a2, main"));
  git("merge", "-q", "--no-edit", "-X", "ours", "side");
  await rename(path.join(folder, "ops/a.json"), path.join(folder, "ops/moved.json"));
  await commit("ops/moved.json", long("a3"));
  await commit("ops/a.json", "another one under the old name");
  await rm(path.join(folder, "ops/b.json"));
  await commit("c.json", "c");
  await commit("ops/b.json", "b again");
  const files = ["ops/a.json", "ops/b.json", "ops/moved.json", "c.json", "ops/none.json"];
  for (const inFolder of ["", "ops"]) {
    const together = new GitLog(gitProgram(folder, "git"), inFolder);
    for (const file of ["x", "y", "z"]) await together.commitsOf(file);
    for (const file of files) {
      const alone = await new GitLog(gitProgram(folder, "git"), inFolder).commitsOf(file);
      expect([file, await together.commitsOf(file)]).toEqual([file, alone]);
    }
  }
});

it.skipIf(process.platform === "win32")(
  "waits once for a git that hangs, whatever is asked of it",
  async () => {
    git("init", "-q", "-b", "main");
    await commit("a.json", "a");
    const calls = path.join(folder, "calls");
    const program = path.join(folder, "hanging-git");
    await writeFile(program, `#!/bin/sh\necho x >> '${calls}'\nexec sleep 1000\n`, { mode: 0o755 });
    const history = gitHistory(folder, program, new GitPatience(500));
    for (const file of ["a.json", "b.json", "c.json", "d.json", "e.json"]) {
      for await (const version of history.versions(file)) expect.unreachable(version.label);
      expect(await history.gap(file)).toBe("git-failed");
    }
    // Not once for each command, and not again without following renames.
    expect(await readFile(calls, "utf8")).toBe("x\n");
  },
);

it("does not start git when the time of the run is used up", async () => {
  git("init", "-q", "-b", "main");
  await commit("a.json", "a");
  const history = gitHistory(folder, "git", new GitPatience(0));
  for await (const version of history.versions("a.json")) expect.unreachable(version.label);
  expect(await history.gap("a.json")).toBe("git-failed");
});
