import path from "node:path";
import { shippedCatalog } from "../core/catalog/catalog";
import { answerProblem, type Creation, createDashboard, creations } from "../core/create";
import { fileNameProblem, nameFromFile, withExtension } from "../core/create/file-name";
import { newFileText } from "../core/forms";
import type { OptionTable } from "../core/option-table";
import { nearestName } from "../core/spelling";
import { LinkProblem } from "../disk/links";
import { writeFileSafely } from "../disk/write";
import { AGENTS_TEXT } from "./agents/text";
import { CommandLineError, Exit, type Io, visible } from "./io";
import type { Command } from "./options/command";
import { parseOptions } from "./options/parse";

const OPTIONS = {
  from: {
    type: "string",
    value: "NAME",
    default: "plain",
    help: "what to start with: a service, a template or a beginning of `mosaic new --list`",
  },
  title: { type: "string", value: "TITLE", help: "display name; that of the start by default" },
  slo: {
    type: "string",
    value: "NAME",
    help: "full name of the service level objective for `--from slo-burn`",
  },
  list: { type: "boolean", help: "print what a dashboard can start with, by all words that are given" },
  stdout: { type: "boolean", help: "print the dashboard instead of writing a file" },
  agents: {
    type: "boolean",
    help: "also write `AGENTS.md` beside the dashboard, which tells coding agents to use `mosaic mcp`",
    more: "An `AGENTS.md` that exists is kept.",
  },
} as const satisfies OptionTable;

/** `mosaic new` */
export const NEW: Command = {
  name: "new",
  summary: "create a dashboard for a service, or from a template",
  usage: ["mosaic new FILE [--from NAME]", "mosaic new --list [WORD…]"],
  about: `Creates a dashboard file. For a service, such as --from run.googleapis.com, the charts are derived from the service's
stable metrics: rates, errors, latency percentiles and saturation. No file is overwritten.

A name that ends in .yaml makes a YAML file. .dashboard.json is added to a name without it.`,
  options: OPTIONS,
  exitCodes: `0 created, 1 the file exists, 2 could not run.`,
  run: runNew,
};

/** Runs `mosaic new` and gives its exit code. */
export async function runNew(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const catalog = shippedCatalog();
  const all = creations(catalog);
  if (values.list) {
    list(all, positionals, io);
    return Exit.ok;
  }
  const [name, ...more] = positionals;
  if (name === undefined && !values.stdout) throw new CommandLineError("specify the file to create");
  if (more.length > 0) throw new CommandLineError("specify one file");
  const from = creationOf(all, values.from ?? "plain");
  const problem = from.input && values.slo !== undefined && answerProblem(from.input, values.slo);
  if (problem) throw new CommandLineError(`--slo: ${problem}`);
  if (!from.input && values.slo !== undefined)
    throw new CommandLineError(`--slo is only for --from ${all.find(({ input }) => input)?.id}`);
  const title =
    values.title ?? (from.kind === "start" && name !== undefined ? nameFromFile(name) : undefined);
  const value = createDashboard(catalog, from.id, title, values.slo);
  if (values.stdout) {
    io.out(newFileText(name ?? ".json", value), "data");
    return Exit.ok;
  }
  const file = withExtension(name!);
  const unfit = fileNameProblem(path.basename(file));
  if (unfit) throw new CommandLineError(unfit);
  const target = path.resolve(io.cwd, file);
  if (!(await write(target, newFileText(file, value)))) {
    io.err(`mosaic: ${visible(file)} exists already; choose another name\n`);
    return Exit.findings;
  }
  io.out(`Created ${visible(file)} from ${visible(from.name)}.\n`);
  if (values.agents) await writeAgents(target, io);
  if (from.input && values.slo === undefined)
    io.err(`mosaic: replace the example ${from.input.example}, or create it with --slo\n`);
  return Exit.ok;
}

/** Writes a text for coding agents beside a dashboard, unless there is one. */
async function writeAgents(dashboard: string, io: Io): Promise<void> {
  const file = path.join(path.dirname(dashboard), "AGENTS.md");
  const name = visible(path.relative(io.cwd, file).replaceAll(path.sep, "/"));
  if (await write(file, AGENTS_TEXT)) io.out(`Created ${name}.\n`);
  else io.err(`mosaic: ${name} exists already; it was not changed\n`);
}

async function write(file: string, text: string): Promise<boolean> {
  try {
    return await writeFileSafely(file, text, { isNew: true });
  } catch (error) {
    if (error instanceof LinkProblem) throw new CommandLineError(error.message);
    throw error;
  }
}

function creationOf(all: readonly Creation[], name: string): Creation {
  const found = all.find(({ id }) => id === name || id === `${name}.googleapis.com`);
  if (found) return found;
  const near = nearestName(
    name,
    all.map(({ id }) => id),
  );
  throw new CommandLineError(
    `there is no start named ${visible(name)}${near ? `; did you mean ${near}?` : ""} mosaic new --list prints all`,
  );
}

const HEADINGS = { start: "Beginnings", template: "Templates", service: "Services" } as const;

function list(all: readonly Creation[], words: readonly string[], io: Io): void {
  const wanted = words.map((word) => word.toLowerCase());
  const found = all.filter(({ id, name, about }) => {
    const text = `${id} ${name} ${about}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const width = Math.max(0, ...found.map(({ id }) => id.length));
  for (const kind of ["start", "template", "service"] as const) {
    const some = found.filter((one) => one.kind === kind);
    if (some.length > 0) io.out(`${HEADINGS[kind]}\n`);
    for (const { id, name, about } of some)
      io.out(`  ${id.padEnd(width)}  ${kind === "service" ? name : `${name}: ${about}`}\n`);
  }
  if (found.length === 0) io.err("mosaic: no start has these words\n");
}
