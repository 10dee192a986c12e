import { looksLikeYaml } from "../core/document/reader-words";
import { yamlDashboards } from "../core/yaml/dashboards";
import { isYamlName } from "../core/yaml/names";
import type { Input } from "./files";
import { type FileContext, fixEach, reportInFile } from "./in-file";
import type { FileReport } from "./report";

/** What came of the dashboards in a YAML file. */
export interface YamlReports {
  /** One for each document. */
  readonly reports: readonly FileReport[];
  /** The file with what `--fix` changes. */
  readonly text: string;
}

/** Whether an input is YAML: by its name, or from standard input by how it starts. */
export function isYaml({ path, text }: Input): boolean {
  return path === undefined ? looksLikeYaml(text) : isYamlName(path);
}

/** Checks every document of a YAML file. */
export function yamlReports({ name, text }: Input, context: FileContext): YamlReports {
  const fixed = context.fix ? fixEach(text, yamlDashboards, context) : text;
  const dashboards = yamlDashboards(fixed);
  const reports = dashboards.map(({ number, document }) =>
    reportInFile(name, dashboards.length > 1 ? `document ${number}` : undefined, document, context),
  );
  return { reports, text: fixed };
}
