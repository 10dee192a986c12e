import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Input, readInputs, type Unreadable } from "./files";
import type { Io } from "./io";

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "mosaic-files-"));
  const files = [
    "a.dashboard.json",
    "b.dashboard.json",
    "plain.json",
    "team/c.dashboard.json",
    "team/.hidden/d.dashboard.json",
    "team/[id].json",
    "node_modules/x/e.dashboard.json",
  ];
  for (const file of files) {
    await mkdir(path.dirname(path.join(cwd, file)), { recursive: true });
    await writeFile(path.join(cwd, file), `text of ${file}`);
  }
  await mkdir(path.join(cwd, "empty"));
  await writeFile(path.join(cwd, "bom.json"), "\ufeff{}");
  await writeFile(path.join(cwd, "latin1.json"), Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]));
  await symlink(path.join(cwd, "nowhere"), path.join(cwd, "dangling.json"));
});

afterAll(() => rm(cwd, { recursive: true, force: true }));

async function inputs(args: readonly string[], stdin = ""): Promise<(Input | Unreadable)[]> {
  const io: Io = { cwd, env: {}, color: false, out() {}, err() {}, stdin: async () => stdin };
  const found: (Input | Unreadable)[] = [];
  for await (const input of readInputs(args, io)) found.push(input);
  return found;
}

const names = async (...args: Parameters<typeof inputs>) => (await inputs(...args)).map(({ name }) => name);

describe("what the arguments name", () => {
  test.each<[string, string[], string[]]>([
    [
      "nothing is the working folder",
      [],
      ["a.dashboard.json", "b.dashboard.json", "team/.hidden/d.dashboard.json", "team/c.dashboard.json"],
    ],
    ["a folder is its dashboards", ["team"], ["team/.hidden/d.dashboard.json", "team/c.dashboard.json"]],
    ["a folder with a slash", ["team/"], ["team/.hidden/d.dashboard.json", "team/c.dashboard.json"]],
    ["a file may be called anything", ["plain.json"], ["plain.json"]],
    [
      "a file is read once",
      ["a.dashboard.json", "./a.dashboard.json", "*.dashboard.json"],
      ["a.dashboard.json", "b.dashboard.json"],
    ],
    [
      "a pattern",
      ["*.json"],
      ["a.dashboard.json", "b.dashboard.json", "bom.json", "latin1.json", "plain.json"],
    ],
    ["a deep pattern", ["**/c.*"], ["team/c.dashboard.json"]],
    ["a file whose name looks like a pattern", ["team/[id].json"], ["team/[id].json"]],
    [
      "a file in node_modules that is named",
      ["node_modules/x/e.dashboard.json"],
      ["node_modules/x/e.dashboard.json"],
    ],
    [
      "the order of the arguments",
      ["b.dashboard.json", "a.dashboard.json"],
      ["b.dashboard.json", "a.dashboard.json"],
    ],
  ])("%s", async (_, args, expected) => {
    expect(await names(args)).toEqual(expected);
  });

  test.runIf(path.sep === "\\")("a pattern with backslashes, on Windows", async () => {
    expect(await names(["team\\*.dashboard.json"])).toEqual(["team/c.dashboard.json"]);
  });

  test("an absolute path inside the working folder is shown relative to it", async () => {
    expect(await inputs([path.join(cwd, "team/c.dashboard.json")])).toEqual([
      {
        name: "team/c.dashboard.json",
        path: path.join(cwd, "team/c.dashboard.json"),
        text: "text of team/c.dashboard.json",
      },
    ]);
  });

  test("a path outside of it is shown in full", async () => {
    const io: Io = {
      cwd: path.join(cwd, "empty"),
      env: {},
      color: false,
      out() {},
      err() {},
      stdin: async () => "",
    };
    for await (const input of readInputs(["../plain.json"], io)) {
      expect(input.name).toBe(path.join(cwd, "plain.json").replaceAll(path.sep, "/"));
    }
  });

  test("what the configuration names, in the folder that is asked for", async () => {
    const config = path.join(cwd, ".mosaic/config.json");
    await mkdir(path.dirname(config));
    await writeFile(config, JSON.stringify({ dashboards: ["plain.json", "team/[id].json"] }));
    try {
      expect(await names(["."])).toContain("plain.json");
      expect(await names(["team"])).toContain("team/[id].json");
      expect(await names(["team"])).not.toContain("plain.json");
    } finally {
      await rm(path.dirname(config), { recursive: true });
    }
  });

  test("- is standard input", async () => {
    expect(await inputs(["-"], "{}")).toEqual([{ name: "-", path: undefined, text: "{}" }]);
  });
});

describe("what cannot be read is named with the reason, and the rest is read", () => {
  test.each<[string, string[], (string | RegExp)[]]>([
    ["a missing file", ["nope.json"], ["no such file or folder"]],
    ["a pattern without a match", ["*.yaml"], ["no file matches this pattern"]],
    ["an empty folder", ["empty"], [/^no dashboards in this folder; .*\*\*\/\*\.dashboard\.json.*\.yaml/]],
    ["another encoding", ["latin1.json"], ["not UTF-8 text"]],
    ["a link to nowhere", ["dangling.json"], ["no such file or folder"]],
    ["two", ["nope.json", "empty"], ["no such file or folder", /^no dashboards/]],
  ])("%s", async (_, args, reasons) => {
    const found = await inputs([...args, "plain.json"]);
    expect(found.pop()).toMatchObject({ name: "plain.json", text: "text of plain.json" });
    expect(found).toEqual(
      args.map((name, i) => ({
        name,
        reason: typeof reasons[i] === "string" ? reasons[i] : expect.stringMatching(reasons[i]!),
      })),
    );
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === "win32")(
    "a file without permission",
    async () => {
      const file = path.join(cwd, "secret.json");
      await writeFile(file, "{}", { mode: 0o000 });
      expect(await inputs(["secret.json"])).toEqual([
        { name: "secret.json", reason: "no permission to read it" },
      ]);
      await chmod(file, 0o600);
      await rm(file);
    },
  );
});

test("a byte order mark is kept, because the service minds it", async () => {
  expect(await inputs(["bom.json"])).toMatchObject([{ text: "\ufeff{}" }]);
});

test("a link and the file that it leads to are one file", async () => {
  const link = path.join(cwd, "link.json");
  await symlink(path.join(cwd, "plain.json"), link);
  try {
    expect(await names(["plain.json", "link.json"])).toEqual(["plain.json"]);
    expect(await names(["link.json", "plain.json"])).toEqual(["link.json"]);
  } finally {
    await rm(link);
  }
});
