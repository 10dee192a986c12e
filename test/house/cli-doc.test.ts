import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS, DESCRIBED } from "../../cli/commands";
import { commandHelp } from "../../cli/options/command";
import { optionsOf, tablesIn, withOptionTables } from "../../cli/options/docs";

const text = readFileSync(path.resolve(__dirname, "../../docs/cli.md"), "utf8").replaceAll("\r\n", "\n");

describe("docs/cli.md", () => {
  it("has the options of every command; else run node scripts/cli-doc.mjs", () => {
    expect(withOptionTables(text, DESCRIBED)).toBe(text);
  });

  it("has a table for every command with options of its own, and a heading for every command", () => {
    const tables = tablesIn(text);
    const own = COMMANDS.filter(({ name }) => Object.keys(optionsOf(name, DESCRIBED)).length > 0);
    expect(own.map(({ name }) => name).filter((name) => !tables.includes(name))).toEqual([]);
    expect(
      COMMANDS.map(({ name }) => name).filter((name) => !text.includes(`\n## \`mosaic ${name}`)),
    ).toEqual([]);
  });
});

it("help fits a terminal and describes every option", () => {
  for (const command of COMMANDS) {
    const help = commandHelp(command);
    for (const name of Object.keys(command.options)) expect(help).toContain(`--${name}`);
    const wide = help.split("\n").filter((line) => line.length > 130);
    expect(wide, command.name).toEqual([]);
    expect(command.summary, command.name).toMatch(/^[a-z].*[^.]$/);
  }
});
