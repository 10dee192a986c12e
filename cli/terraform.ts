import type { Catalog } from "../core/catalog/catalog";
import type { RuleSettings } from "../core/config/config";
import { Dashboard } from "../core/dashboard";
import { applyEdits } from "../core/edit/edit";
import { unambiguousEdits } from "../core/features/changing/fixes";
import { isTerraformName, mayHoldDashboards, terraformDashboards } from "../core/terraform/dashboards";
import type { Input } from "./files";
import { type FileReport, toDiagnostic } from "./report";

export interface TerraformContext {
  readonly fix: boolean;
  /** Errors only. */
  readonly quiet: boolean;
  readonly catalog: Catalog | undefined;
  readonly settings: RuleSettings;
}

/** The results of the dashboards in a Terraform file. */
export interface TerraformReports {
  /** One for each dashboard that is written out in the file. */
  readonly reports: readonly FileReport[];
  /** The file with what `--fix` changes. */
  readonly text: string;
  /** Dashboards whose text only Terraform can compute. */
  readonly computed: readonly string[];
  /** Dashboards that Terraform loads from another file. */
  readonly loaded: readonly string[];
}

/** Whether an input is Terraform code: by its name, or from standard input by what it holds. */
export function isTerraform({ path, text }: Input): boolean {
  if (path !== undefined) return isTerraformName(path);
  return mayHoldDashboards(text) && !/^\ufeff?\s*\{/.test(text);
}

/** Checks every dashboard of a Terraform file in place. */
export function terraformReports({ name: file, text }: Input, context: TerraformContext): TerraformReports {
  const fixed = context.fix ? fixAll(text, context) : text;
  const dashboards = terraformDashboards(fixed);
  const reports = dashboards.flatMap(({ address, document }): FileReport[] => {
    if (!document || document.shaped) return [];
    const dashboard = Dashboard.of(document, context.catalog);
    const diagnostics = dashboard
      .findingsUnder(context.settings)
      .filter(({ severity }) => !context.quiet || severity === "error")
      .map((finding) => toDiagnostic(finding, document.lines));
    return [{ file, resource: address, inFile: true, diagnostics }];
  });
  const computed = dashboards.filter(({ form, document }) => form === "computed" || document?.shaped);
  return {
    reports,
    text: fixed,
    computed: computed.map(({ address }) => `${file}: ${address}`),
    loaded: dashboards.flatMap(({ address, path }) => (path === undefined ? [] : `${address} (${path})`)),
  };
}

/** A fix can reveal further findings, so repeat, with a limit. */
const MAX_ROUNDS = 10;

/** The file with every unambiguous fix, dashboard by dashboard. */
function fixAll(text: string, { catalog, settings }: TerraformContext): string {
  let now = text;
  const { length } = terraformDashboards(text);
  for (let index = 0; index < length; index++) {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const document = terraformDashboards(now)[index]?.document;
      if (!document || document.shaped) break;
      const edits = unambiguousEdits(Dashboard.of(document, catalog), settings);
      if (edits.length === 0) break;
      now = applyEdits(now, edits);
    }
  }
  return now;
}
