import { type Option, type OptionTable, optionLabel, optionText } from "../../core/option-table";
import type { Command } from "./command";

/** What the tables are made from. */
export interface Described {
  readonly commands: readonly Command[];
  /** The options that choose a target, which many commands share. */
  readonly target: OptionTable;
}

/** Which options a table in docs/cli.md has: those of a command, or `target` for those that choose a target. */
const BEGIN = /<!-- options of ([\w-]+) -->/;
const END = "<!-- end of options -->";

/**
 * docs/cli.md with the tables of options that the commands have now, between `<!-- options of NAME -->` and
 * `<!-- end of options -->`.
 *
 * @throws Error for a name that no command has, or without an end
 */
export function withOptionTables(markdown: string, described: Described): string {
  const [before, ...parts] = markdown.split(new RegExp(BEGIN.source.replace(/[()]/g, ""), "g"));
  const names = [...markdown.matchAll(new RegExp(BEGIN, "g"))].map((match) => match[1]!);
  return parts.reduce((text, part, i) => {
    const end = part.indexOf(END);
    if (end < 0) throw new Error(`the table of "${names[i]}" has no end`);
    const table = markdownTable(optionsOf(names[i]!, described));
    return `${text}<!-- options of ${names[i]} -->\n\n${table}\n${part.slice(end)}`;
  }, before!);
}

/** The names of the tables in a text. */
export function tablesIn(markdown: string): string[] {
  return [...markdown.matchAll(new RegExp(BEGIN, "g"))].map((match) => match[1]!);
}

/** The options that a table shows. The shared ones that choose a target have a table of their own. */
export function optionsOf(name: string, { commands, target }: Described): OptionTable {
  if (name === "target") return target;
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`there is no command "${name}"`);
  const shared = new Set<Option>("endpoint" in command.options ? Object.values(target) : []);
  return Object.fromEntries(Object.entries(command.options).filter(([, option]) => !shared.has(option)));
}

function markdownTable(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, option]) => {
    const text = optionText(option).replace(/^[a-z]/, (first) => first.toUpperCase());
    const more = option.more === undefined ? "" : ` ${option.more}`;
    return `| ${cell(`\`${optionLabel(name, option)}\``)} | ${cell(`${text}.${more}`)} |\n`;
  });
  return `| Option | Meaning |\n|---|---|\n${rows.join("")}`;
}

const cell = (text: string) => text.replaceAll("|", "\\|");
