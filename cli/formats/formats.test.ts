import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import Ajv from "ajv/dist/2020";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RULE_PAGES } from "../../core/rule-address";
import { inertOutput } from "../../core/terminal-text";
import type { Io } from "../io";
import { withoutCommands } from "../terminal-kind";
import { runValidate } from "../validate";

/** A name that every host must escape in its own way; `:` and `|` are impossible on Windows. */
const EVIL =
  process.platform === "win32" ? "a,b%0A &x.dashboard.json" : "::error::a,b%0A|<i>&x.dashboard.json";
const TITLE = "x\\n::warning::y\\u001b[31m ##[add-mask]z <!-- ]]> @team #1 | `";
const BAD = `{
  "displayName": "Größe 😀", "😀ä": 1, "gridLayout": {
    "widgets": [
      { "title": "${TITLE}", "blank": {}, "${TITLE}": 1 },
      { "xyChart": { "dataSets": [{ "plotTyp": "LINE", "timeSeriesQuery": { "prometheusQuery": "up" } }] } }
    ]
  }
}
`;
const GOOD = '{ "displayName": "Fine", "gridLayout": { "widgets": [{ "blank": {} }] } }';

let top: string;
let cwd: string;
beforeAll(async () => {
  top = await mkdtemp(path.join(tmpdir(), "mosaic-formats-"));
  cwd = path.join(top, "sub dir");
  await mkdir(path.join(top, ".git/objects"), { recursive: true });
  await mkdir(path.join(top, ".git/refs"));
  await writeFile(path.join(top, ".git/HEAD"), "ref: refs/heads/main\n");
  await mkdir(cwd);
  await writeFile(path.join(cwd, EVIL), BAD);
  await writeFile(path.join(cwd, "good.dashboard.json"), GOOD);
});
afterAll(() => rm(top, { recursive: true, force: true }));

async function validate(args: readonly string[], more: Partial<Io> = {}) {
  let out = "";
  let err = "";
  const io: Io = {
    cwd,
    env: {},
    color: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: async () => BAD,
    ...more,
  };
  return { code: await runValidate(args, io), out, err };
}

const many = (count: number) =>
  JSON.stringify({
    displayName: "Many",
    gridLayout: { widgets: Array.from({ length: count }, (_, i) => ({ blank: {}, [`member${i}`]: 1 })) },
  });

describe("github", () => {
  it("prints one command a finding, with nothing that could start another", async () => {
    const { out, code } = await validate(["--format", "github", "."]);
    expect(code).toBe(1);
    const lines = out.trimEnd().split("\n");
    const commands = lines.filter((line) => line.startsWith("::"));
    expect(commands).toHaveLength(3);
    expect(commands[0]).toMatch(
      /^::error file=sub dir\/[^:]*,line=2,endLine=2,col=30,endColumn=35,title=Mosaic%3A unknown-member::/,
    );
    if (process.platform !== "win32")
      expect(commands[0]).toContain("file=sub dir/%3A%3Aerror%3A%3Aa%2Cb%250A|<i>&x.dashboard.json,");
    for (const line of commands) expect(line).toContain(`%0A${RULE_PAGES}unknown-member.md`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(lines.at(-1)).toBe("- 2 dashboards checked: 3 errors");
  });

  it("prints ten of each kind, and the rest into the log", async () => {
    const { out } = await validate(["--format", "github", "-"], { stdin: async () => many(25) });
    const lines = out.split("\n");
    expect(lines.filter((line) => line.startsWith("::error"))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith("- -:1:"))).toHaveLength(15);
    expect(out).toContain("::group::15 more findings");
  });

  it("puts what could not be read first", async () => {
    const { out, code } = await validate(["--format", "github", "missing.json"]);
    expect(code).toBe(2);
    expect(out).toMatch(/^::error title=Mosaic::missing\.json: no such file/);
  });
});

