import type { Evidence } from "../schema/messages";
import type { RuleEntry } from "./rule-entries";

const EVIDENCE: Record<Evidence, string> = {
  recorded: "The response of the service was recorded.",
  parser: "It follows from the JSON parser of the service.",
  documented: "Documented.",
  inferred: "Inferred. The response of the service is unknown.",
};

/** The page of a rule as Markdown, for `docs/rules`, the editor and `mosaic rules`. */
export function rulePage({
  id,
  severity,
  optIn,
  evidence,
  summary,
  details,
  serviceMessage,
  terraform,
  bad,
  good,
  exampleLanguage,
}: RuleEntry): string {
  const source =
    evidence === "parser" && exampleLanguage === "yaml"
      ? "It follows from the YAML parser of `gcloud`."
      : EVIDENCE[evidence];
  const isUncontradicted = severity === "error" && evidence === "documented";
  const parts = [
    `# ${id}`,
    "",
    `**${severity[0]!.toUpperCase()}${severity.slice(1)}.** ${summary}`,
    "",
    ...(details ? [details, ""] : []),
    ...(optIn ? [OPT_IN.replace("RULE", id), ""] : []),
    ...(serviceMessage ? ["The service says:", "", ...block(serviceMessage, "text")] : []),
    `Evidence: ${source}${isUncontradicted ? " No counterexample is known." : ""}`,
    "",
    ...(terraform ? ["Terraform code beside the examples:", "", ...block(terraform, "terraform")] : []),
    "## Found",
    "",
    ...block(bad, exampleLanguage),
    "## Fine",
    "",
    ...block(good, exampleLanguage),
  ];
  return `${parts.join("\n").trimEnd()}\n`;
}

const OPT_IN =
  'Off by default. Turn it on in `.mosaic/config.json`: `"rules": { "RULE": "warning" }`, for all files or, under `overrides`, for some.';

function block(text: string, language: string): string[] {
  // Describe invisible characters in words.
  const shown = text.replace(/^\ufeff/, "<BOM>").replace(/^$/, "(empty)");
  const fence = shown.includes("```") ? "````" : "```";
  return [`${fence}${language}`, ...shown.replace(/\n$/, "").split("\n"), fence, ""];
}
