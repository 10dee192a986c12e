import { afterAligner } from "../catalog/aligners";
import type { Dashboard } from "../dashboard";
import { type Node, type ObjectNode, type Path, pathOf } from "../document/node";
import { syntaxErrors } from "../document/reader";
import { type Change, copySource, editDocument, type TextEdit } from "../edit/edit";
import { reducerFor } from "../features/changing/fixes/adapt-query";
import { setMembers } from "../features/changing/gestures/ordered";
import { NamingStyle } from "../features/changing/gestures/spelling";
import { catalogOf, seriesBefore } from "../features/series";
import { parseFilter } from "../languages/filter";
import { memberOf, memberProperty } from "../schema/canonical";
import { listOf, membersOf, stringOf } from "../shape";
import { adaptFilter, startQuery } from "./adapt";
import {
  appended,
  differences,
  GONE,
  joint,
  newValue,
  Refusal,
  removal,
  rowSplices,
  type Splice,
  spliced,
} from "./filter-edits";
import type { QueryChange, StepName } from "./model/model";
import { type FoundPart, type FoundQuery, findQuery, seenOf } from "./read";
import { rowsOf } from "./rows";
import { stringEdits } from "./string-edits";

/** `edits` are against the text of the dashboard, sorted and disjoint; none when nothing changes. */
export type QueryEdits =
  | {
      readonly ok: true;
      readonly edits: readonly TextEdit[];
      /** What else was changed, as a sentence for the person; empty when nothing was. */
      readonly also: string;
    }
  /** Why the change is not made, as a message for the user. */
  | { readonly ok: false; readonly reason: string; readonly needsFile?: boolean };

/**
 * The smallest edits of the text that make a change of a query. A value that is changed through its row changes that token
 * only; everything else keeps its spelling.
 */
export function writeQuery(dashboard: Dashboard, query: FoundQuery, change: QueryChange): QueryEdits {
  const { document } = dashboard;
  if (syntaxErrors(document).length > 0)
    return { ok: false, reason: "The text has syntax errors. Fix them first." };
  if (document.shaped)
    return { ok: false, reason: "Directives such as %{ if } decide about this query. Change the text." };
  try {
    return new Writer(dashboard, query).write(change);
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message };
    throw error;
  }
}

/** As `writeQuery`, for the query at a node, if its text is still the one that was seen. */
export function changeQuery(
  dashboard: Dashboard,
  node: Node | undefined,
  seen: string,
  change: QueryChange,
): QueryEdits {
  const query = findQuery(dashboard, node);
  if (query && seenOf(dashboard, query) === seen) return writeQuery(dashboard, query, change);
  return {
    ok: false,
    reason: "The query changed in the meantime. No change was made; it is shown as it is now.",
  };
}

const AGGREGATION = ["alignmentPeriod", "perSeriesAligner", "crossSeriesReducer", "groupByFields"];
const QUERY = ["filter", "aggregation", "secondaryAggregation", "pickTimeSeriesFilter"];
const RATIO = ["numerator", "denominator", "secondaryAggregation", "pickTimeSeriesFilter"];
const PICK = ["rankingMethod", "numTimeSeries", "direction"];
/** For an aggregation that has none. */
const USUAL_PERIOD = "60s";

class Writer {
  private readonly naming: NamingStyle;

  constructor(
    private readonly dashboard: Dashboard,
    private readonly query: FoundQuery,
  ) {
    this.naming = new NamingStyle(dashboard);
  }

