import type { OptionTable } from "../core/option-table";
import { rulePage } from "../core/rules/page";
import { retiredRules } from "../core/rules/retired";
import { ruleEntries } from "../core/rules/rule-entries";
import { nearestName } from "../core/spelling";
import { CommandLineError, Exit, type Io } from "./io";
import type { Command } from "./options/command";
import { parseOptions } from "./options/parse";

const OPTIONS = {
  format: { type: "string", choices: ["text", "json"], default: "text", help: "output format" },
} as const satisfies OptionTable;

/** `mosaic rules` */
export const RULES: Command = {
  name: "rules",
  summary: "list and explain the rules",
  usage: ["mosaic rules [RULE]"],
  about: `Lists all rules with their severity, or explains one rule with an invalid and a valid example.`,
  options: OPTIONS,
  exitCodes: `0 done, 2 no such rule.`,
  arguments: "rules",
  run: runRules,
};

/** Runs `mosaic rules` and gives its exit code. */
export async function runRules(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  if (positionals.length > 1) throw new CommandLineError("specify only one rule");
  const rules = ruleEntries();
  const [id] = positionals;
  const chosen = id === undefined ? rules : rules.filter((rule) => rule.id === id);
  if (chosen.length === 0) {
    const reason = retiredRules.get(id!);
    if (reason)
      throw new CommandLineError(
        `the rule "${id}" was removed: ${reason} You can delete it from your config`,
      );
    const suggestion = nearestName(
      id!,
      rules.map((rule) => rule.id),
    );
    throw new CommandLineError(`unknown rule "${id}"${suggestion ? `; did you mean "${suggestion}"?` : ""}`);
  }
  if (values.format === "json") io.out(`${JSON.stringify(chosen, null, 2)}\n`);
  else if (id !== undefined) io.out(rulePage(chosen[0]!));
  else {
    const width = Math.max(...rules.map((rule) => rule.id.length));
    for (const area of new Set(rules.map((rule) => rule.area))) {
      io.out(`${area}\n`);
      for (const rule of rules) {
        if (rule.area === area)
          io.out(
            `  ${rule.id.padEnd(width)}  ${(rule.optIn ? "off" : rule.severity).padEnd(11)}  ${rule.summary}\n`,
          );
      }
      io.out("\n");
    }
  }
  return Exit.ok;
}
