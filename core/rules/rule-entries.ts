import type { Severity } from "../finding";
import { languageOf } from "../languages/registry";
import { type Evidence, messageNames, messageType } from "../schema/messages";
import { terraformRules } from "../terraform/rules";
import { yamlRules } from "../yaml/rules";
import { builtInRules } from "./built-in";
import { exampleText } from "./example";
import { rules } from "./index";
import type { RuleInfo } from "./rule";
import { terraformFiles } from "./terraform-files";

/** A kind of finding, ready to be shown. */
export interface RuleEntry {
  readonly id: string;
  /** What the rule is about, as a heading for several. */
  readonly area: string;
  /** The highest that its findings have. */
  readonly severity: Severity;
  /** Whether it finds nothing unless the settings give it a severity. */
  readonly optIn?: boolean;
  readonly evidence: Evidence;
  readonly summary: string;
  readonly details?: string;
  readonly serviceMessage?: string;
  /** Terraform code beside both examples. */
  readonly terraform?: string;
  readonly bad: string;
  readonly good: string;
  /** Language of both examples, as an info string of Markdown. */
  readonly exampleLanguage: string;
}

/** Every kind of finding there is, in a fixed order: JSON and structure, the rules, the embedded languages. */
export function ruleEntries(): RuleEntry[] {
  const own = (infos: readonly RuleInfo[], area: string) =>
    infos.map(
      ({ id, severity, optIn, evidence, summary, details, serviceMessage, terraform, bad, good }) => ({
        id,
        area,
        severity,
        evidence,
        summary,
        optIn: optIn || undefined,
        details: details || undefined,
        serviceMessage: serviceMessage || undefined,
        terraform: terraform || undefined,
        bad: exampleText(bad),
        good: exampleText(good),
        exampleLanguage: "json",
      }),
    );
  return [
    ...own(builtInRules, "JSON and structure"),
    ...own(rules, "Dashboards"),
    ...terraformRules.map((rule) => ({ ...rule, area: "Terraform files", exampleLanguage: "terraform" })),
    ...yamlRules.map((rule) => ({ ...rule, area: "YAML files", exampleLanguage: "yaml" })),
    ...own(terraformFiles, "Files that Terraform loads"),
    ...languageIds().flatMap((language) =>
      (languageOf(language)?.rules ?? []).map((rule) => ({
        ...rule,
        area: LANGUAGE_AREAS[language] ?? language,
        exampleLanguage: "text",
      })),
    ),
  ];
}

const LANGUAGE_AREAS: Readonly<Record<string, string>> = {
  "monitoring-filter": "Monitoring filters",
  promql: "PromQL",
  mql: "MQL",
  googlesql: "SQL",
  "logging-query": "Logging queries",
  markdown: "Markdown",
  "label-template": "Label templates",
  regex: "Regular expressions",
};

/** The languages of the schema's strings. */
function languageIds(): string[] {
  const fields = messageNames().flatMap((name) => messageType(name).fields);
  return [...new Set(fields.flatMap(({ language }) => language ?? []))].sort();
}
