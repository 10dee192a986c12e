import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Io } from "./io";
import type { FileReport } from "./report";
import { runValidate } from "./validate";

const GOOD = JSON.stringify({
  displayName: "Orders",
  gridLayout: { widgets: [{ text: { content: "Hello" } }] },
});
const BAD = `{
  "displayName": "Orders",
  "gridLayout": {
    "widgets": [{ "txt": { "content": "Hello" } }]
  },
  "gridLayout": { "widgets": [{ "text": { "contents": "Hello" } }] }
}
`;

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "mosaic-validate-"));
  const files: Record<string, string | Buffer> = {
    "good/a.dashboard.json": GOOD,
    "good/b.dashboard.json": GOOD,
    "bad/c.dashboard.json": BAD,
    "bom.json": `\ufeff${GOOD}`,
    "latin1.json": Buffer.from([0x7b, 0xe9, 0x7d]),
    "empty.json": "",
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(cwd, file)), { recursive: true });
    await writeFile(path.join(cwd, file), content);
  }
  await mkdir(path.join(cwd, "nothing"));
});

afterAll(() => rm(cwd, { recursive: true, force: true }));

async function validate(args: readonly string[], { stdin = "", color = false } = {}) {
  let out = "";
  let err = "";
  const io: Io = {
    cwd,
    env: {},
    color,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: async () => stdin,
  };
  const code = await runValidate(args, io);
  return { code, out, err };
}

describe("exit codes", () => {
  test.each<[string, string[], number]>([
    ["sound files", ["good"], 0],
    ["an error", ["bad"], 1],
    ["both", ["good", "bad"], 1],
    ["errors in a file that is only broken", ["empty.json"], 1],
    ["a byte order mark", ["bom.json"], 0],
    ["a missing file", ["nope.json"], 2],
    ["a missing file beside an error", ["nope.json", "bad"], 2],
    ["another encoding", ["latin1.json"], 2],
    ["a folder without dashboards", ["nothing"], 2],
    ["a pattern without a match", ["*.yaml"], 2],
  ])("%s", async (_, args, code) => {
    expect((await validate(args)).code).toBe(code);
  });

  test("arguments that are not understood are refused before anything is read", async () => {
    await expect(validate(["--format", "xml", "good"])).rejects.toThrow(
      /--format must be text, json, github, .* or markdown, not "xml"/,
    );
    await expect(validate(["--nope"])).rejects.toThrow(/--nope/);
  });
});

describe("text", () => {
  test("one line a finding, with place, severity, message and code, then the sum", async () => {
    const { out, err } = await validate(["bad", "good"]);
    const lines = out.split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^bad\/c\.dashboard\.json:6:3: warning: .* \[duplicate-key\]$/);
    expect(lines[1]).toMatch(/^bad\/c\.dashboard\.json:6:43: error: .*"content".* \[unknown-member\]$/);
    expect(lines[2]).toBe("3 dashboards checked: 1 error, 1 warning");
    expect(err).toBe("");
  });

  test("sound files give one line", async () => {
    expect((await validate(["good"])).out).toBe("2 dashboards checked: 0 errors\n");
    expect((await validate(["good/a.dashboard.json"])).out).toBe("1 dashboard checked: 0 errors\n");
  });

  test("colors only where they are wanted, around severity and code", async () => {
    expect((await validate(["bad"])).out).not.toContain("\u001b");
    const { out } = await validate(["bad"], { color: true });
    expect(out).toContain("\u001b[31merror\u001b[0m");
    expect(out).toContain("\u001b[33mwarning\u001b[0m");
    expect(out).toContain("\u001b[90m[unknown-member]\u001b[0m");
  });

  test("nothing that stands in a file is obeyed by the terminal", async () => {
    const text = '{"displayName": "x", "\\u001b[31m\\u0007": 1, "gridLayout": {"widgets": [{"blank": {}}]}}';
    await writeFile(path.join(cwd, "odd.dashboard.json"), text);
    const { out } = await validate(["odd.dashboard.json"], { color: false });
    expect(out).toContain('Unknown member "\\u001b[31m\\u0007"');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  test("--quiet leaves errors only", async () => {
    const { out, code } = await validate(["--quiet", "bad"]);
    expect(out.split("\n")).toHaveLength(3);
    expect(out).not.toContain("warning");
    expect(code).toBe(1);
  });

  test("what could not be read goes to stderr, and the rest is checked", async () => {
    const { out, err } = await validate(["nope.json", "latin1.json", "good"]);
    expect(err).toBe("mosaic: nope.json: no such file or folder\nmosaic: latin1.json: not UTF-8 text\n");
    expect(out).toBe("2 dashboards checked: 0 errors\n");
  });

  test("nothing could be read: nothing is summed up", async () => {
    expect((await validate(["nope.json"])).out).toBe("");
  });

  test("standard input", async () => {
    expect(await validate(["-"], { stdin: GOOD })).toEqual({
      code: 0,
      out: "1 dashboard checked: 0 errors\n",
      err: "",
    });
    const { out, code } = await validate(["-"], { stdin: "{" });
    expect(out).toMatch(/^-:1:1: error: /);
    expect(code).toBe(1);
  });
});

describe("json", () => {
  const reports = async (args: readonly string[], stdin?: string) => {
    const { out, code } = await validate(["--format", "json", ...args], stdin === undefined ? {} : { stdin });
    return { reports: JSON.parse(out) as FileReport[], code };
  };

  test("every file with its findings, at zero-based places", async () => {
    const { reports: found, code } = await reports(["bad", "good"]);
    expect(code).toBe(1);
    expect(found.map(({ file }) => file)).toEqual([
      "bad/c.dashboard.json",
      "good/a.dashboard.json",
      "good/b.dashboard.json",
    ]);
    expect(found[0]!.diagnostics).toEqual([
      {
        code: "duplicate-key",
        severity: "warning",
        message: expect.stringContaining('"gridLayout"'),
        range: { start: { line: 5, character: 2 }, end: { line: 5, character: 14 } },
      },
      {
        code: "unknown-member",
        severity: "error",
        message: expect.stringContaining('Did you mean "content"?'),
        range: { start: { line: 5, character: 42 }, end: { line: 5, character: 52 } },
      },
    ]);
    expect(found[1]!.diagnostics).toEqual([]);
  });

  test("characters count in UTF-16 units, lines in any line end", async () => {
    const { reports: found } = await reports(["-"], `{\r\n"displayName": "😀", "x": 1, "gridLayout": {}}`);
    expect(found[0]!.diagnostics[0]!.range).toEqual({
      start: { line: 1, character: 21 },
      end: { line: 1, character: 24 },
    });
  });

  test("is a list even when nothing could be read, with nothing else on stdout", async () => {
    const { out, err, code } = await validate(["--format", "json", "nope.json"]);
    expect(JSON.parse(out)).toEqual([]);
    expect(err).toContain("nope.json");
    expect(code).toBe(2);
  });

  test("--quiet leaves errors only", async () => {
    const { reports: found } = await reports(["--quiet", "bad"]);
    expect(found[0]!.diagnostics.map(({ severity }) => severity)).toEqual(["error"]);
  });
});
