import { githubReport } from "./github";
import { gitlabReport } from "./gitlab";
import { jsonReport } from "./json";
import { junitReport } from "./junit";
import { markdownReport } from "./markdown";
import { rdjsonReport } from "./rdjson";
import type { Run } from "./run";
import { sarifReport } from "./sarif";
import { textReport } from "./text";

/** The names of the formats, in the order of help. */
export const FORMATS = ["text", "json", "github", "sarif", "gitlab", "junit", "rdjson", "markdown"] as const;

export type Format = (typeof FORMATS)[number];

const REPORTS: Readonly<Record<Format, (run: Run) => string>> = {
  text: textReport,
  json: jsonReport,
  github: githubReport,
  sarif: sarifReport,
  gitlab: gitlabReport,
  junit: junitReport,
  rdjson: rdjsonReport,
  markdown: markdownReport,
};

/** A whole run in one format, with a line break at the end. */
export function reportIn(format: Format, run: Run): string {
  return REPORTS[format](run);
}
