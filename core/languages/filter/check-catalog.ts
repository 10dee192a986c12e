import {
  type Catalog,
  isOpenNamespace,
  lacksPrometheusSuffix,
  type Metric,
  type OverlayReading,
} from "../../catalog/catalog";
import { meantPrometheusSuffix, serviceOf } from "../../catalog/names";
import { isLogResource, isResourceElsewhere } from "../../catalog/other-resources";
import { nearestName } from "../../spelling";
import { filterFinding, inQuotes, insertFix, replaceFix } from "../kit/findings";
import type { LanguageFinding } from "../language";
import { type Comparison, comparisonsOf, type FilterTree, literalOf, type StringValue } from "./ast";
import { type MissingLabel, missingLabel } from "./missing-label";
import { type FilterSubject, subjectOf } from "./subject";
import { quoteValue, writeKey } from "./vocabulary";

/** Findings from the catalog of metrics and resources. At most warnings, because the catalog can be out of date. */
export function checkCatalog(tree: FilterTree, catalog: Catalog): LanguageFinding[] {
  const subject = subjectOf(tree, catalog);
  const labels = comparisonsOf(tree.root).flatMap(({ node }) => checkLabel(node, subject, catalog));
  return [...checkMetric(tree, subject, catalog), ...checkResource(subject, catalog), ...labels];
}

function checkMetric(tree: FilterTree, subject: FilterSubject, catalog: Catalog): LanguageFinding[] {
  const { metricType: type, metric } = subject;
  const value = subject.metricClause?.value as StringValue | undefined;
  if (!type || !value) return [];
  if (!metric) return checkUnknownMetric(type, value, catalog);
  const out: LanguageFinding[] = [];
  if (metric.stage === "DEPRECATED" || (catalog.isRetired(metric) && !isOpenNamespace(type))) {
    const message =
      metric.stage === "DEPRECATED"
        ? `${inQuotes(type)} is deprecated.`
        : `${inQuotes(type)} was last documented on ${metric.lastSeen} and is probably retired. Check the metric type.`;
    out.push({
      ...filterFinding("filter-retired-metric", "hint", value.content, message),
      tag: "deprecated",
    });
  }
  if (metric.valueType === "STRING") {
    const message = `${inQuotes(type)} has string values, which a chart cannot draw from a filter.`;
    out.push(filterFinding("filter-string-metric", "hint", value.content, message));
  }
  if (!subject.mentionsResource && metric.resourcesListed && metric.resources.length > 1) {
    const message = `${inQuotes(type)} applies to ${list(metric.resources)}. Add "resource.type" to choose one.`;
    const fixes = likelyResources(tree, metric, catalog).map((resource) => {
      const clause = ` resource.type=${quoteValue(resource)}`;
      return insertFix(`Add resource.type="${resource}"`, subject.metricClause!.end, clause);
    });
    out.push(filterFinding("filter-no-resource-type", "hint", subject.metricClause!, message, ...fixes));
  }
  return out;
}

/** Some resource types of a metric, those first that have the labels which the filter compares. */
function likelyResources(tree: FilterTree, metric: Metric, catalog: Catalog): string[] {
  const keys = comparisonsOf(tree.root).flatMap(({ node: { object } }) =>
    object.name === "resource.labels" && object.key ? [object.key.text] : [],
  );
  const lacking = (type: string): number => {
    const labels = catalog.resource(type)?.labels ?? [];
    return keys.filter((key) => !labels.includes(key)).length;
  };
  const byFit = metric.resources.map((type) => ({ type, lacking: lacking(type) }));
  // The sort is stable.
  return byFit
    .sort((a, b) => a.lacking - b.lacking)
    .slice(0, 5)
    .map(({ type }) => type);
}

