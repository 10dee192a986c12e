#!/usr/bin/env node
// Builds the compact catalog files that ship with Mosaic (schemas/metrics.tsv, resources.tsv, label-values.tsv)
// from three wide, tab-separated tables:
//
//   node scripts/catalog.mjs --metrics FILE --resources FILE --label-values FILE [--as-of YYYY-MM] [--out DIR]
//
//   metrics       metric_type, metric_kind, value_type, unit, monitored_resource_types, metric_labels, labels_known,
//                 launch_stage, sources, uses_in_google_samples, last_seen, resources_source, labels_source
//   resources     resource_type, labels, source
//   label-values  metric_type, label, values (comma separated; a trailing comma means that "" is a value)
//
// Columns are found by their header, so their order and further columns do not matter. What comes out:
//
//   metrics.tsv       "!name<TAB>value" lines (as-of, newest, covered services), then "!resources" and "!labels": one
//                     list a line, numbered from 0. Then metrics: a line "/PREFIX" opens a folder and each line below
//                     is NAME, CODE, UNIT, RESOURCES, LABELS, YEAR, USES with empty cells at the end left out.
//                     CODE is three letters and flags: kind (G D C -), value type (I D H B S -; H a distribution),
//                     launch stage (G B A E D -), then "r" when the resource list is complete and "l" when the label
//                     list is. RESOURCES and LABELS are list numbers (empty: none), YEAR is there only when the type
//                     was last described before "newest", USES counts uses in published samples.
//   resources.tsv     resource type, labels, and "old" when only an older source knows it or "seen" when it is known
//                     from use only; the labels of both may be more than those listed.
//   label-values.tsv  "!values": one list a line, numbered from 0. Then folders as above; each line below is NAME and
//                     "label=number" cells.
//
// Only facts go in; descriptions do not. Prints the sizes.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: args } = parseArgs({
  options: {
    metrics: { type: "string" },
    resources: { type: "string" },
    "label-values": { type: "string" },
    "as-of": { type: "string", default: "2026-04" },
    out: { type: "string", default: "schemas" },
  },
});
if (!args.metrics || !args.resources || !args["label-values"]) {
  console.error(
    "usage: catalog.mjs --metrics FILE --resources FILE --label-values FILE [--as-of YYYY-MM] [--out DIR]",
  );
  process.exit(2);
}

/** Sources that give whole lists; only those can prove that a name, resource or label does not exist. */
const wholeLists = new Set(["docs", "spanner-md", "observe-json"]);
const kinds = { GAUGE: "G", DELTA: "D", CUMULATIVE: "C", "": "-" };
const valueTypes = { INT64: "I", DOUBLE: "D", DISTRIBUTION: "H", BOOL: "B", STRING: "S", "": "-" };
const stages = { GA: "G", BETA: "B", ALPHA: "A", EARLY_ACCESS: "E", DEPRECATED: "D", "": "-" };

async function table(file, ...columns) {
  const [head, ...lines] = (await readFile(file, "utf8")).split(/\r?\n/).filter(Boolean);
  const names = head.split("\t");
  for (const column of columns) if (!names.includes(column)) throw new Error(`${file}: no column ${column}`);
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""]));
  });
}

function code(map, key, what) {
  if (!(key in map)) throw new Error(`unknown ${what}: ${key}`);
  return map[key];
}

/** Numbers distinct strings, most used first, so that their numbers are short. */
function dictionary(texts) {
  const counts = new Map();
  for (const text of texts) if (text) counts.set(text, (counts.get(text) ?? 0) + 1);
  const list = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([text]) => text);
  if (list.some((text) => text.startsWith("!"))) throw new Error("a list may not start with !");
  const numbers = new Map(list.map((text, i) => [text, String(i)]));
  return { list, number: (text) => numbers.get(text) ?? "" };
}

/** Groups rows under "/PREFIX" lines, so that a folder name is written once. */
function folders(rows, line) {
  const out = [];
  let open;
  for (const row of rows) {
    const cut = row.metric_type.lastIndexOf("/") + 1;
    const folder = row.metric_type.slice(0, cut);
    if (folder !== open) out.push(`/${folder}`);
    open = folder;
    out.push([row.metric_type.slice(cut), ...line(row)].join("\t").trimEnd());
  }
  return out;
}

const byType = (a, b) => {
  const folder = (row) => row.metric_type.slice(0, row.metric_type.lastIndexOf("/") + 1);
  const [x, y] = [folder(a), folder(b)];
  return x < y ? -1 : x > y ? 1 : a.metric_type < b.metric_type ? -1 : 1;
};

const metrics = (
  await table(
    args.metrics,
    ...["metric_type", "metric_kind", "value_type", "unit", "monitored_resource_types", "metric_labels"],
    ...["labels_known", "launch_stage", "sources", "uses_in_google_samples", "last_seen"],
    ...["resources_source", "labels_source"],
  )
).sort(byType);
const newest = String(Math.max(...metrics.map((row) => Number(row.last_seen))));
const covered = new Set();
for (const row of metrics) {
  if (row.sources.split("+").some((source) => wholeLists.has(source)))
    covered.add(row.metric_type.split("/")[0]);
}
const resourceLists = dictionary(metrics.map((row) => row.monitored_resource_types));
const labelLists = dictionary(metrics.map((row) => row.metric_labels));
const metricLines = [
  `!as-of\t${args["as-of"]}`,
  `!newest\t${newest}`,
  `!covered\t${[...covered].sort().join(",")}`,
  "!resources",
  ...resourceLists.list,
  "!labels",
  ...labelLists.list,
  "!metrics",
  ...folders(metrics, (row) => [
    code(kinds, row.metric_kind, "metric kind") +
      code(valueTypes, row.value_type, "value type") +
      code(stages, row.launch_stage, "launch stage") +
      (wholeLists.has(row.resources_source) ? "r" : "") +
      (row.labels_known === "1" && wholeLists.has(row.labels_source) ? "l" : ""),
    row.unit,
    resourceLists.number(row.monitored_resource_types),
    labelLists.number(row.metric_labels),
    row.last_seen === newest ? "" : row.last_seen,
    row.uses_in_google_samples === "0" ? "" : row.uses_in_google_samples,
  ]),
];

const resourceFlag = (source) =>
  /^dynatrace/.test(source) ? "old" : source === "seen-in-metrics" ? "seen" : "";
const resources = await table(args.resources, "resource_type", "labels", "source");
const resourceLines = resources
  .sort((a, b) => (a.resource_type < b.resource_type ? -1 : 1))
  .map((row) => [row.resource_type, row.labels, resourceFlag(row.source)].join("\t").trimEnd());

const values = await table(args["label-values"], "metric_type", "label", "values");
const valueLists = dictionary(values.map((row) => row.values));
const valuesOf = new Map();
for (const row of values) {
  if (!valuesOf.has(row.metric_type)) valuesOf.set(row.metric_type, []);
  valuesOf.get(row.metric_type).push(`${row.label}=${valueLists.number(row.values)}`);
}
const valueLines = [
  "!values",
  ...valueLists.list,
  "!metrics",
  ...folders([...valuesOf.keys()].map((metric_type) => ({ metric_type })).sort(byType), (row) =>
    valuesOf.get(row.metric_type),
  ),
];

for (const [name, lines] of [
  ["metrics.tsv", metricLines],
  ["resources.tsv", resourceLines],
  ["label-values.tsv", valueLines],
]) {
  const text = `${lines.join("\n")}\n`;
  await writeFile(join(args.out, name), text);
  console.log(`${name}: ${lines.length} lines, ${Buffer.byteLength(text)} bytes`);
}
