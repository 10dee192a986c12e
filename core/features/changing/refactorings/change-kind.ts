import { type ObjectNode, pathOf } from "../../../document/node";
import { copySource } from "../../../edit/edit";
import { kindName } from "../../../grid/kinds";
import { memberOf, memberProperty, messageOf } from "../../../schema/canonical";
import { messageType } from "../../../schema/messages";
import type { Refactoring, RefactoringOffer, RefactoringTarget } from "./refactoring";

/** Kinds of widgets that show queries, with the message of a data set; a scorecard has one query and no data sets. */
const SHOWING = {
  xyChart: "DataSet",
  scorecard: undefined,
  timeSeriesTable: "TableDataSet",
  pieChart: "PieChartDataSet",
  treemap: "TreemapDataSet",
} as const;
type Showing = keyof typeof SHOWING;

/** A treemap cannot be made: what its levels are is in no other kind of widget. */
const TARGETS: readonly Exclude<Showing, "treemap">[] = [
  "xyChart",
  "scorecard",
  "timeSeriesTable",
  "pieChart",
];

/** The member that names series, by the message of the data set; all are of one language. */
const TEMPLATES: Readonly<Record<string, string>> = {
  DataSet: "legendTemplate",
  TableDataSet: "tableTemplate",
  PieChartDataSet: "sliceNameTemplate",
};

/** What a new content has besides its data sets. */
const REST: Readonly<Partial<Record<Showing, object>>> = { pieChart: { chartType: "DONUT" } };

/** Another kind of widget with the same title and the same queries. */
export const changeKind: Refactoring = {
  id: "change-kind",
  keepsMeaning: false,
  offers(place) {
    const { tile } = place;
    if (!tile || !(tile.kind in SHOWING)) return [];
    const kind = tile.kind as Showing;
    const widget = place.dashboard.canonical.nodeOf(tile.id);
    const content = memberOf(widget, kind);
    if (widget?.kind !== "object" || content?.kind !== "object") return [];
    const sets = dataSetsOf(content, kind);
    const queries = sets.map((set) => memberOf(set, "timeSeriesQuery"));
    if (queries.length === 0 || queries.some((query) => query?.kind !== "object")) return [];
    // What a chart of rows shows is said beside the query; only a table shows them as they are.
    const isSql = queries.some((query) => memberOf(query, "opsAnalyticsQuery"));
    return TARGETS.filter(
      (target) =>
        target !== kind &&
        (target !== "scorecard" || sets.length === 1) &&
        (target === "timeSeriesTable" || !isSql),
    ).map((target) => offer(place, widget, kind, target, sets));
  },
};

function dataSetsOf(content: ObjectNode, kind: Showing): ObjectNode[] {
  if (kind === "scorecard") return [content];
  const list = memberOf(content, "dataSets");
  const items = list?.kind === "array" ? list.items : [];
  return items.filter((item): item is ObjectNode => item.kind === "object");
}

function offer(
  place: RefactoringTarget,
  widget: ObjectNode,
  kind: Showing,
  target: (typeof TARGETS)[number],
  sets: readonly ObjectNode[],
): RefactoringOffer {
  const queries = sets.length === 1 ? "query" : `${sets.length} queries`;
  const title = `Change to a ${kindName(target)}, keeping title and ${queries}`;
  return place.byChanges(title, "rewrite", () => {
    const { naming } = place;
    const path = pathOf(widget);
    const old = memberProperty(widget, kind)!.key;
    const key = naming.name(target);
    const value =
      target === "scorecard"
        ? carried(sets[0]!, "Scorecard", ["timeSeriesQuery"])
        : {
            ...(naming.value(REST[target] ?? {}, messageType(messageName(target))) as object),
            [naming.name("dataSets")]: sets.map((set) => dataSet(place, set, SHOWING[target])),
          };
    return [
      { op: "rename", path: [...path, old], key },
      { op: "set", path: [...path, key], value },
    ];
  });
}

function messageName(kind: Showing): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** A data set of the new kind: everything that it has in common with the old one, and the name of the series. */
function dataSet({ naming }: RefactoringTarget, set: ObjectNode, message: string): object {
  const type = messageType(message);
  const from = messageOf(set)?.name ?? "";
  const common =
    from === "Scorecard"
      ? ["timeSeriesQuery"]
      : type.fields.filter((f) => !f.undocumented).map((f) => f.name);
  const out: Record<string, unknown> = {};
  if (message === "DataSet" && !memberOf(set, "plotType")) out[naming.name("plotType")] = "LINE";
  Object.assign(out, carried(set, message, common));
  const template = memberOf(set, TEMPLATES[from] ?? "");
  const name = TEMPLATES[message];
  if (template && name && from !== message) out[naming.name(name)] = copySource(template);
  return out;
}

/** The members of an object that a message has too, as they are written. */
function carried(object: ObjectNode, message: string, names: readonly string[]): object {
  const type = messageType(message);
  const kept = object.properties.filter(({ key, value }) => {
    const name = type.field(key)?.name;
    return value !== undefined && name !== undefined && names.includes(name);
  });
  return Object.fromEntries(kept.map(({ key, value }) => [key, copySource(value!)]));
}
