import labelValuesText from "../../schemas/label-values.tsv";
import metricsText from "../../schemas/metrics.tsv";
import resourcesText from "../../schemas/resources.tsv";
import type { LaunchStage, Metric, MetricKind, Resource, ValueType } from "./types";

/** What the three table files say. Their format is described in scripts/catalog.mjs. */
export interface Tables {
  /** Month the public lists were read, `YYYY-MM`. */
  readonly asOf: string;
  /** Year in which a type that still exists was last described. */
  readonly newest: number;
  /** Services whose metric list is whole. */
  readonly covered: ReadonlySet<string>;
  readonly metrics: ReadonlyMap<string, Metric>;
  readonly resources: ReadonlyMap<string, Resource>;
  /** Metric type → label → closed set of values. */
  readonly labelValues: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

const kinds: Record<string, MetricKind> = { G: "GAUGE", D: "DELTA", C: "CUMULATIVE" };
const valueTypes: Record<string, ValueType> = {
  I: "INT64",
  D: "DOUBLE",
  H: "DISTRIBUTION",
  B: "BOOL",
  S: "STRING",
};
const stages: Record<string, LaunchStage> = {
  G: "GA",
  B: "BETA",
  A: "ALPHA",
  E: "EARLY_ACCESS",
  D: "DEPRECATED",
};

/** Reads the tables that ship with Mosaic. */
export function readTables(): Tables {
  const labelValues = readLabelValues(labelValuesText);
  return { ...readMetrics(metricsText), resources: readResources(resourcesText), labelValues };
}

function readMetrics(text: string): Pick<Tables, "asOf" | "newest" | "covered" | "metrics"> {
  const single = new Map<string, string>();
  const lists: Record<string, string[][]> = { resources: [], labels: [] };
  const metrics = new Map<string, Metric>();
  const none: readonly string[] = [];
  let newest = 0;
  let section = "";
  let folder = "";
  for (const line of text.split("\n")) {
    if (line === "") continue;
    if (line[0] === "!") {
      const [name = "", value] = line.slice(1).split("\t");
      if (value === undefined) section = name;
      else single.set(name, value);
      if (name === "newest") newest = Number(value);
    } else if (section !== "metrics") lists[section]?.push(line.split(","));
    else if (line[0] === "/") folder = line.slice(1);
    else {
      const [name, code = "---", unit = "", resources, labels, year, uses] = line.split("\t");
      const type = folder + name;
      metrics.set(type, {
        type,
        kind: kinds[code[0]!],
        valueType: valueTypes[code[1]!],
        stage: stages[code[2]!],
        unit,
        resources: (resources && lists["resources"]![Number(resources)]) || none,
        resourcesListed: code.indexOf("r", 3) > 0,
        labels: (labels && lists["labels"]![Number(labels)]) || none,
        labelsListed: code.indexOf("l", 3) > 0,
        lastSeen: year ? Number(year) : newest,
        uses: uses ? Number(uses) : 0,
      });
    }
  }
  const covered = new Set((single.get("covered") ?? "").split(","));
  return { asOf: single.get("as-of") ?? "", newest, covered, metrics };
}

function readResources(text: string): Map<string, Resource> {
  const resources = new Map<string, Resource>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [type = "", labels, flag] = line.split("\t");
    const labelList = labels ? labels.split(",") : [];
    resources.set(type, { type, labels: labelList, labelsListed: !flag && labelList.length > 0 });
  }
  return resources;
}

function readLabelValues(text: string): Map<string, Map<string, string[]>> {
  const lists: string[][] = [];
  const out = new Map<string, Map<string, string[]>>();
  let section = "";
  let folder = "";
  for (const line of text.split("\n")) {
    if (line === "") continue;
    if (line[0] === "!") section = line;
    else if (section === "!values") lists.push(line.split(","));
    else if (line[0] === "/") folder = line.slice(1);
    else {
      const [name, ...labels] = line.split("\t");
      const values = new Map<string, string[]>();
      for (const label of labels) {
        const cut = label.lastIndexOf("=");
        values.set(label.slice(0, cut), lists[Number(label.slice(cut + 1))] ?? []);
      }
      out.set(folder + name, values);
    }
  }
  return out;
}