describe("sarif", () => {
  const sarif = async (...args: string[]) => JSON.parse((await validate(["--format", "sarif", ...args])).out);

  it("has what GitHub requires of a result", async () => {
    const [run] = (await sarif(".")).runs;
    expect(run.columnKind).toBe("utf16CodeUnits");
    expect(run.results).toHaveLength(3);
    for (const result of run.results) {
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(result.message.text).not.toBe("");
      expect(result.locations).toHaveLength(1);
      const { startLine, startColumn, endLine, endColumn } = result.locations[0].physicalLocation.region;
      expect(Math.min(startLine, startColumn, endLine, endColumn)).toBeGreaterThan(0);
    }
    // In UTF-16 characters, from 1; the emoji are two each.
    expect(run.results[0].locations[0].physicalLocation.region).toEqual({
      startLine: 2,
      startColumn: 30,
      endLine: 2,
      endColumn: 35,
    });
    const { uri } = run.results[0].locations[0].physicalLocation.artifactLocation;
    expect(uri).toBe(`sub%20dir/${encodeURIComponent(EVIL)}`);
    expect(decodeURIComponent(uri)).toBe(`sub dir/${EVIL}`);
    for (const rule of run.tool.driver.rules) {
      expect(rule.help.markdown).toContain(rule.id);
      expect(rule.helpUri).toBe(`${RULE_PAGES}${rule.id}.md`);
    }
    expect(JSON.stringify(run)).not.toContain('""');
  });

  it("names what could not be read", async () => {
    const [run] = (await sarif("missing.json")).runs;
    expect(run.invocations[0]).toEqual({
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: "error", message: { text: "missing.json: no such file or folder" } },
      ],
    });
  });

  // The schema of OASIS is not part of this repository. Save it and name it: MOSAIC_SARIF_SCHEMA=sarif-2.1.0.json.
  const schema = process.env["MOSAIC_SARIF_SCHEMA"];
  it.skipIf(!schema || !existsSync(schema))("follows the schema", async () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const check = ajv.compile(JSON.parse(readFileSync(schema!, "utf8")));
    for (const args of [
      ["."],
      ["-"],
      ["missing.json"],
      [path.resolve(__dirname, "../../examples/mistakes")],
    ]) {
      expect(check(await sarif(...args)), JSON.stringify(check.errors)).toBe(true);
    }
  });
});

describe("gitlab", () => {
  const issues = async (text: string) =>
    JSON.parse((await validate(["--format", "gitlab", "-"], { stdin: async () => text })).out);

  it("has a fingerprint of its own for every finding, which stays when lines move", async () => {
    const before = await issues(BAD);
    const after = await issues(`\n\n${BAD}`);
    const prints = (list: { fingerprint: string }[]) => list.map(({ fingerprint }) => fingerprint);
    expect(new Set(prints(before)).size).toBe(3);
    expect(prints(after)).toEqual(prints(before));
    expect(after[0].location).toEqual({ path: "-", lines: { begin: 4, end: 4 } });
    expect(new Set(prints(await issues(many(12)))).size).toBe(12);
  });

  it("names its severities", async () => {
    const { out } = await validate(["--format", "gitlab", "."]);
    expect(JSON.parse(out)[0]).toMatchObject({
      check_name: "unknown-member",
      severity: "critical",
      location: { path: `sub dir/${EVIL}` },
    });
  });
});