  write(change: QueryChange): QueryEdits {
    switch (change.type) {
      case "metric":
        return this.metric(this.part(change.part), change.metric.trim());
      case "resource":
        return this.resource(this.part(change.part), change.resource.trim());
      case "filter": {
        const part = this.part(change.part);
        const before = part.filter?.value ?? "";
        return this.made(part, differences(parseFilter(before), parseFilter(change.text)), change.text);
      }
      case "step":
        return this.step(this.part(change.part), change);
      case "groupBy":
        return this.groupBy(this.part(change.part), change.step, change.fields);
      case "removeStep":
        return this.without(this.holder(this.part(change.part), change.step), change.step);
      case "pick":
        return this.pick(change);
      case "removePick":
        return this.without(this.query.node, "pickTimeSeriesFilter");
      case "ratio":
        return this.ratio(change.on);
      default: {
        const part = this.part(change.part);
        const rows = rowsOf(part.filter?.value ?? "", catalogOf(this.dashboard));
        if (rows.unreadable) throw new Refusal(`${rows.unreadable} Change its text.`);
        const splices = rowSplices(rows, change);
        return this.made(part, splices, spliced(part.filter?.value ?? "", splices));
      }
    }
  }

  private part(number: number): FoundPart {
    const part = this.query.parts[number];
    if (!part) throw new Refusal(GONE);
    return part;
  }

  /** Another text of a filter, together with changes of other members. */
  private made(
    part: FoundPart,
    splices: readonly Splice[],
    text: string,
    changes: readonly Change[] = [],
    also = "",
  ): QueryEdits {
    const { document } = this.dashboard;
    const { filter, node } = part;
    if (!filter) {
      const key = this.naming.key(node, "filter");
      const order = QUERY.map((name) => this.naming.key(node, name));
      const all = text === "" ? changes : [...setMembers(node, { [key]: text }, order), ...changes];
      return this.changed(all, also);
    }
    if (document.form?.edit) {
      const set: Change[] = splices.length > 0 ? [{ op: "set", path: pathOf(filter), value: text }] : [];
      return this.changed([...set, ...changes], also);
    }
    const edits = stringEdits(document, filter, splices);
    if (!edits) throw new Refusal("This text cannot be written here. Change it in the file.");
    const others = this.changed(changes, also);
    if (!others.ok) return others;
    const all = [...edits, ...others.edits].sort((a, b) => a.offset - b.offset);
    return { ok: true, edits: all, also };
  }

  private changed(changes: readonly Change[], also = ""): QueryEdits {
    if (changes.length === 0) return { ok: true, edits: [], also };
    const result = editDocument(this.dashboard.document, changes);
    return result.ok ? { ok: true, edits: result.edits, also } : result;
  }

