import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type * as vscode from "vscode";
import { filesOnDisk, leadsOut, refuseLinkedWrite } from "./disk";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "mosaic-disk-")));
});
afterEach(() => rm(folder, { recursive: true }));

const uri = (name: string, scheme = "file") => ({ scheme, fsPath: path.join(folder, name) }) as vscode.Uri;
const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args], { stdio: "pipe" });

it("keeps state, but not what came with the repository", async () => {
  git("init", "-q");
  const files = filesOnDisk(folder);
  await files.write(".mosaic/state/p/x.json", "{}");
  expect(await files.read(".mosaic/state/p/x.json")).toBe("{}");
  expect(await files.list(".mosaic/state/p")).toEqual(["x.json"]);
  git("add", "-f", ".mosaic");
  await expect(filesOnDisk(folder).read(".mosaic/state/p/x.json")).rejects.toThrow("rm -r .mosaic/state");
  await expect(filesOnDisk(folder).list(".mosaic/state/p")).rejects.toThrow("Git tracks .mosaic/state");
});

it.skipIf(process.platform === "win32")("judges links of the disk, and of nothing else", async () => {
  await mkdir(path.join(folder, "root"));
  await writeFile(path.join(folder, "outside.json"), "");
  await writeFile(path.join(folder, "root/plain.json"), "");
  await symlink("../outside.json", path.join(folder, "root/link.json"));
  expect(await leadsOut(uri("root"), uri("root/plain.json"))).toBe(undefined);
  expect(await leadsOut(uri("root"), uri("root/link.json"))).toContain("leads through a link out of");
  await refuseLinkedWrite(uri("root"), uri("root/plain.json"));
  await expect(refuseLinkedWrite(uri("root"), uri("root/link.json"))).rejects.toThrow("it is a link");
  expect(await leadsOut(uri("root", "vscode-vfs"), uri("root/link.json", "vscode-vfs"))).toBe(undefined);
  await refuseLinkedWrite(uri("root", "vscode-vfs"), uri("root/link.json", "vscode-vfs"));
});
