import { parseArgs } from "node:util";
import type { Option, OptionTable } from "../../core/option-table";
import { nearestName } from "../../core/spelling";
import { CommandLineError, visible } from "../io";

/** The type of an option's value. Without an option, booleans are false and repeatable options are empty. */
export type ValueOf<O extends Option> = O extends { type: "boolean" }
  ? boolean
  : O extends { multiple: true }
    ? readonly TextOf<O>[]
    : O extends { default: string }
      ? TextOf<O>
      : TextOf<O> | undefined;

type TextOf<O extends Option> = O extends { choices: readonly (infer Choice)[] } ? Choice : string;

export type ValuesOf<Table extends OptionTable> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

export interface Parsed<Table extends OptionTable> {
  readonly values: ValuesOf<Table>;
  readonly positionals: readonly string[];
}

/**
 * Reads the arguments of a command.
 *
 * @param arguments_ whether there may be arguments that are no options
 * @throws CommandLineError with what is wrong
 */
export function parseOptions<const Table extends OptionTable>(
  table: Table,
  args: readonly string[],
  arguments_: "arguments" | "no arguments" = "arguments",
): Parsed<Table> {
  const values: Record<string, unknown> = {};
  for (const [name, { type, multiple, default: initial }] of Object.entries<Option>(table))
    values[name] = type === "boolean" ? false : multiple ? [] : initial;
  const options = Object.fromEntries(
    Object.entries<Option>(table).map(([name, { type, short, multiple = false }]) => [
      name,
      { type, multiple, ...(short !== undefined && { short }) },
    ]),
  );
  let read: { values: object; positionals: string[] };
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: arguments_ === "arguments" });
  } catch (error) {
    throw new CommandLineError(reasonOf(error as NodeJS.ErrnoException, table));
  }
  for (const [name, value] of Object.entries(read.values)) {
    checkChoice(name, table[name]!, value);
    values[name] = value;
  }
  return { values: values as ValuesOf<Table>, positionals: read.positionals };
}

function checkChoice(name: string, { choices }: Option, value: unknown): void {
  if (!choices) return;
  for (const one of Array.isArray(value) ? value : [value]) {
    if (!choices.includes(one))
      throw new CommandLineError(`--${name} must be ${alternatives(choices)}, not ${JSON.stringify(one)}`);
  }
}

/** "a, b or c". */
export function alternatives(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function reasonOf({ code, message }: NodeJS.ErrnoException, table: OptionTable): string {
  const unknown = code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? /'(-[^']*)'/.exec(message)?.[1] : undefined;
  if (unknown === undefined) return visible(message);
  const near = unknown.startsWith("--") ? nearestName(unknown.slice(2), Object.keys(table)) : undefined;
  return `Unknown option '${visible(unknown)}'${near === undefined ? "" : `; did you mean --${near}?`}`;
}
