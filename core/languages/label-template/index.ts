import { shippedCatalog } from "../../catalog/catalog";
import { nearestName } from "../../spelling";
import { everyResourceHas } from "../filter/subject";
import { type Candidate, rankCandidates } from "../kit/completion-rank";
import { filterFinding, inQuotes, insertFix, replaceFix } from "../kit/findings";
import { openVariable } from "../kit/variable-items";
import type {
  EmbeddedLanguage,
  LanguageCompletions,
  LanguageContext,
  LanguageFinding,
  LanguageFix,
  LanguageHover,
} from "../language";
import { type QueryLabels, queryLabels } from "./query";
import { type LabelOwner, type Reference, referencesOf } from "./references";
import { labelTemplateRules } from "./rules";

/** Texts with references to labels: `legendTemplate`, `tableTemplate` and `sliceNameTemplate`. */
export const labelTemplate: EmbeddedLanguage = {
  id: "label-template",
  readsSiblings: true,
  check,
  complete,
  hover,
  tokens: (text) =>
    referencesOf(text).map(({ offset, end }) => ({
      offset,
      length: end - offset,
      type: "variable" as const,
    })),
  rules: labelTemplateRules,
};

function check(text: string, context: LanguageContext): LanguageFinding[] {
  const references = referencesOf(text);
  if (references.length === 0) return [];
  const labels = queryLabels(context, context.catalog ?? shippedCatalog());
  return references.flatMap((reference) => checkReference(reference, labels, context));
}

function checkReference(
  reference: Reference,
  labels: QueryLabels,
  context: LanguageContext,
): LanguageFinding[] {
  const { path, owner, key, end } = reference;
  if (!reference.closed) {
    const message = "The reference is not closed, so it is shown as plain text. Add the closing brace.";
    return [filterFinding("template-unclosed", "warning", reference, message, insertFix("Add }", end, "}"))];
  }
  if (path.trim() === "" || (owner && key === "")) {
    const message = 'The reference has no label name: "${resource.labels.zone}".';
    return [filterFinding("template-empty", "warning", reference, message)];
  }
  if (!owner) {
    const name = path.replace(/\.value$/, "");
    if (!context.variables.some((variable) => variable.name === name)) return [];
    const message = `${inQuotes(`\${${path}}`)} is a template variable. Label templates take labels, such as "\${resource.labels.zone}".`;
    return [filterFinding("template-variable", "information", reference, message)];
  }
  return checkLabel(reference, labels);
}

/** Only where all labels are known. */
function checkLabel(
  { owner, key, keyOffset, pathOffset }: Reference,
  labels: QueryLabels,
): LanguageFinding[] {
  const [known, listed] =
    owner === "metric"
      ? [labels.metric, labels.metricListed]
      : owner === "resource"
        ? [labels.resource, labels.resourceListed]
        : [[], false];
  if (
    labels.language !== "filter" ||
    !listed ||
    known.includes(key) ||
    everyResourceHas(key) ||
    labels.grouped.some((g) => g.endsWith(`.${key}`))
  )
    return [];
  const other = owner === "metric" ? "resource" : "metric";
  const range = { offset: keyOffset, end: keyOffset + key.length };
  const report = (advice: string, fix?: LanguageFix) => [
    filterFinding(
      "template-unknown-label",
      "warning",
      range,
      `The ${owner} of this query has no label ${inQuotes(key)}. ${advice}`,
      fix,
    ),
  ];
  if (labels[other].includes(key)) {
    const written = `${other}.labels.${key}`;
    const path = { offset: pathOffset, end: range.end };
    return report(
      `It is a label of the ${other}: "\${${written}}".`,
      replaceFix(`Change to ${written}`, path, written),
    );
  }
  const meant = nearestName(key, known);
  if (meant)
    return report(`Did you mean ${inQuotes(meant)}?`, replaceFix(`Change to ${meant}`, range, meant));
  return report(known.length > 0 ? `It has ${known.map(inQuotes).join(", ")}.` : "It has no labels.");
}

function complete(text: string, offset: number, context: LanguageContext): LanguageCompletions {
  const labels = queryLabels(context, context.catalog ?? shippedCatalog());
  const open = openVariable(text, offset);
  const inside = open ?? { offset, end: offset, closed: false };
  const items = paths(labels).map(({ path, detail }): Candidate => {
    const insertText = open ? path + (open.closed ? "" : "}") : `\${${path}}`;
    return { label: open ? path : `\${${path}}`, insertText, kind: "label", detail };
  });
  const ranked = rankCandidates(items, [], text.slice(inside.offset, offset), inside);
  return { items: ranked, incomplete: ranked.length > 0 };
}

/** What can be referred to, the labels that the query groups by first. */
function paths({ language, metric, resource, grouped }: QueryLabels): { path: string; detail: string }[] {
  const out = new Map<string, string>();
  if (language === "promql") {
    for (const label of grouped) out.set(`labels.${label}`, "in the query's group-by");
    for (const label of metric) if (!out.has(`labels.${label}`)) out.set(`labels.${label}`, "label");
  } else {
    for (const field of grouped) {
      const path = field
        .replace(/^(metric|resource)\.label\./, "$1.labels.")
        .replace(/^(metadata\.\w+_labels)\./, "$1\\.");
      out.set(path, "in the query's group-by");
    }
    for (const key of metric)
      if (!out.has(`metric.labels.${key}`)) out.set(`metric.labels.${key}`, "label of the metric");
    for (const key of resource)
      if (!out.has(`resource.labels.${key}`))
        out.set(`resource.labels.${key}`, "label of the monitored resource");
    out.set("metadata.system_labels\\.name", "name of the machine or pod");
    if (language === "other") {
      out.set("metric.labels.", "label of the metric");
      out.set("resource.labels.", "label of the monitored resource");
    }
  }
  return [...out].map(([path, detail]) => ({ path, detail }));
}

const about: Readonly<Record<LabelOwner, string>> = {
  metric: "The label of the metric, for each series.",
  resource: "The label of the monitored resource, for each series.",
  any: "The label of the series, by its PromQL name.",
  system: "A system-defined label of the resource, such as the machine name.",
  user: "A user-defined label of the resource.",
};

function hover(text: string, offset: number): LanguageHover | undefined {
  const found = referencesOf(text).find((reference) => reference.offset <= offset && offset < reference.end);
  if (!found?.owner || !found.key) return undefined;
  return {
    offset: found.offset,
    length: found.end - found.offset,
    markdown: `\`${found.key}\`\n\n${about[found.owner]}`,
  };
}
