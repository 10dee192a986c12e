import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LinkProblem, refuseLeaving } from "./links";
import { diskFiles } from "./text-files";
import { writeFileSafely } from "./write";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "mosaic-write-")));
});
afterEach(() => rm(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);

describe("a file", () => {
  it("is written with its folders, and leaves nothing beside it", async () => {
    expect(await writeFileSafely(at("a/b/c.json"), "one", { root: folder })).toBe(true);
    expect(await writeFileSafely(at("a/b/c.json"), "two", { root: folder })).toBe(true);
    expect(await readFile(at("a/b/c.json"), "utf8")).toBe("two");
    expect(await readdir(at("a/b"))).toEqual(["c.json"]);
  });

  it("is not replaced when it should be new", async () => {
    const all = await Promise.all(
      ["one", "two", "three"].map((text) => writeFileSafely(at("x"), text, { isNew: true })),
    );
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(await readFile(at("x"), "utf8")).toBe(["one", "two", "three"][all.indexOf(true)]);
    expect(await readdir(folder)).toEqual(["x"]);
  });

  it("is written without what a killed process left beside it", async () => {
    const [old, young] = [`.mosaic-${"a".repeat(16)}.tmp`, `.mosaic-${"b".repeat(16)}.tmp`];
    for (const name of [old, young, "mine.tmp"]) await writeFile(at(name), "half");
    for (const name of [old, "mine.tmp"]) await utimes(at(name), 1, 1);
    await writeFileSafely(at("x"), "text");
    expect((await readdir(folder)).sort()).toEqual([young, "mine.tmp", "x"]);
  });

  it.skipIf(process.platform === "win32")("keeps its mode", async () => {
    await writeFile(at("x"), "", { mode: 0o640 });
    await writeFileSafely(at("x"), "text");
    expect((await stat(at("x"))).mode & 0o777).toBe(0o640);
  });

  it("that cannot be written is named", async () => {
    await writeFile(at("x"), "");
    await mkdir(at("y"));
    await expect(writeFileSafely(at("x/y/z"), "")).rejects.toThrow(
      `${at("x/y/z")} could not be written: a part of its path`,
    );
    await expect(writeFileSafely(at("y"), "")).rejects.toThrow(
      `${at("y")} could not be written: there is a folder`,
    );
    await expect(writeFileSafely(at("n".repeat(300)), "")).rejects.toThrow("its name is too long");
    expect((await readdir(folder)).sort()).toEqual(["x", "y"]);
  });
});

describe.skipIf(process.platform === "win32")("links", () => {
  beforeEach(async () => {
    await mkdir(at("out"));
    await mkdir(at("root/in"), { recursive: true });
    await writeFile(at("out/x"), "outside");
    await writeFile(at("root/in/y"), "inside");
    await symlink("../out", at("root/away"));
    await symlink("../out/x", at("root/file"));
    await symlink("../out/none", at("root/dangling"));
    await symlink("in", at("root/near"));
    await symlink("root", at("alias"));
  });

  it("are not written through below the root", async () => {
    for (const name of ["away/x", "away/new", "file", "dangling", "near/y"]) {
      await expect(writeFileSafely(at(`root/${name}`), "!", { root: at("root") }), name).rejects.toThrow(
        LinkProblem,
      );
      await expect(
        writeFileSafely(at(`root/${name}`), "!", { root: at("root"), isNew: true }),
      ).rejects.toThrow("a link");
    }
    expect(await readFile(at("out/x"), "utf8")).toBe("outside");
    expect(await readdir(at("out"))).toEqual(["x"]);
    expect((await lstat(at("root/file"))).isSymbolicLink()).toBe(true);
  });

  it("above the root do not matter", async () => {
    await writeFileSafely(at("alias/in/y"), "new", { root: at("alias") });
    expect(await readFile(at("root/in/y"), "utf8")).toBe("new");
    await refuseLeaving(at("alias"), at("alias/in/y"));
    await refuseLeaving(at("alias"), at("root/in/y"));
    await refuseLeaving(at("root"), at("alias/in/y"));
  });

  it("out of the root are neither read as state nor listed", async () => {
    const files = diskFiles(at("root"));
    await expect(files.read("file")).rejects.toThrow(
      `leads through a link out of ${at("root")}, to ${at("out/x")}`,
    );
    await expect(files.list("away")).rejects.toThrow(LinkProblem);
    expect(await files.read("near/y")).toBe("inside");
    expect(await files.read("none/z")).toBe(undefined);
    expect(await files.list("near")).toEqual(["y"]);
    expect(await files.list("none")).toEqual([]);
  });

  it("that a person named outside of the root are refused themselves only", async () => {
    await refuseLeaving(at("root/in"), at("out/x"));
    await expect(refuseLeaving(at("root/in"), at("root/file"))).rejects.toThrow("is a link, to");
  });
});