function checkUnknownMetric(type: string, value: StringValue, catalog: Catalog): LanguageFinding[] {
  if (lacksPrometheusSuffix(type)) {
    const message = `A Prometheus metric type must end with its kind: ${inQuotes(`${type}/gauge`)}, or "/counter", "/histogram", "/summary".`;
    const fixes = ["counter", "gauge", "histogram"].map((kind) =>
      insertFix(`Add /${kind}`, value.content.end, `/${kind}`),
    );
    return [filterFinding("filter-prometheus-suffix", "warning", value.content, message, ...fixes)];
  }
  const kind = meantPrometheusSuffix(type);
  if (kind) {
    const written = type.slice(type.lastIndexOf("/") + 1).replace(/:.*/, "");
    const at = value.content.offset + type.lastIndexOf("/") + 1;
    const range = { offset: at, end: at + written.length };
    const message = `A Prometheus metric type must end with its kind, but ${inQuotes(written)} is not a kind. Did you mean ${inQuotes(kind)}?`;
    const fix = replaceFix(`Change to ${kind}`, range, kind);
    return [filterFinding("filter-prometheus-suffix", "warning", value.content, message, fix)];
  }
  if (!type.includes("/")) {
    const message = `A metric type must have a service and a path, such as "compute.googleapis.com/instance/cpu/utilization"; ${inQuotes(type)} has no "/".`;
    return [filterFinding("filter-unknown-metric", "warning", value.content, message)];
  }
  if (catalog.reading?.covers(type)) return checkOwnMetric(type, value, catalog.reading, catalog);
  const moved = movedMetric(type, catalog);
  if (!catalog.covers(type) && !moved) return [];
  const meant = moved ?? catalog.nearestMetric(type);
  const advice = meant
    ? `Did you mean ${inQuotes(meant)}?`
    : `It is not in the public lists of ${catalog.asOf}. Check the name, unless the metric is newer.`;
  const message = `Cannot find metric(s) that match type = "${type}". ${advice}`;
  const fix = meant ? replaceFix(`Change to ${meant}`, value.content, meant) : undefined;
  return [filterFinding("filter-unknown-metric", "warning", value.content, message, fix)];
}

/** The metric of exactly this path in the service whose name was misspelt, where no service has the name written. */
function movedMetric(type: string, catalog: Catalog): string | undefined {
  const service = serviceOf(type);
  if (isOpenNamespace(type) || catalog.hasService(service)) return undefined;
  const domain = service.replace(/\.(?:google|googleapi|googleapis)(?:\.\w+)?$/, ".googleapis.com");
  const meant = domain + type.slice(service.length);
  if (domain !== service && catalog.metric(meant)) return meant;
  const near = catalog.nearestMetric(type);
  return near?.slice(serviceOf(near).length) === type.slice(service.length) ? near : undefined;
}

/** Only a hint, because a custom metric may be created later or belong to another project. */
function checkOwnMetric(
  type: string,
  value: StringValue,
  { overlay }: OverlayReading,
  catalog: Catalog,
): LanguageFinding[] {
  const meant = catalog.nearestMetric(type);
  const advice = meant ? ` Did you mean ${inQuotes(meant)}?` : "";
  const message = `Project ${inQuotes(overlay.project)} had no metric ${inQuotes(type)} on ${overlay.readAt.slice(0, 10)}.${advice}`;
  const fix = meant ? replaceFix(`Change to ${meant}`, value.content, meant) : undefined;
  return [filterFinding("filter-unknown-metric", "hint", value.content, message, fix)];
}

function checkResource(subject: FilterSubject, catalog: Catalog): LanguageFinding[] {
  const { resourceType: type, metric } = subject;
  const value = subject.resourceClause?.value as StringValue | undefined;
  if (!type || !value || metric?.resources.includes(type)) return [];
  const fits = metric?.resourcesListed ? metric.resources : [];
  if (!catalog.resource(type)) {
    const fromLogs = subject.metricType?.startsWith("logging.googleapis.com/");
    if (fromLogs && isLogResource(type)) return [];
    const meant = isResourceElsewhere(type) ? undefined : nearestType(type, fits, catalog);
    if (isLogResource(type) && fits.length > 0) return [resourceMisfit(value, metric!, fits)];
    const advice = meant ? `Did you mean ${inQuotes(meant)}?` : "Check the name, unless the type is newer.";
    const message = `There is no monitored resource type ${inQuotes(type)} in the public lists of ${catalog.asOf}. ${advice}`;
    const fix = meant ? replaceFix(`Change to ${meant}`, value.content, meant) : undefined;
    return [
      filterFinding(
        "filter-unknown-resource",
        meant ? "warning" : "information",
        value.content,
        message,
        fix,
      ),
    ];
  }
  return fits.length === 0 ? [] : [resourceMisfit(value, metric!, fits)];
}

