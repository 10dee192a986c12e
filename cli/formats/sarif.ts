import type { Severity } from "../../core/finding";
import { ruleAddress } from "../../core/rule-address";
import { rulePage } from "../../core/rules/page";
import { type RuleEntry, ruleEntries } from "../../core/rules/rule-entries";
import { type Located, located, type Run, worstFirst } from "./run";

const LEVELS: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

const PROBLEMS: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "recommendation",
  hint: "recommendation",
};

/** More results of a run than these are rejected by GitHub. */
const MOST = 25_000;

/** SARIF 2.1.0, as GitHub's code scanning wants it. */
export function sarifReport(run: Run): string {
  const found = worstFirst(located(run));
  const results = found.slice(0, MOST);
  const codes = [...new Set(results.map(({ diagnostic }) => diagnostic.code))].sort();
  const known = new Map(ruleEntries().map((rule) => [rule.id, rule]));
  const notifications = [
    ...run.failures.map(({ name, reason }) => ({
      level: "error",
      message: { text: `${name}: ${reason}` },
    })),
    ...(found.length > MOST
      ? [{ level: "warning", message: { text: `${found.length - MOST} more findings are left out.` } }]
      : []),
  ];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Mosaic",
            semanticVersion: run.version,
            informationUri: ruleAddress("README"),
            rules: codes.map((code) => ruleOf(code, known.get(code))),
          },
        },
        automationDetails: { id: "mosaic/" },
        invocations: [
          {
            executionSuccessful: run.failures.length === 0,
            ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
          },
        ],
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { SRCROOT: { description: { text: "The top folder of the repository." } } },
        results: results.map((finding) => resultOf(finding, codes)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(code: string, rule: RuleEntry | undefined): object {
  const summary = rule?.summary ?? code;
  return {
    id: code,
    shortDescription: { text: summary },
    fullDescription: { text: rule?.details ?? summary },
    help: rule ? { text: rule.details ?? summary, markdown: rulePage(rule) } : { text: ruleAddress(code) },
    helpUri: ruleAddress(code),
    ...(rule && {
      defaultConfiguration: { level: LEVELS[rule.severity] },
      properties: {
        tags: ["dashboard", "google-cloud-monitoring"],
        precision: rule.severity === "error" ? "very-high" : "high",
        "problem.severity": PROBLEMS[rule.severity],
      },
    }),
  };
}

function resultOf({ report, diagnostic, path, place, message }: Located, codes: readonly string[]): object {
  const { code, severity, detail } = diagnostic;
  const { line: startLine, column: startColumn, endLine, endColumn } = place ?? FIRST;
  const member = [report.resource, diagnostic.path].filter((part) => part !== undefined).join(".");
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          // Hosts want a file; standard input has none.
          artifactLocation: { uri: uriOf(path ?? "stdin"), uriBaseId: "SRCROOT" },
          region: { startLine, startColumn, endLine, endColumn },
        },
        ...(member && { logicalLocations: [{ fullyQualifiedName: member }] }),
      },
    ],
    ...(detail && { partialFingerprints: { "mosaicFinding/v1": `${detail.hash}:${detail.at || "."}` } }),
  };
}

/** Where a finding is shown that has no position in its file. */
const FIRST = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** A relative path as a URI reference. */
function uriOf(path: string): string {
  return path
    .split("/")
    .map((part) => encodeURIComponent(part.replace(/\p{Cs}/gu, "\ufffd")))
    .join("/");
}
