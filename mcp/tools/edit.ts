import type { Dashboard } from "../../core/dashboard";
import { isDashboardName } from "../../core/discover/candidates";
import { compareDashboards } from "../../core/grid/compare/compare";
import { summaryLines } from "../../core/grid/compare/summary";
import { inertText } from "../../core/inert-text";
import { differences } from "../../core/sync/compare";
import { Version } from "../../core/sync/version";
import { EDIT_INPUT, type EditArguments } from "../edit/arguments";
import { createText } from "../edit/create";
import { edited } from "../edit/edits";
import { errorsOf, FINDINGS, reportOf } from "../findings";
import { type Opened, open, reopened } from "../open";
import { object } from "../schema";
import { type Session, versionOf } from "../session";
import { tool } from "../tool";
import { widgetsOf } from "../widgets";
import { Wrong } from "../wrong";
import { NOTICE, NOTICE_TEXT } from "./common";

/** One edit of one dashboard. */
export const EDIT = tool({
  name: "edit_dashboard",
  title: "Edit a dashboard file",
  description:
    "Makes one change of a dashboard file and keeps its style, comments and order. An edit that adds errors is not written; the answer says which errors. Widgets are named by ref, id or title. Answers the changes and the remaining findings, so no check is needed afterwards.",
  input: EDIT_INPUT,
  output: object(
    {
      file: { type: "string" },
      version: { type: "string", description: "of the file now" },
      written: { type: "boolean" },
      changes: { type: "array", items: { type: "string" } },
      widget: { type: "string", description: "ref of the widget now" },
      ...FINDINGS.properties,
      notice: NOTICE,
    },
    ["file", "version", "written", "changes", "errors", "warnings", "findings", "notice"],
  ),
  readOnly: false,
  destructive: true,
  run: (args, session) => session.alone(() => edit(args, session)),
});

async function edit(args: EditArguments, session: Session) {
  if (args.action === "create") return create(args, session);
  const before = await open(session, args.file, args.dashboard);
  refuseOthers(before);
  refuseOutdated(before, args.base, session);
  const { text, select } = edited(before, args);
  const after = reopened(before, text);
  if (!after) throw new Wrong("The edit would remove the dashboard from the file. Nothing was written.");
  refuseErrors(before, after);
  const changes = changesOf(before.dashboard, after);
  const written = text !== before.text && args.dry_run !== true;
  if (written) await session.roots.write(before.file, text, before.text);
  const version = written ? versionOf(text) : before.version;
  session.saw(before.file, version);
  const widget = widgetsOf(after).find(({ tile }) => tile.id === select);
  return {
    structured: {
      file: before.shown,
      version,
      written,
      changes: [
        ...changes.slice(0, MOST_CHANGES).map((change) => inertText(change, 200)),
        ...(changes.length > MOST_CHANGES ? [`${changes.length - MOST_CHANGES} more`] : []),
      ],
      ...(widget && { widget: inertText(widget.ref) }),
      ...reportOf(after, before.ruling, { most: 8 }),
      notice: NOTICE_TEXT,
    },
  };
}

/** What differs, one line for each tile, such as `"CPU": aligner ALIGN_RATE → ALIGN_MEAN`. */
function changesOf(before: Dashboard, after: Dashboard): readonly string[] {
  const versions = [before, after].map(({ canonical }) => new Version(canonical.value ?? {}));
  const [a, b] = versions as [Version, Version];
  const lines = summaryLines(compareDashboards(a, b));
  return lines.length > 0 ? lines : differences(a, b).map(({ text }) => text);
}

/** Lines about changes in one answer. */
const MOST_CHANGES = 8;

async function create(args: EditArguments, session: Session) {
  const file = await session.roots.resolve(args.file);
  const existing = await session.roots.read(file).catch((error: unknown) => {
    if (error instanceof Wrong && error.message.includes("does not exist")) return undefined;
    throw error;
  });
  if (existing !== undefined && existing.trim() !== "")
    throw new Wrong(`${session.roots.shown(file)} exists and is not empty. Choose another name, or edit it.`);
  const ruling = await session.host.rulingOf(file, "");
  const text = createText(file, args, ruling);
  const made = { file, shown: session.roots.shown(file), text, ruling, address: undefined };
  const dashboard = reopened(made as unknown as Opened, text);
  if (!dashboard) throw new Wrong('"value" is not a dashboard.');
  const report = reportOf(dashboard, ruling, { most: 8 });
  if (report.errors > 0)
    throw new Wrong(`Nothing was written, because of errors. ${listed(report.findings)}`);
  const written = args.dry_run !== true;
  if (written) await session.roots.write(file, text, existing);
  const version = versionOf(text);
  session.saw(file, version);
  return {
    structured: {
      file: made.shown,
      version,
      written,
      changes: [`created with ${widgetsOf(dashboard).length} widgets`],
      ...report,
      notice: NOTICE_TEXT,
    },
  };
}

/** Under any name but that of a dashboard, the file must hold one, so that an agent changes no other JSON or YAML file. */
function refuseOthers({ file, shown, text, dashboard }: Opened): void {
  const value = dashboard.canonical.value ?? {};
  const isDashboard =
    LAYOUTS.some((layout) => Object.hasOwn(value, layout)) && Object.hasOwn(value, "displayName");
  if (isDashboard || isDashboardName(file) || text.trim() === "") return;
  throw new Wrong(
    `${shown} is not a dashboard: it lacks "displayName" or a layout. Choose a dashboard, or create one.`,
  );
}

const LAYOUTS = ["mosaicLayout", "gridLayout", "rowLayout", "columnLayout"];

function refuseOutdated({ file, shown, version }: Opened, base: string | undefined, session: Session): void {
  const expected = base ?? session.lastSeen(file);
  if (expected === undefined || expected === version) return;
  session.saw(file, version);
  throw new Wrong(
    `${shown} has changed since it was shown: it is version ${version} now, not ${expected}. Nothing was written. Read what you want to change again.`,
  );
}

/** An edit must not leave more errors than there were. */
function refuseErrors({ dashboard, ruling }: Opened, after: Opened["dashboard"]): void {
  if (errorsOf(after, ruling) <= errorsOf(dashboard, ruling)) return;
  const known = new Set(dashboard.findingsUnder(ruling.settings).map(({ code, message }) => code + message));
  const { findings } = reportOf(after, ruling, { most: 50 });
  const added = findings.filter(
    ({ severity, rule, message }) => severity === "error" && !known.has(rule + message),
  );
  throw new Wrong(`Nothing was written, because the edit adds errors. ${listed(added)}`);
}

function listed(
  findings: readonly {
    readonly rule: string;
    readonly message: string;
    readonly member?: string | undefined;
  }[],
): string {
  return findings
    .slice(0, 5)
    .map(({ rule, message, member }) => `${member ? `${member}: ` : ""}${message} [${rule}]`)
    .join(" ");
}
