import { describe, expect, it } from "vitest";
import { type OptionTable, optionHelp } from "../../core/option-table";
import { parseOptions } from "./parse";

const TABLE = {
  format: { type: "string", choices: ["text", "json", "csv"], default: "text", help: "output format" },
  to: { type: "string", choices: ["yaml", "json"], help: "the other form" },
  tag: { type: "string", multiple: true, value: "NAME", help: "a tag" },
  "dry-run": { type: "boolean", short: "n", help: "change nothing, see `git`" },
} as const satisfies OptionTable;

describe("parseOptions", () => {
  it("gives every option a value", () => {
    const { values, positionals } = parseOptions(TABLE, []);
    expect(values).toEqual({ format: "text", to: undefined, tag: [], "dry-run": false });
    expect(positionals).toEqual([]);
  });

  it("reads options and arguments in any order", () => {
    const { values, positionals } = parseOptions(TABLE, ["a", "--tag=x", "-n", "--tag", "y", "b"]);
    expect(values).toMatchObject({ tag: ["x", "y"], "dry-run": true });
    expect(positionals).toEqual(["a", "b"]);
  });

  it.each([
    [["--format", "xml"], '--format must be text, json or csv, not "xml"'],
    [["--to=toml"], '--to must be yaml or json, not "toml"'],
    [["--frmat", "json"], "Unknown option '--frmat'; did you mean --format?"],
    [["--something-else"], "Unknown option '--something-else'"],
    [["--dry-run=yes"], "does not take an argument"],
    [["--tag"], "argument missing"],
    [["--\u001b[2J"], "Unknown option '--\\u001b[2J'"],
  ])("rejects %j", (args, message) => {
    expect(() => parseOptions(TABLE, args)).toThrow(message);
  });

  it("rejects arguments where there are none", () => {
    expect(() => parseOptions(TABLE, ["a"], "no arguments")).toThrow("Unexpected argument 'a'");
  });
});

it("help lists choices, defaults and repetition, without backticks", () => {
  expect(optionHelp(TABLE)).toBe(`  --format text|json|csv
                       output format; text by default
  --to yaml|json       the other form
  --tag NAME           a tag (repeatable)
  -n, --dry-run        change nothing, see git
`);
});
