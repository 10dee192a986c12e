import path from "node:path";
import { isDashboardName } from "../../core/discover/candidates";
import type { JsonDocument } from "../../core/document/reader";
import { documentOf, fileFormOf } from "../../core/forms";
import { compareDashboards } from "../../core/grid/compare/compare";
import { summaryLines, summaryOf } from "../../core/grid/compare/summary";
import { canonicalize } from "../../core/schema/canonical";
import { DocumentVersion } from "../../core/sync/version";
import { gitFile } from "../../disk/git/version";
import { changedSince } from "../changed";
import { readInputs, type Search } from "../files";
import { Exit, type Io, visible } from "../io";
import { Templates } from "../templates";
import { type DiffReport, markdownReport, widgetCount } from "./diff-report";
import { worstExit } from "./report";

export interface GitDiff {
  readonly names: readonly string[];
  readonly revision: string;
  readonly format: "text" | "json" | "markdown";
  readonly search: Search;
}

/** Compares dashboards with a revision of git, without a service. @returns the exit code of `mosaic diff` */
export async function diffWithGit({ names, revision, format, search }: GitDiff, io: Io): Promise<number> {
  const changed = await changedSince(revision, io.cwd);
  const templates = new Templates(io.cwd);
  const reports: DiffReport[] = [];
  const codes: number[] = [];
  const tell = (report: DiffReport) => {
    reports.push(report);
    codes.push(report.status === "same" ? Exit.ok : report.status === "failed" ? Exit.failed : Exit.findings);
    if (format === "text") io.out(textOf(report));
  };
  for await (const input of readInputs(names, io, { ...search, terraform: true })) {
    if ("reason" in input) {
      io.err(`mosaic: ${visible(input.name)}: ${input.reason}\n`);
      codes.push(Exit.failed);
    } else if (input.path !== undefined && changed.has(input.path)) {
      const before = await gitFile(input.path, changed.base);
      if ("problem" in before && before.problem !== "no-file") {
        tell({ file: input.name, status: "failed", summary: "git could not read the version before" });
        continue;
      }
      const old = "text" in before ? dashboardsIn(input.path, before.text, templates) : new Map();
      const now = dashboardsIn(input.path, input.text, templates);
      for (const report of compareFiles(input.name, old, now)) tell(report);
    }
  }
  for (const file of changed.removed) {
    const relative = path.relative(io.cwd, file).replaceAll(path.sep, "/");
    if (!isDashboardName(file) || !isSearched(file, names, io.cwd)) continue;
    tell({ file: relative, status: "removed", summary: "the file was removed" });
  }
  if (format === "json") io.out(`${JSON.stringify(reports, null, 2)}\n`, "data");
  else if (format === "markdown") io.out(markdownReport(reports, "git"), "data");
  else if (reports.length === 0) io.out(`no dashboards changed since ${visible(revision)}\n`);
  return worstExit(codes);
}

/** Whether a file that is gone would have been among the arguments. */
function isSearched(file: string, names: readonly string[], cwd: string): boolean {
  return (names.length > 0 ? names : ["."]).some((name) => {
    const relative = path.relative(path.resolve(cwd, name), file);
    return relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative));
  });
}

type Dashboards = ReadonlyMap<string, { readonly name: string; readonly document: JsonDocument }>;

/** The dashboards of a text by their address in the file. */
function dashboardsIn(file: string, text: string, templates: Templates): Dashboards {
  const form = fileFormOf(file);
  const found = form
    ? form.read(text)
    : [{ address: "", name: "", document: documentOf(file, text, templates.of(file, text)) }];
  return new Map(
    found.flatMap(({ address, name, document }) =>
      document?.root?.kind === "object" ? [[address, { name, document }] as const] : [],
    ),
  );
}

function* compareFiles(file: string, before: Dashboards, after: Dashboards): Generator<DiffReport> {
  const several = before.size > 1 || after.size > 1;
  for (const address of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(address), after.get(address)];
    const one = several ? { file: `${file}: ${(now ?? old)!.name || address}` } : { file };
    const value = canonicalize((now ?? old)!.document).value as { readonly displayName?: unknown };
    const about = {
      ...one,
      ...(typeof value.displayName === "string" && { title: value.displayName }),
    };
    if (!old) yield { ...about, status: "new", summary: `new dashboard with ${widgetCount(value)}` };
    else if (!now) yield { ...about, status: "removed", summary: "the dashboard was removed" };
    else {
      const comparison = compareDashboards(
        new DocumentVersion(old.document),
        new DocumentVersion(now.document),
      );
      const { dashboard, tiles } = comparison;
      if (dashboard.length + tiles.length === 0) yield { ...about, status: "same", summary: "no difference" };
      else
        yield {
          ...about,
          status: "different",
          summary: summaryOf(comparison),
          changes: { dashboard, tiles },
        };
    }
  }
}

function textOf({ file, summary, changes }: DiffReport): string {
  const lines = changes ? summaryLines(changes) : [];
  return `${visible(file)}: ${visible(summary)}\n${lines.map((line) => `  ${visible(line)}\n`).join("")}`;
}
