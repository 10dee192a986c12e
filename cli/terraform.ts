import {
  isTerraformName,
  localUses,
  mayHoldDashboards,
  terraformDashboards,
} from "../core/terraform/dashboards";
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
  const { others = [] } = context;
  const uses = others.flatMap(localUses);
  const read = (now: string) => terraformDashboards(now, uses);
  const fixed = context.fix ? fixEach(text, read, context) : text;
  const dashboards = read(fixed);
  const reports = dashboards.flatMap(({ address, document }) => {
    if (!document) return [];
    const report = reportInFile(file, address, document, context);
    // Where directives decide which parts there are, only some mistakes can be seen.
    return document.shaped && report.diagnostics.length === 0 ? [] : report;
  });
  const elsewhere = writtenElsewhere(fixed, others);
  const computed = dashboards.filter(
    ({ address, form, document }) => (form === "computed" && !elsewhere.has(address)) || document?.shaped,
  );
  return {
    reports,
    text: fixed,
    computed: computed.map(({ address }) => `${file}: ${address}`),
    loaded: dashboards.flatMap(({ address, path }) => (path === undefined ? [] : `${address} (${path})`)),
  };
}

/** The dashboards of a file that are written in the `locals` of another one, with which they are checked. */
function writtenElsewhere(text: string, others: readonly string[]): ReadonlySet<string> {
  const uses = localUses(text);
  const found = uses.length > 0 ? others.flatMap((other) => terraformDashboards(other, uses)) : [];
  return new Set(found.flatMap(({ address, document }) => (document ? [address] : [])));
}