  private metric(part: FoundPart, type: string): QueryEdits {
    if (!/^[^\s"\\]+$/.test(type)) throw new Refusal("A metric type has no white space and no quotes.");
    const catalog = catalogOf(this.dashboard);
    const before = part.filter?.value ?? "";
    const rows = rowsOf(before, catalog);
    if (rows.unreadable) throw new Refusal(`${rows.unreadable} Change its text.`);
    if (rows.metric) {
      if (rows.subject.metricType === type) return { ok: true, edits: [], also: "" };
      const chosen = spliced(before, newValue(before, rows.metric.value!, type));
      const adapted = adaptFilter(this.dashboard, part.node, chosen);
      const splices = differences(rows.tree, parseFilter(adapted.filter));
      const also = adapted.names.length > 0 ? `Also changed: ${adapted.names.join(", ")}.` : "";
      return this.made(part, splices, adapted.filter, adapted.changes, also);
    }
    const clause = `metric.type="${type}"`;
    if (!rows.tree.root) {
      const { filter, changes } = startQuery(this.dashboard, part.node, catalog, type, clause);
      return this.made(part, [{ offset: 0, end: before.length, text: filter }], filter, changes);
    }
    const at = rows.tree.root.offset;
    const splices = [{ offset: at, end: at, text: clause + joint(rows.tree) }];
    return this.made(part, splices, spliced(before, splices));
  }

  private resource(part: FoundPart, type: string): QueryEdits {
    if (/[\s"\\]/.test(type)) throw new Refusal("A resource type has no white space and no quotes.");
    const before = part.filter?.value ?? "";
    const rows = rowsOf(before, catalogOf(this.dashboard));
    if (rows.unreadable) throw new Refusal(`${rows.unreadable} Change its text.`);
    let splices: Splice[] = [];
    if (rows.resource)
      splices =
        type === ""
          ? removal(rows.tree, rows.resource.chain)
          : newValue(before, rows.resource.node.value!, type);
    else if (type !== "") {
      const term = `resource.type="${type}"`;
      const { metric, tree } = rows;
      splices = metric
        ? [{ offset: metric.end, end: metric.end, text: joint(tree) + term }]
        : appended(tree, term);
    }
    return this.made(part, splices, spliced(before, splices));
  }

  /** The object that has the aggregation. */
  private holder(part: FoundPart, step: StepName): ObjectNode {
    return step === "aggregation" ? part.node : this.query.node;
  }

  private step(
    part: FoundPart,
    { step, member, value }: Extract<QueryChange, { readonly type: "step" }>,
  ): QueryEdits {
    const text = member === "alignmentPeriod" ? readPeriod(value) : value;
    return this.setInStep(this.holder(part, step), step, { [member]: text === "" ? undefined : text });
  }

  /** Sets members of an aggregation, and removes those that are undefined. */
  private setInStep(
    holder: ObjectNode,
    step: StepName,
    members: Readonly<Record<string, unknown>>,
  ): QueryEdits {
    const existing = memberOf(holder, step);
    if (existing && existing.kind !== "object") throw new Refusal(GONE);
    const given = Object.entries(members).filter(([, value]) => value !== undefined);
    if (!existing) {
      if (given.length === 0) return this.changed([]);
      const whole: Record<string, unknown> = { alignmentPeriod: USUAL_PERIOD, ...Object.fromEntries(given) };
      const ordered = AGGREGATION.flatMap((name) =>
        name in whole ? [[this.naming.name(name), whole[name]] as const] : [],
      );
      const names = holder === this.query.node && this.query.kind === "ratio" ? RATIO : QUERY;
      const order = names.map((name) => this.naming.key(holder, name));
      return this.changed(
        setMembers(holder, { [this.naming.key(holder, step)]: Object.fromEntries(ordered) }, order),
      );
    }
    const now = this.dashboard.canonical.valueOf(existing) ?? {};
    const fresh = given.filter(([name, value]) => !isSame(now[name], value));
    const order = AGGREGATION.map((name) => this.naming.key(existing, name));
    const set = Object.fromEntries(fresh.map(([name, value]) => [this.naming.key(existing, name), value]));
    const removed = Object.keys(members).flatMap((name): Change[] => {
      const property = members[name] === undefined ? memberProperty(existing, name) : undefined;
      return property ? [{ op: "remove", path: [...pathOf(existing), property.key] }] : [];
    });
    return this.changed([...(fresh.length > 0 ? setMembers(existing, set, order) : []), ...removed]);
  }

  private groupBy(part: FoundPart, step: StepName, fields: readonly string[]): QueryEdits {
    const holder = this.holder(part, step);
    const aggregation = memberOf(holder, step);
    const list = memberOf(aggregation, "groupByFields");
    if (aggregation?.kind === "object" && list?.kind === "array" && fields.length > 0) {
      const now = listOf(this.dashboard.canonical.valueOf(aggregation)?.["groupByFields"]);
      // One field more or less keeps the others as they are written.
      const changes = listChanges(pathOf(list), now, fields);
      if (changes) return this.changed(changes);
    }
    const value = fields.length > 0 ? fields : undefined;
    const now = membersOf(aggregation && this.dashboard.canonical.valueOf(aggregation));
    const isReduced = (stringOf(now["crossSeriesReducer"]) || "REDUCE_NONE") !== "REDUCE_NONE";
    if (!value || isReduced || aggregation?.kind !== "object")
      return this.setInStep(holder, step, { groupByFields: value });
    // Fields to group by count only together with a reducer.
    const series = seriesBefore(this.dashboard, aggregation);
    const aligned = afterAligner(stringOf(now["perSeriesAligner"]) || "ALIGN_NONE", series);
    const crossSeriesReducer = reducerFor(aligned, series);
    return this.setInStep(holder, step, { crossSeriesReducer, groupByFields: value });
  }

  private without(holder: ObjectNode, name: string): QueryEdits {
    const property = memberProperty(holder, name);
    return this.changed(property ? [{ op: "remove", path: [...pathOf(holder), property.key] }] : []);
  }

  private pick({ count, direction, method }: Extract<QueryChange, { readonly type: "pick" }>): QueryEdits {
    if (count < 1) throw new Refusal("The number of series must be at least 1.");
    const { node } = this.query;
    const existing = memberOf(node, "pickTimeSeriesFilter");
    const value = { rankingMethod: method, numTimeSeries: count, direction };
    if (existing?.kind !== "object") {
      const named = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [this.naming.name(name), member]),
      );
      const order = (this.query.kind === "ratio" ? RATIO : QUERY).map((name) => this.naming.key(node, name));
      return this.changed(
        setMembers(node, { [this.naming.key(node, "pickTimeSeriesFilter")]: named }, order),
      );
    }
    const now = this.dashboard.canonical.valueOf(existing) ?? {};
    const number = this.naming.number(count, memberOf(existing, "numTimeSeries"));
    const written: Record<string, unknown> = { ...value, numTimeSeries: number };
    const fresh = Object.entries(value).filter(([name, member]) => now[name] !== member);
    const order = PICK.map((name) => this.naming.key(existing, name));
    const set = Object.fromEntries(fresh.map(([name]) => [this.naming.key(existing, name), written[name]]));
    return this.changed(fresh.length > 0 ? setMembers(existing, set, order) : []);
  }

  private ratio(on: boolean): QueryEdits {
    const { node, kind, parts } = this.query;
    const { property } = node;
    if (!property || on === (kind === "ratio")) return this.changed([]);
    const holder = property.parent;
    const copy = (from: ObjectNode, names: readonly string[]): Record<string, unknown> =>
      Object.fromEntries(
        names.flatMap((name) => {
          const found = memberProperty(from, name);
          return found?.value ? [[found.key, copySource(found.value)]] : [];
        }),
      );
    const first = parts[0]!.node;
    const query = copy(first, ["filter", "aggregation"]);
    const rest = copy(node, ["secondaryAggregation", "pickTimeSeriesFilter", "statisticalTimeSeriesFilter"]);
    const value = on ? { numerator: query, denominator: query, ...rest } : { ...query, ...rest };
    const path: Path = pathOf(holder);
    const key = this.naming.name(on ? "timeSeriesFilterRatio" : "timeSeriesFilter");
    const isTaken = holder.properties.some((other) => other.key === key);
    return this.changed([
      ...(isTaken ? [{ op: "remove", path: [...path, key] } as const] : []),
      { op: "rename", path: [...path, property.key], key },
      { op: "set", path: [...path, key], value },
    ]);
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The changes that add or remove single entries of a list; undefined for anything else. */
function listChanges(
  path: Path,
  now: readonly unknown[],
  wanted: readonly string[],
): readonly Change[] | undefined {
  if (isSame(now, wanted)) return [];
  if (wanted.length === now.length + 1 && now.every((entry, i) => entry === wanted[i]))
    return [{ op: "insert", path, index: now.length, value: wanted.at(-1) }];
  const gone = now.findIndex((entry, i) => entry !== wanted[i]);
  if (
    wanted.length === now.length - 1 &&
    now.every((entry, i) => i === gone || entry === wanted[i < gone ? i : i - 1])
  )
    return [{ op: "remove", path: [...path, gone] }];
  return undefined;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, min: 60, h: 3600, d: 86400, w: 604800 };

/** A period as the service reads it: `5m` becomes `300s`; empty stays empty. */
function readPeriod(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || /^\d+(?:\.\d{1,9})?s$/.test(trimmed)) return trimmed;
  const match = /^(\d{1,6})\s*(s|m|min|h|d|w)?$/.exec(trimmed);
  if (!match) throw new Refusal("Write a period such as 60s, 5m, 1h or 1d.");
  return `${Number(match[1]) * (UNITS[match[2] ?? "s"] ?? 1)}s`;
}
