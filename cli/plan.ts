import type { Catalog } from "../core/catalog/catalog";
import type { RuleSettings } from "../core/config/config";
import { Dashboard } from "../core/dashboard";
import { formatPath, pathAt } from "../core/document/node";
import type { Finding } from "../core/finding";
import { isTerraformLog, type PlannedDashboard, readPlan } from "../core/plan/plan";
import { ruleEntries } from "../core/rules/rule-entries";
import type { Details } from "./detail";
import type { Input, Unreadable } from "./files";
import { type FileReport, toDiagnostic } from "./report";

export interface PlanContext {
  readonly fix: boolean;
  /** Errors only. */
  readonly quiet: boolean;
  readonly details: Details;
  catalog(): Promise<Catalog | undefined>;
  settings(): RuleSettings;
}

export interface PlanReports {
  /** One for each dashboard. */
  readonly reports: readonly FileReport[];
  /** Addresses of the dashboards that are not known yet. */
  readonly unchecked: readonly string[];
}

/** Checks the dashboards in the output of another tool; undefined when the text is no such output. */
export async function planReports(
  { name, text }: Input,
  context: PlanContext,
): Promise<PlanReports | Unreadable | undefined> {
  const failed = (reason: string): Unreadable => ({ name, reason });
  if (isTerraformLog(text))
    return failed("this is the log of terraform plan -json; use the output of terraform show -json");
  const plan = readPlan(text);
  if (plan === undefined) return undefined;
  if (plan === "broken") return failed("this is incomplete Terraform output");
  if (context.fix) return failed(`--fix cannot change a ${plan.what}; change its source instead`);
  return check(name, plan.dashboards, plan.unknown, context);
}

async function check(
  file: string,
  dashboards: readonly PlannedDashboard[],
  unchecked: readonly string[],
  { quiet, details, catalog, settings }: PlanContext,
): Promise<PlanReports> {
  const reports: FileReport[] = [];
  for (const { address, text, sensitive } of dashboards) {
    const dashboard = new Dashboard(text, await catalog());
    const { root } = dashboard.document;
    const diagnostics = dashboard
      .findingsUnder(settings())
      .filter(({ severity }) => !quiet || severity === "error")
      .map((finding) => {
        if (sensitive) return toDiagnostic(concealed(finding), dashboard, "none");
        const path = formatPath(pathAt(root, finding.offset));
        return { ...toDiagnostic(finding, dashboard, details), ...(path && { path }) };
      });
    reports.push({ file, resource: address, diagnostics });
  }
  return { reports, unchecked };
}

/** A finding without anything from the text, because its message, path and range could reveal sensitive values. */
function concealed({ code, severity }: Finding): Finding {
  const rule = ruleEntries().find(({ id }) => id === code);
  const summary = rule ? ` ${rule.summary}` : "";
  return {
    code,
    severity,
    offset: 0,
    length: 0,
    message: `The value is sensitive and not shown.${summary}`,
  };
}