/** The resource type that was probably meant: one that fits the metric, else any. */
function nearestType(type: string, fits: readonly string[], catalog: Catalog): string | undefined {
  return nearestName(type, fits) ?? (fits.length === 1 ? fits[0] : catalog.nearestResource(type));
}

function resourceMisfit(value: StringValue, metric: Metric, fits: readonly string[]): LanguageFinding {
  const message = `The supplied filter does not specify a valid combination of metric and monitored resource descriptors. ${inQuotes(metric.type)} applies to ${list(fits)}.`;
  const fixes = fits
    .slice(0, 5)
    .map((resource) => replaceFix(`Change to ${resource}`, value.content, resource));
  return filterFinding("filter-metric-resource", "warning", value.content, message, ...fixes);
}

function checkLabel(node: Comparison, subject: FilterSubject, catalog: Catalog): LanguageFinding[] {
  const { object } = node;
  const key = object.key?.text;
  if (!key || (object.name !== "metric.labels" && object.name !== "resource.labels")) return [];
  const of = object.name === "metric.labels" ? "metric" : "resource";
  const missing = missingLabel(of, key, subject, catalog);
  if (missing) return [unknownLabel(node, key, missing)];
  const { metric } = subject;
  if (of === "resource" || !metric?.labelsListed) return [];
  return checkLabelValue(node, metric.type, key, catalog);
}

function unknownLabel(
  { object }: Comparison,
  key: string,
  { owner, labels, other, meant, severity }: MissingLabel,
): LanguageFinding {
  const advice = other
    ? `It is a label of the ${other}: ${inQuotes(`${other}.labels.${writeKey(key)}`)}.`
    : meant
      ? `Did you mean ${inQuotes(meant)}?`
      : labels.length > 0
        ? `It has ${list(labels)}.`
        : "It has no labels.";
  const fix = other
    ? replaceFix(`Change to ${other}.labels.${key}`, object, `${other}.labels.${writeKey(key)}`)
    : meant
      ? replaceFix(
          `Change to ${meant}`,
          object.key!,
          object.key!.quoted ? quoteValue(meant) : writeKey(meant),
        )
      : undefined;
  return filterFinding(
    "filter-unknown-label",
    severity,
    object.key!,
    `${owner} has no label ${inQuotes(key)}. ${advice}`,
    fix,
  );
}

/** At most a hint, because some lists contain prose. */
function checkLabelValue(
  node: Comparison,
  metric: string,
  label: string,
  catalog: Catalog,
): LanguageFinding[] {
  const values = catalog.labelValues(metric, label);
  const { value } = node;
  if (!values || !/^!?=$/.test(node.operator?.text ?? "")) return [];
  const strings = value?.kind === "call" && value.name.text === "one_of" ? value.args : value ? [value] : [];
  return strings.flatMap((string) => {
    const text = literalOf(string);
    if (string.kind !== "string" || text === undefined || values.includes(text)) return [];
    const meant = nearestName(text, values);
    const message = `The lists give ${list(values.map((v) => v || '""'))} for ${inQuotes(label)}, not ${inQuotes(text)}.`;
    const fix = meant ? replaceFix(`Change to ${meant}`, string.content, meant) : undefined;
    return [filterFinding("filter-label-value", "hint", string, message, fix)];
  });
}

function list(names: readonly string[]): string {
  const shownNames = names.slice(0, 8).map((name) => `"${name}"`);
  const rest = names.length - shownNames.length;
  return shownNames.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
