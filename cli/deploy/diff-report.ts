import { arrange } from "../../core/grid/arrangement";
import { type Comparison, compareDashboards, type TileChange } from "../../core/grid/compare/compare";
import { summaryOf } from "../../core/grid/compare/summary";
import { kindName } from "../../core/grid/kinds";
import { canonicalValue } from "../../core/schema/canonical-value";
import type { PushOutcome } from "../../core/sync/push";
import { markdownText } from "../markdown";

/** The comparison of one file with the service, as `mosaic diff --format json` prints it. */
export interface DiffReport {
  readonly file: string;
  readonly status:
    | /** A push would change nothing. */ "same"
    | /** A push would create the dashboard. */ "new"
    | /** A push would change the dashboard. */ "different"
    | /** A push would overwrite unseen edits. */ "conflict"
    | /** With a revision of git: the dashboard is gone. */ "removed"
    | /** The comparison was not possible. */ "failed";
  readonly id?: string;
  readonly project?: string;
  readonly title?: string;
  /** In one line. */
  readonly summary: string;
  /** What a push would change; `before` is remote, `after` is local. Missing if only one side exists. */
  readonly changes?: Pick<Comparison, "dashboard" | "tiles">;
  /** With a conflict: the remote edits since the base, if the base is known. */
  readonly unseen?: Pick<Comparison, "dashboard" | "tiles">;
}

/** What is known about a file after its comparison. */
export function diffReport(file: string, outcome: PushOutcome): DiffReport {
  switch (outcome.kind) {
    case "unchanged":
      return { file, status: "same", id: outcome.id, summary: "no difference" };
    case "planned": {
      const { local, remote } = outcome.plan;
      const about = aboutPlan(file, outcome.plan);
      if (!remote) return { ...about, status: "new", summary: `new dashboard with ${widgetCount(local)}` };
      return { ...about, status: "different", ...differing(remote, local) };
    }
    case "conflict": {
      const { base, local, reason, remote } = outcome.conflict;
      const about = { ...aboutPlan(file, outcome.conflict), status: "conflict" as const };
      if (!remote) return { ...about, summary: "the dashboard was deleted remotely" };
      const why =
        reason === "changed"
          ? "edited remotely"
          : "exists, and nothing shows that this file was made from it";
      const { changes, summary } = differing(remote, local);
      const unseen = base && differing(base.value, remote).changes;
      return { ...about, summary: `${why}; ${summary}`, changes, unseen };
    }
    case "failed":
    case "refused":
      return { file, status: "failed", summary: outcome.failure.message };
    case "impossible":
      return { file, status: "failed", summary: `${outcome.message} ${outcome.action}` };
    default:
      return { file, status: "failed", summary: "stopped" };
  }
}

function aboutPlan(
  file: string,
  { id, profile, local }: { id: string; profile: { project: string }; local: { displayName?: unknown } },
) {
  const title = typeof local.displayName === "string" ? { title: local.displayName } : {};
  return { file, id, project: profile.project, ...title };
}

function differing(before: unknown, after: unknown) {
  const comparison = compareDashboards(before, after);
  const { dashboard, tiles } = comparison;
  return { summary: summaryOf(comparison), changes: { dashboard, tiles } };
}

/** "3 widgets" */
export function widgetCount(dashboard: unknown): string {
  const { length } = arrange(canonicalValue(dashboard)).tiles;
  return length === 1 ? "1 widget" : `${length} widgets`;
}

/** GitHub accepts 65,536 characters in a comment. */
const LONGEST = 60_000;
/** More changes of one tile than these are counted. */
const MOST_CHANGES = 12;

/** A table of changed tiles for each dashboard that differs. Everything that comes from files is escaped. */
export function markdownReport(
  reports: readonly DiffReport[],
  against: "service" | "git" = "service",
): string {
  const counts = STATUSES[against]
    .map(([status, words]) => [reports.filter((report) => report.status === status).length, words] as const)
    .filter(([count]) => count > 0);
  const total = reports.length === 1 ? "1 dashboard" : `${reports.length} dashboards`;
  const parts = [`**${total}**: ${counts.map(([count, words]) => `${count} ${words}`).join(", ")}\n`];
  let [length, left] = [parts[0]!.length, 0];
  for (const report of reports) {
    if (report.status === "same") continue;
    const text = section(report, LONGEST - length, CAPTIONS[against]);
    length += text.length + 1;
    // After the first one that does not fit, the rest would be a selection that no one understands.
    if (left === 0 && length <= LONGEST) parts.push(text);
    else left++;
  }
  if (left > 0) parts.push(`${left} more ${left === 1 ? "dashboard is" : "dashboards are"} not shown.\n`);
  return parts.join("\n");
}

const STATUSES = {
  service: [
    ["different", "would change"],
    ["new", "would be created"],
    ["conflict", "with unseen remote edits"],
    ["failed", "could not be compared"],
    ["same", "without difference"],
  ],
  git: [
    ["different", "changed"],
    ["new", "added"],
    ["removed", "removed"],
    ["failed", "could not be compared"],
    ["same", "without difference"],
  ],
} as const;

const CAPTIONS = { service: "A push would change:", git: "Changes:" };

function section(report: DiffReport, room: number, caption: string): string {
  const { file, title, id, project, summary, changes, unseen } = report;
  const target = id === undefined ? "" : ` → ${markdownText(id)} in ${markdownText(project ?? "")}`;
  const name = title
    ? `${markdownText(title)} (${markdownText(file)}${target})`
    : `${markdownText(file)}${target}`;
  const head = `### ${name}\n\n${markdownText(summary)}\n`;
  const tables = [
    ...(changes ? [table(caption, changes, room / 2)] : []),
    ...(unseen ? [table("Edited remotely:", unseen, room / 2)] : []),
  ];
  return [head, ...tables].join("\n");
}

function table(
  caption: string,
  { dashboard, tiles }: NonNullable<DiffReport["changes"]>,
  room: number,
): string {
  const rows = [
    ...(dashboard.length > 0 ? [row("*Dashboard*", "changed", dashboard)] : []),
    ...tiles.map(({ name, marks, changes, before, after }: TileChange) =>
      row(
        markdownText(name),
        marks.join(", "),
        changes.length > 0 ? changes : [{ text: kindName((after ?? before)!.kind) }],
      ),
    ),
  ];
  const shown: string[] = [];
  let length = 0;
  for (const text of rows) {
    length += text.length;
    if (length > room - 1_000) break;
    shown.push(text);
  }
  const more = rows.length - shown.length;
  const rest = more > 0 ? `\n${more} more ${more === 1 ? "row is" : "rows are"} not shown.\n` : "";
  return `${caption}\n\n| Tile | Change | Details |\n|---|---|---|\n${shown.join("")}${rest}`;
}

function row(name: string, marks: string, changes: readonly { readonly text: string }[]): string {
  const more = changes.length - MOST_CHANGES;
  const words = changes.slice(0, MOST_CHANGES).map(({ text }) => markdownText(text));
  return `| ${name} | ${marks} | ${[...words, ...(more > 0 ? [`and ${more} more`] : [])].join("<br>")} |\n`;
}
