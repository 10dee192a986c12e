import type { Evidence } from "../schema/messages";
import type { RuleEntry } from "./catalogue";

const EVIDENCE: Record<Evidence, string> = {
  recorded: "What the service does is on record.",
  parser: "It follows from how the service reads JSON.",
  documented: "It is documented.",
  inferred: "It is inferred; what the service does about it is not known.",
};

/** What there is to say about a kind of finding, as Markdown: the page of `docs/rules`, the editor and `mosaic rules`. */
export function rulePage({
  id,
  severity,
  optIn,
  evidence,
  summary,
  details,
  serviceMessage,
  bad,
  good,
  exampleLanguage,
}: RuleEntry): string {
  const isUncontradicted = severity === "error" && evidence === "documented";
  const parts = [
    `# ${id}`,
    "",
    `**${severity[0]!.toUpperCase()}${severity.slice(1)}.** ${summary}`,
    "",
    ...(details ? [details, ""] : []),
    ...(optIn ? [OPT_IN.replace("RULE", id), ""] : []),
    ...(serviceMessage ? ["The service says:", "", ...block(serviceMessage, "text")] : []),
    `How it is known: ${EVIDENCE[evidence]}${isUncontradicted ? " No dashboard is known that breaks it and was accepted." : ""}`,
    "",
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
  'It is off unless `.mosaic/config.json` turns it on: `"rules": { "RULE": "warning" }`, for all files or, under `overrides`, for some.';

function block(text: string, language: string): string[] {
  // What cannot be seen is named in words.
  const shown = text.replace(/^\ufeff/, "<BOM>").replace(/^$/, "(empty)");
  const fence = shown.includes("```") ? "````" : "```";
  return [`${fence}${language}`, ...shown.split("\n"), fence, ""];
}
