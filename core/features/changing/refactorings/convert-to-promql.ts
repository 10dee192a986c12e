import { shippedCatalog } from "../../../catalog/catalog";
import type { Dashboard } from "../../../dashboard";
import { type Node, nodeAt, type ObjectNode, type Path, pathOf } from "../../../document/node";
import { type Change, editDocument } from "../../../edit/edit";
import type { Finding } from "../../../finding";
import type { Fix } from "../../../fix";
import { type Conversion, toPromql } from "../../../query/to-promql";
import { memberOf } from "../../../schema/canonical";
import { durationSeconds } from "../../../schema/duration";
import { membersOf, stringOf } from "../../../shape";
import { NamingStyle } from "../gestures/spelling";
import type { Refactoring } from "./refactoring";

const TITLE = "Convert to PromQL";
/** What PromQL takes the place of. */
const SOURCES = ["timeSeriesFilter", "timeSeriesFilterRatio", "timeSeriesQueryLanguage"];

/** A query with filters or in MQL as PromQL that shows the same; refused with the reason where there is none. */
export const convertToPromql: Refactoring = {
  id: "convert-to-promql",
  keepsMeaning: false,
  offers({ dashboard, node }) {
    const query = queryAround(dashboard, node);
    if (!query) return [];
    const found = conversionOf(dashboard, query);
    const offer = { title: TITLE, kind: "rewrite" } as const;
    if ("reason" in found) return [{ ...offer, refused: found.reason, edits: () => [] }];
    return [
      {
        ...offer,
        edits: () => {
          const result = editDocument(dashboard.document, changesOf(dashboard, query, found));
          return result.ok ? result.edits : [];
        },
      },
    ];
  },
};

/** The same as a fix for a query in MQL. */
export function convertMqlFix(dashboard: Dashboard, finding: Finding): Fix[] {
  const query = queryAround(dashboard, nodeAt(dashboard.document.root, finding.offset));
  const found = query && conversionOf(dashboard, query);
  if (!found || "reason" in found) return [];
  const result = editDocument(dashboard.document, changesOf(dashboard, query, found));
  return result.ok ? [{ title: TITLE, edits: result.edits, preferred: true, unambiguous: false }] : [];
}

/** The query with filters or in MQL that a value is in. */
function queryAround({ canonical }: Dashboard, node: Node | undefined): ObjectNode | undefined {
  for (let at = node; at; at = at.parent) {
    if (at.kind !== "object" || canonical.messageOf(at)?.name !== "TimeSeriesQuery") continue;
    const query = at;
    return SOURCES.filter((name) => memberOf(query, name)).length === 1 && !memberOf(query, "prometheusQuery")
      ? query
      : undefined;
  }
  return undefined;
}

function conversionOf({ canonical, catalog }: Dashboard, query: ObjectNode): Conversion {
  const holder = query.property?.parent;
  const type = holder && canonical.messageOf(holder);
  const value = membersOf(holder && canonical.valueOf(holder));
  // PromQL has one kind of labels, which templates and columns call otherwise.
  const templates = Object.values(value).filter((member) =>
    /\$\{(?:resource|metric|metadata)\b/.test(stringOf(member)),
  );
  if (templates.length > 0)
    return { reason: "Cannot be converted exactly: a template uses labels of the series." };
  const widget = holder?.parent?.property?.parent;
  if (type?.name === "TableDataSet" && widget && memberOf(widget, "columnSettings"))
    return { reason: "Cannot be converted exactly: the table has settings for columns." };
  const inDataSet = type?.field("minAlignmentPeriod") !== undefined;
  return toPromql(membersOf(canonical.valueOf(query)), catalog ?? shippedCatalog(), inDataSet);
}

function changesOf(
  dashboard: Dashboard,
  query: ObjectNode,
  { promql, minAlignmentPeriod }: Extract<Conversion, { promql: string }>,
): Change[] {
  const naming = new NamingStyle(dashboard);
  const source = query.properties.find(({ key }) =>
    SOURCES.includes(dashboard.canonical.messageOf(query)?.field(key)?.name ?? ""),
  )!;
  const path = pathOf(query);
  const key = naming.key(query, "prometheusQuery");
  const changes: Change[] = [
    { op: "rename", path: [...path, source.key], key },
    { op: "set", path: [...path, key], value: promql },
  ];
  const holder = query.property?.parent;
  if (!minAlignmentPeriod || !holder) return changes;
  const written = memberOf(holder, "minAlignmentPeriod");
  const present = written?.kind === "string" ? durationSeconds(written.value) : undefined;
  if (present !== undefined && present >= minAlignmentPeriod) return changes;
  const at: Path = [...pathOf(holder), naming.key(holder, "minAlignmentPeriod")];
  return [...changes, { op: "set", path: at, value: `${minAlignmentPeriod}s` }];
}
