import path from "node:path";
import { type Converted, jsonToYaml, yamlToJson } from "../core/convert/convert";
import type { OptionTable } from "../core/option-table";
import { isTerraformName } from "../core/terraform/dashboards";
import { writeFileSafely } from "../disk/write";
import { type Input, readInputs } from "./files";
import { CommandLineError, Exit, type Io, visible } from "./io";
import type { Command } from "./options/command";
import { parseOptions } from "./options/parse";
import { isYaml } from "./yaml";

const OPTIONS = {
  to: {
    type: "string",
    choices: ["yaml", "json"],
    help: "convert files of the other form only; required for a folder",
    more: "Also required for patterns.",
  },
  stdout: { type: "boolean", help: "print the result instead of writing a file" },
  "drop-comments": {
    type: "boolean",
    help: "accept that comments of YAML are lost",
    more: "Otherwise Mosaic rejects a YAML file with comments.",
  },
} as const satisfies OptionTable;

/** `mosaic convert` */
export const CONVERT: Command = {
  name: "convert",
  summary: "convert dashboards from JSON to YAML, or from YAML to JSON",
  usage: ["mosaic convert FILE|FOLDER|GLOB|-…"],
  about: `Converts dashboards from JSON to YAML or from YAML to JSON: orders.dashboard.json becomes orders.dashboard.yaml beside it.
The old file stays, and no file is overwritten. - converts standard input to standard output.

Comments in JSON are kept. JSON has no comments, so a YAML file with comments is converted only with --drop-comments.`,
  options: OPTIONS,
  exitCodes: `0 converted, 1 a file was refused, 2 could not run.`,
  arguments: "dashboards",
  run: runConvert,
};

type Target = "yaml" | "json";

/** Runs `mosaic convert` and gives its exit code. */
export async function runConvert(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const { to, stdout, "drop-comments": dropComments } = values;
  if (positionals.length === 0) throw new CommandLineError("specify the files to convert");
  let worst: number = Exit.ok;
  const refuse = (name: string, reason: string, code: number = Exit.findings) => {
    io.err(`mosaic: ${visible(name)}: not converted: ${visible(reason)}\n`);
    worst = Math.max(worst, code);
  };
  for await (const input of readInputs(positionals, io)) {
    if ("reason" in input) {
      refuse(input.name, input.reason, Exit.failed);
      continue;
    }
    const target: Target = isYaml(input) ? "json" : "yaml";
    const isNamed = positionals.some((name) => name === "-" || path.resolve(io.cwd, name) === input.path);
    if (to === undefined && !isNamed)
      throw new CommandLineError("for a folder or a pattern, specify --to yaml or --to json");
    if (to !== undefined && to !== target) {
      if (isNamed) refuse(input.name, `it is ${to === "yaml" ? "YAML" : "JSON"} already`);
      continue;
    }
    if (input.path !== undefined && isTerraformName(input.path)) {
      refuse(input.name, "it is Terraform code");
      continue;
    }
    const made = target === "yaml" ? jsonToYaml(input.text) : yamlToJson(input.text);
    if (!made.ok) refuse(input.name, made.reason);
    else if (made.lostComments > 0 && !dropComments)
      refuse(
        input.name,
        `JSON cannot hold its ${plural(made.lostComments, "comment")}; add --drop-comments to convert it without them`,
      );
    else if (stdout || input.path === undefined) io.out(made.text, "data");
    else await write(input as Input & { path: string }, target, made, io, refuse);
  }
  return worst;
}

async function write(
  { name, path: file }: Input & { path: string },
  target: Target,
  { text, lostComments, writtenOut }: Converted & { ok: true },
  io: Io,
  refuse: (name: string, reason: string) => void,
): Promise<void> {
  const there = convertedName(file, target);
  const shown = path.posix.join(path.posix.dirname(name), path.basename(there));
  if (!(await writeFileSafely(there, text, { isNew: true }))) {
    refuse(name, `${shown} exists already; delete or rename it first`);
    return;
  }
  const notes = [
    ...(lostComments > 0 ? [`${plural(lostComments, "comment")} dropped`] : []),
    ...(writtenOut > 0 ? [`${plural(writtenOut, "alias", "aliases")} written out`] : []),
  ];
  io.out(
    `${visible(name)}: converted to ${visible(shown)}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}\n`,
  );
}

/** `orders.dashboard.json` as `orders.dashboard.yaml`, and the other way around. */
function convertedName(file: string, target: Target): string {
  return `${file.replace(/\.(?:json|jsonc|ya?ml)$/i, "")}.${target}`;
}

function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
