import path from "node:path";
import { Dashboard } from "../core/dashboard";
import { detectFormatting } from "../core/edit/edit";
import { formatText } from "../core/features/changing/format";
import { fileFormOf } from "../core/forms";
import type { OptionTable } from "../core/option-table";
import { writeFileSafely } from "../disk/write";
import { CONFIG_OPTION, withConfig } from "./config";
import { type Input, readInputs } from "./files";
import { CommandLineError, Exit, type Io, visible } from "./io";
import type { Command } from "./options/command";
import { parseOptions } from "./options/parse";
import { plural } from "./report";

const OPTIONS = {
  check: { type: "boolean", help: "write nothing; exit with 1 if a file is not formatted" },
  ...CONFIG_OPTION,
} as const satisfies OptionTable;

/** `mosaic format` */
export const FORMAT: Command = {
  name: "format",
  summary: "lay out JSON dashboards as the editor does",
  usage: ["mosaic format FILE|FOLDER|GLOB|-…"],
  about: `Lays out dashboards in JSON as Format Document of the editor does, with the indentation and the line ends that a file
has. Only white space changes. - formats standard input to standard output. A file with a syntax error is left as it is.

YAML and Terraform code have formatters of their own, so they are skipped.`,
  options: OPTIONS,
  exitCodes: "0 formatted, 1 a file has a syntax error, or with --check is not formatted, 2 could not run.",
  arguments: "dashboards",
  run: runFormat,
};

/** Runs `mosaic format` and gives its exit code. */
export async function runFormat(args: readonly string[], run: Io): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const io = withConfig(run, values.config);
  if (positionals.length === 0) throw new CommandLineError("specify the files to format");
  const count = { formatted: 0, same: 0 };
  let worst: number = Exit.ok;
  const fail = (name: string, reason: string, code: number) => {
    io.err(`mosaic: ${visible(name)}: ${visible(reason)}\n`);
    worst = Math.max(worst, code);
  };
  for await (const input of readInputs(positionals, io, {})) {
    if ("reason" in input) {
      fail(input.name, input.reason, Exit.failed);
      continue;
    }
    const isNamed = positionals.some((name) => path.resolve(io.cwd, name) === input.path);
    if (input.path !== undefined && fileFormOf(input.path)) {
      if (isNamed) fail(input.name, "not formatted: only JSON is formatted", Exit.failed);
      continue;
    }
    const made = formatted(input);
    if (typeof made !== "string") {
      if (input.path === undefined) io.out(input.text, "data");
      fail(input.name, `not formatted: ${made.reason}`, Exit.findings);
      continue;
    }
    const isSame = made === input.text;
    count[isSame ? "same" : "formatted"]++;
    if (input.path === undefined && !values.check) io.out(made, "data");
    else if (!isSame && values.check) {
      io.out(`${visible(input.name)}: not formatted\n`);
      worst = Math.max(worst, Exit.findings);
    } else if (!isSame) {
      await writeFileSafely(input.path!, made);
      io.out(`${visible(input.name)}: formatted\n`);
    }
  }
  if (!positionals.includes("-") && count.formatted + count.same > 0)
    io.out(
      `${plural(count.formatted, "file")} ${values.check ? "to format" : "formatted"}, ${count.same} unchanged\n`,
    );
  return worst;
}

/** The text of a file, laid out; or why it is not. */
function formatted({ text }: Input): string | { readonly reason: string } {
  const dashboard = new Dashboard(text);
  const { document } = dashboard;
  const problem = document.problems.find(({ code }) => code === "syntax");
  if (problem) {
    const { line, character } = document.lines.positionAt(problem.offset);
    return { reason: `syntax error at ${line + 1}:${character + 1}: ${problem.message}` };
  }
  const { indent } = detectFormatting(text);
  const edits = formatText(dashboard, {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") || indent === "" ? 2 : indent.length,
    insertFinalNewline: true,
  });
  const made = applied(text, edits, dashboard);
  if (made.replace(/\s/g, "") !== text.replace(/\s/g, ""))
    return { reason: "more than white space would change" };
  return made;
}

function applied(
  text: string,
  edits: ReturnType<typeof formatText>,
  { document: { lines } }: Dashboard,
): string {
  const parts: string[] = [];
  let at = 0;
  const inOrder = edits
    .map(({ range, newText }) => ({
      start: lines.offsetAt(range.start),
      end: lines.offsetAt(range.end),
      newText,
    }))
    .sort((a, b) => a.start - b.start);
  for (const { start, end, newText } of inOrder) {
    parts.push(text.slice(at, start), newText);
    at = end;
  }
  return parts.join("") + text.slice(at);
}
