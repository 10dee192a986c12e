import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Catalog } from "../../core/catalog/catalog";
import { compareDashboards } from "../../core/grid/compare/compare";
import { summaryLines, summaryOf } from "../../core/grid/compare/summary";
import type { OptionTable } from "../../core/option-table";
import { identifyIn } from "../../core/sync/state";
import { type GitFile, gitFile } from "../../disk/git/version";
import { writeFileSafely } from "../../disk/write";
import type { ThemeChoice, Versions } from "../../render/index";
import { cachedCatalogs } from "../catalog-cache";
import { configFor, relativePath, withConfig } from "../config";
import { TARGET_OPTIONS, type TargetValues, targetFor } from "../deploy/target";
import { readInput } from "../files";
import { CommandLineError, Exit, type Io, visible } from "../io";
import type { Command } from "../options/command";
import { parseOptions } from "../options/parse";
import { processTerminal } from "../terminal";
import { pngAssets } from "./assets";
import { type Source, shownName, sourceOf, sourceOfValue } from "./source";

const OPTIONS = {
  output: {
    type: "string",
    short: "o",
    multiple: true,
    value: "FILE",
    help: "where to write: a file that ends in `.svg`, `.html` or `.png`; by default, SVG is printed",
    complete: "files",
  },
  against: {
    type: "string",
    value: "REF|FILE|remote",
    help: "compare with a git commit, another file, or the service, and mark the changes",
    more: "The named version is the one before.",
  },
  dashboard: {
    type: "string",
    value: "NAME",
    help: "the dashboard to render, if the file has several: its name or address",
  },
  theme: {
    type: "string",
    choices: ["both", "light", "dark"],
    help: "colors; by default `both`, which follows the viewer, and `light` for PNG",
  },
  width: { type: "string", value: "PIXELS", help: "width of the picture; 1200, or 1800 with `--against`" },
  scale: { type: "string", value: "FACTOR", help: "resolution of PNG, 0.5 to 4; 2 by default" },
  ...TARGET_OPTIONS,
} as const satisfies OptionTable;

/** `mosaic render` */
export const RENDER: Command = {
  name: "render",
  summary: "draw a dashboard, or what changed in it, as SVG, HTML or PNG",
  usage: ["mosaic render FILE [--against REF|FILE|remote] [-o FILE]…"],
  about: `Draws a dashboard as the preview does, with sample data. No browser and no network is used, except for --against remote.

With --against, SVG and PNG show both versions side by side, with marks and a list of the changes. HTML has a slider
between them. A name that is a file is read as a file, every other name as a git commit.`,
  options: OPTIONS,
  exitCodes: `0 rendered, 2 could not run.`,
  arguments: "dashboards",
  run: runRender,
};

const KINDS = { ".svg": "svg", ".html": "html", ".htm": "html", ".png": "png" } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

interface Output {
  /** Absolute path. */
  readonly file: string;
  readonly kind: Kind;
}

/** Runs `mosaic render` and gives its exit code. */
export async function runRender(args: readonly string[], run: Io): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const io = withConfig(run, values.config);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new CommandLineError("specify one file");
  const outputs = values.output.map((file) => outputAt(file, io.cwd));
  const width = numberIn("width", values.width, 320, 8000);
  const scale = numberIn("scale", values.scale, 0.5, 4) ?? 2;
  const file = path.resolve(io.cwd, name);
  for (const { file: output } of outputs)
    if (output === file) throw new CommandLineError("the output would overwrite the dashboard");
  const metrics = await metricsFor(file, io);
  const after = sourceOf(name, file, textOf(name, file), values.dashboard, metrics, io.cwd);
  const before =
    values.against === undefined
      ? undefined
      : await beforeOf(values.against, file, after, values.dashboard, metrics, values, io);
  // Charts and fonts are in a bundle of their own, which no other command loads.
  const render = await import("../../render/index");
  const theme = (kind: Kind): ThemeChoice => values.theme ?? (kind === "png" ? "light" : "both");
  const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("base64");
  const draw = (kind: Kind): string => {
    const chosen = { theme: kind === "png" && theme(kind) === "both" ? ("light" as const) : theme(kind) };
    if (!before) {
      const options = { ...chosen, width: width ?? render.DEFAULT_WIDTH };
      return kind === "html"
        ? render.renderPage(after.picture, { ...options, sha256 })
        : render.renderSvg(after.picture, options);
    }
    const versions = versionsOf(before, after);
    return kind === "html"
      ? render.renderHtml(versions, { ...chosen, width: width ?? render.DEFAULT_WIDTH, sha256 })
      : render.renderComparisonSvg(versions, { ...chosen, width: width ?? render.COMPARISON_WIDTH });
  };
  if (outputs.length === 0) {
    io.out(draw("svg"), "data");
    return Exit.ok;
  }
  for (const { file: output, kind } of outputs) {
    const text = draw(kind);
    const data =
      kind === "png"
        ? await render.renderPng(text, await pngAssets(io.program, render.PNG_FONTS), scale)
        : text;
    await writeFileSafely(output, data);
    io.out(`${visible(shownName(output, io.cwd))}: written\n`);
  }
  if (before) {
    const { comparison } = versionsOf(before, after);
    io.out(`${summaryOf(comparison) || "no differences"}\n`);
    for (const line of summaryLines(comparison)) io.out(`  ${line}\n`);
  }
  return Exit.ok;
}