describe("junit", () => {
  it("has a case for every rule and a passed one for a dashboard without findings", async () => {
    const { out } = await validate(["--format", "junit", "."]);
    expect(out).toContain('<testsuites name="mosaic validate" tests="2" failures="1" errors="0">');
    expect(out).toContain('<testcase classname="good.dashboard.json" name="dashboard"/>');
    expect(out).toContain("&lt;!-- ]]&gt; @team");
    expect(
      out.replaceAll(/<\/?(?:testsuites?|testcase|failure|error|system-out|\?xml)\b[^<>]*>/g, ""),
    ).not.toMatch(/[<>]/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
    expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
  });

  it("fails for warnings only if there are too many", async () => {
    const text = GOOD.replace('"Fine"', '"Fine", "displayName": "Fine"');
    const stdin = async () => text;
    const calm = await validate(["--format", "junit", "-"], { stdin });
    expect([calm.code, calm.out.includes("<system-out>"), calm.out.includes("<failure")]).toEqual([
      0,
      true,
      false,
    ]);
    const strict = await validate(["--format", "junit", "--max-warnings", "0", "-"], { stdin });
    expect([strict.code, strict.out.includes('<failure type="warning"')]).toEqual([1, true]);
  });
});

it("rdjson counts columns in bytes and suggests the unambiguous fix", async () => {
  const { out } = await validate(["--format", "rdjson", "."]);
  const { diagnostics } = JSON.parse(out);
  expect(diagnostics[0].location.range).toEqual({
    start: { line: 2, column: 34 },
    end: { line: 2, column: 42 },
  });
  expect(diagnostics[2]).toMatchObject({
    code: { value: "unknown-member" },
    severity: "ERROR",
    suggestions: [{ text: '"plotType"' }],
  });
  const { start, end } = diagnostics[2].suggestions[0].range;
  const line = Buffer.from(BAD.split("\n")[start.line - 1]!);
  expect(line.subarray(start.column - 1, end.column - 1).toString()).toBe('"plotTyp"');
});

it("markdown shows names as they are", async () => {
  const { out } = await validate(["--format", "markdown", "."]);
  expect(out).toMatch(/^\*\*Mosaic\*\*: 2 dashboards checked\\: 3 errors\n\n\| Severity/);
  expect(out).not.toContain("<i>");
  expect(out).not.toContain("<!--");
  expect(out).not.toContain(" @team");
  expect(out.trimEnd().split("\n")).toHaveLength(7);
  const long = await validate(["--format", "markdown", "-"], { stdin: async () => many(2_000) });
  expect(long.out.length).toBeLessThan(52_000);
  expect(long.out).toMatch(/\d+ more findings are not shown\.\n$/);
});

describe("on a terminal", () => {
  const shown = async (text: string, more: Partial<Io> = { terminal: true }) =>
    (await validate(["-"], { stdin: async () => text, ...more })).out;

  it("shows the lines of a finding with a mark below it", async () => {
    const out = await shown('{\n\t"displayName": "日本", "名é": 1,\n  "gridLayout": {}\n}\n');
    expect(out.split("\n").slice(1, 5)).toEqual([
      "  1 | {",
      '> 2 |   "displayName": "日本", "名é": 1,',
      `    |   ${" ".repeat('"displayName": "日本", '.length + 2)}${"^".repeat(5)}`,
      '  3 |   "gridLayout": {}',
    ]);
  });

  it("cuts long lines around the finding", async () => {
    const out = await shown(`{"displayName": "${"x".repeat(5_000)}", "nope": 1, "gridLayout": {}}`);
    const [, line, mark] = out.split("\n");
    expect(line!.length).toBeLessThan(200);
    expect(line!.slice(mark!.indexOf("^"), mark!.lastIndexOf("^") + 1)).toBe('"nope"');
  });

  it("links the rule, and nothing else passes as a link or color", async () => {
    const out = await shown(BAD, { terminal: true, color: true, links: true });
    expect(inertOutput(out, true)).toBe(out);
    expect(out).toContain(`\u001b]8;;${RULE_PAGES}unknown-member.md\u001b\\unknown-member\u001b]8;;\u001b\\`);
    const evil = "\u001b]8;;https://evil.example/x.md\u001b\\click\u001b[2J";
    expect(inertOutput(evil, true)).not.toContain("\u001b]8;;h");
    expect(inertOutput(evil, true)).not.toContain("\u001b[2J");
  });
});

it("writes several formats at once, with one exit code", async () => {
  const out = path.join(top, "out");
  const { code } = await validate([
    "--output",
    `json=${path.join(out, "a.json")}`,
    `--output=junit=${path.join(out, "b.xml")}`,
    ".",
  ]);
  expect(code).toBe(1);
  expect(JSON.parse(readFileSync(path.join(out, "a.json"), "utf8"))).toHaveLength(2);
  expect(readFileSync(path.join(out, "b.xml"), "utf8")).toMatch(/^<\?xml/);
});

it.each([
  [["--output", "nope=x"], /--output must be FORMAT=FILE/],
  [["--output", "json="], /--output must be FORMAT=FILE/],
  [["--output", "json=x", "--output", "text=x"], /same file twice/],
  [["--output", "json=good.dashboard.json", "."], /would overwrite .*good\.dashboard\.json/],
  [["--max-warnings", "-1"], /--max-warnings/],
  [["--max-warnings=many"], /must be a number from 0/],
  [["--update-baseline"], /needs --baseline/],
])("rejects %j", async (args, message) => {
  await expect(validate(args)).rejects.toThrow(message);
  expect(readFileSync(path.join(cwd, "good.dashboard.json"), "utf8")).toBe(GOOD);
});

it("no text of a file is a command in the log of a pipeline", () => {
  expect(withoutCommands("::error::x\n  ::stop-commands::y\na:: b ##[add-mask]z ##vso[task.x]\n")).toBe(
    ": :error::x\n  : :stop-commands::y\na:: b # #[add-mask]z # #vso[task.x]\n",
  );
});
