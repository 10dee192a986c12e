import { CompletionItemKind } from "vscode-languageserver-types";
import type { Dashboard } from "../../../dashboard";
import type { ObjectNode } from "../../../document/node";
import { isPlainKey, systemLabels } from "../../../languages/filter/vocabulary";
import { membersOf, stringOf } from "../../../shape";
import {
  catalogOf,
  isSecondary,
  labelsOf,
  labelsOfAll,
  subjectOfFilter,
  subjectsOfAll,
  subjectsOfQuery,
} from "../../series";
import type { Suggestion } from "../item";
import { stringWithStops } from "../template";
import { currentText, othersInList, ownerValue, type ValueProvider } from "./provider";

/** Labels to group by, those of this query's metric and resource first. */
export const groupByFieldValues: ValueProvider = (context) => {
  const { dashboard, site } = context;
  const holder = site.owner.property?.parent;
  const query = (holder && dashboard.canonical.valueOf(holder)) ?? {};
  const ratio = isSecondary(dashboard, site.owner) && "numerator" in query;
  const subjects = ratio
    ? subjectsOfQuery(dashboard, { timeSeriesFilterRatio: query })
    : [subjectOfFilter(dashboard, query["filter"])];
  const labels = subjects.map((subject) => labelsOf(dashboard, subject));
  const taken = othersInList(context);
  const spelling = spellingOf(currentText(context));
  const field = (owner: string, key: string, words: string): Suggestion => {
    const value = spelling(owner, key);
    return {
      label: `${owner}.${key}`,
      matched: value,
      kind: CompletionItemKind.Property,
      value,
      words,
    };
  };
  const all = [...new Set(labels.flatMap(({ resource }) => resource))].map((key) =>
    field("resource.label", key, "label of the resource"),
  );
  for (const key of new Set(labels.flatMap(({ metric }) => metric)))
    all.push(field("metric.label", key, "label of the metric"));
  for (const key of systemLabels) all.push(field("metadata.system_labels", key, "set by the platform"));
  all.push({
    label: "metadata.user_labels.…",
    kind: CompletionItemKind.Property,
    value: stringWithStops`metadata.user_labels."${""}"`,
    words: "set by users",
  });
  const forms = (text: string) => text.replace(/["\s]/g, "").replace(/\.labels\./, ".label.");
  const takenForms = new Set([...taken].map(forms));
  return all.filter(({ label }) => !takenForms.has(forms(label)));
};

/** How a label is written: as what stands at the place already, else as the console writes it. */
function spellingOf(text: string): (owner: string, key: string) => string {
  const plural = /^\s*\w+\s*\.\s*labels\b/.test(text);
  const bare = text !== "" && !text.includes('"');
  return (owner, key) => {
    const head = plural ? owner.replace(/\.label$/, ".labels") : owner;
    return bare && isPlainKey(key) && text.split(".").length > 2 ? `${head}.${key}` : `${head}."${key}"`;
  };
}

const OWNERS: Readonly<Record<string, readonly ("resource" | "metric" | "system" | "user")[]>> = {
  RESOURCE_LABEL: ["resource"],
  METRIC_LABEL: ["metric"],
  SYSTEM_METADATA_LABEL: ["system"],
  USER_METADATA_LABEL: ["user"],
  GROUP: [],
  VALUE_ONLY: [],
};

/** Labels of what the dashboard's queries select; only those of the owner that the filter's type names. */
export const labelKeyValues: ValueProvider = (context) => {
  const { dashboard } = context;
  const owners = OWNERS[stringOf(ownerValue(context)["filterType"])] ?? ["resource", "metric", "system"];
  const { metric, resource } = labelsOfAll(dashboard);
  const keys = { resource, metric, system: systemLabels, user: [] };
  const words = {
    resource: "label of a resource",
    metric: "label of a metric",
    system: "set by the platform",
    user: "",
  };
  const seen = new Set<string>();
  return owners.flatMap((owner) =>
    keys[owner].flatMap((key): Suggestion[] => {
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ label: key, kind: CompletionItemKind.Property, value: key, words: words[owner] }];
    }),
  );
};

/** Monitored resource types, those of the dashboard's queries first. */
export const resourceTypeValues: ValueProvider = (context) => {
  const here = new Set(subjectsOfAll(context.dashboard).flatMap(({ resourceType }) => resourceType ?? []));
  const all = new Set([...here, ...[...catalogOf(context.dashboard).resources()].map(({ type }) => type)]);
  return [...all].map((type) => ({
    label: type,
    kind: CompletionItemKind.Struct,
    value: type,
    words: here.has(type) ? "in this dashboard" : undefined,
  }));
};

/** Keys of the `labels` map of a monitored resource that are not there yet. */
export function resourceLabelKeys(dashboard: Dashboard, map: ObjectNode): readonly string[] {
  const { canonical } = dashboard;
  const owner = map.property?.parent;
  if (!owner || canonical.messageOf(owner)?.name !== "MonitoredResource") return [];
  const type = stringOf(membersOf(canonical.valueOf(owner))["type"]);
  return catalogOf(dashboard).resource(type)?.labels ?? [];
}

/** Columns that the hierarchy of a treemap can be made of: the fields that its queries group by. */
export const treemapLevelValues: ValueProvider = (context) => {
  const taken = othersInList(context);
  const sets = ownerValue(context)["dataSets"];
  const names = (Array.isArray(sets) ? sets : []).flatMap((set) => {
    const filter = membersOf(membersOf(membersOf(set)["timeSeriesQuery"])["timeSeriesFilter"]);
    const fields = membersOf(filter["aggregation"])["groupByFields"];
    return (Array.isArray(fields) ? fields : []).flatMap((field) => {
      const key = /([\w-]+)"?\s*$/.exec(stringOf(field))?.[1];
      return key ? [key] : [];
    });
  });
  return [...new Set(names)]
    .filter((name) => !taken.has(name) && name !== currentText(context))
    .map((name) => ({ label: name, kind: CompletionItemKind.Property, value: name }));
};