function versionsOf(before: Source, after: Source): Versions {
  return {
    before: before.picture,
    after: after.picture,
    comparison: compareDashboards(before.version, after.version),
    labels: { before: before.label, after: after.label },
  };
}

function outputAt(name: string, cwd: string): Output {
  const kind = KINDS[path.extname(name).toLowerCase() as keyof typeof KINDS];
  if (!kind)
    throw new CommandLineError(
      `--output must end in .svg, .html or .png, not ${JSON.stringify(visible(name))}`,
    );
  return { file: path.resolve(cwd, name), kind };
}

function numberIn(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !(value >= least && value <= most))
    throw new CommandLineError(
      `--${name} must be a number from ${least} to ${most}, not ${JSON.stringify(text)}`,
    );
  return value;
}

function textOf(name: string, file: string): string {
  const input = readInput({ name, path: file });
  if ("reason" in input) throw new CommandLineError(`${visible(name)}: ${input.reason}`);
  return input.text;
}

/** What the sample data goes by: metrics of the project if they were downloaded. */
async function metricsFor(file: string, io: Io): Promise<Catalog | undefined> {
  try {
    const { config } = await configFor(path.dirname(file), io);
    return await cachedCatalogs(io.env)(config);
  } catch {
    // A picture needs no configuration.
    return undefined;
  }
}

/** The version to compare with. */
async function beforeOf(
  against: string,
  file: string,
  after: Source,
  wanted: string | undefined,
  metrics: Catalog | undefined,
  values: TargetValues,
  io: Io,
): Promise<Source> {
  if (against === "remote") return remoteOf(file, after, metrics, values, io);
  const other = path.resolve(io.cwd, against);
  if (existsSync(other)) return sourceOf(against, other, textOf(against, other), wanted, metrics, io.cwd);
  const read = await gitFile(file, against);
  if ("text" in read) return sourceOf(against, file, read.text, wanted, metrics, io.cwd);
  throw new CommandLineError(gitProblem(read.problem, against));
}

function gitProblem(problem: Extract<GitFile, { problem: string }>["problem"], against: string): string {
  const name = JSON.stringify(visible(against));
  switch (problem) {
    case "no-repository":
      return `${name} is no file, and the dashboard is not in a git work tree`;
    case "no-ref":
      return `${name} is neither a file nor a commit of this repository`;
    case "no-file":
      return `the dashboard does not exist in ${name}`;
    case "failed":
      return `git cannot read ${name}; check that git works in this folder`;
  }
}

async function remoteOf(
  file: string,
  after: Source,
  metrics: Catalog | undefined,
  values: TargetValues,
  io: Io,
): Promise<Source> {
  const target = await targetFor(path.dirname(file), values, io, processTerminal());
  const own = identifyIn(await target.state.list(), relativePath(target.root, file), after.document);
  if (!own.ok) throw new CommandLineError(`${own.message} ${own.action}`);
  const remote = await target.service.get(own.id);
  if (!remote)
    throw new CommandLineError(
      `the dashboard ${visible(own.id)} does not exist in project ${target.profile.project}`,
    );
  return sourceOfValue(`project ${target.profile.project}`, remote, metrics);
}
