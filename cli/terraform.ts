import { isTerraformName, mayHoldDashboards, terraformDashboards } from "../core/terraform/dashboards";
import type { Input } from "./files";
import { type FileContext, fixEach, reportInFile } from "./in-file";
import type { FileReport } from "./report";

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
export function terraformReports({ name: file, text }: Input, context: FileContext): TerraformReports {
  const fixed = context.fix ? fixEach(text, terraformDashboards, context) : text;
  const dashboards = terraformDashboards(fixed);
  const reports = dashboards.flatMap(({ address, document }) =>
    document && !document.shaped ? reportInFile(file, address, document, context) : [],
  );
  const computed = dashboards.filter(({ form, document }) => form === "computed" || document?.shaped);
  return {
    reports,
    text: fixed,
    computed: computed.map(({ address }) => `${file}: ${address}`),
    loaded: dashboards.flatMap(({ address, path }) => (path === undefined ? [] : `${address} (${path})`)),
  };
}
