import type { Path } from "../../core/document/node";
import { placementRefusals } from "./mosaic-rules";

/**
 * Recorded errors of the real service, with their exact messages. Implemented on the canonical value, independent of
 * core's rules.
 */
export interface SemanticRefusal {
  /** What it is about, in canonical names. */
  readonly path: Path;
  /** Other paths where core may report the same. */
  readonly covers?: readonly Path[];
  /** The service's reason, without the path. */
  readonly text: string;
  /** How the service words it: a member's value, a missing member, or a sentence without the path. */
  readonly form: "value" | "missing" | "sentence";
  /** The value as the service quotes it; not quoted when undefined. */
  readonly value?: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Recorded errors of a canonical dashboard. `isContent` tells which members of a widget count as its content. */
export function recordedRefusals(
  dashboard: unknown,
  isContent: (member: string) => boolean,
): SemanticRefusal[] {
  const refusals: SemanticRefusal[] = [];
  const root = record(dashboard);
  const mosaic = root && record(root["mosaicLayout"]);
  if (mosaic) mosaicNumbers(mosaic, refusals);
  for (const [path, widget, inMosaic] of widgets(root)) {
    if (!Object.keys(widget).some(isContent)) {
      refusals.push({ path: [...path, "content"], covers: [path], text: "", form: "missing" });
    }
    if (!inMosaic) mosaicOnly(path, widget, refusals);
    timeshift(path, record(widget["xyChart"]), refusals);
    resourceNames(path, record(widget["logsPanel"]), refusals);
  }
  filters([], root, refusals);
  return refusals;
}

function mosaicNumbers(mosaic: Json, refusals: SemanticRefusal[]): void {
  const value = mosaic["columns"] ?? 0;
  if (typeof value !== "number") return;
  if (value >= 1 && value <= 48) {
    refusals.push(...placementRefusals(value, list(mosaic["tiles"])));
    return;
  }
  const text = "must be in the range (1,48)";
  refusals.push({ path: ["mosaicLayout", "columns"], text, form: "value", value: String(value) });
}

/** Members of a widget that only a mosaic may hold, with the name that the service has for them. */
const MOSAIC_ONLY = {
  collapsibleGroup: "collapsibleGroup",
  sectionHeader: "sectionHeader",
  singleViewGroup: "dropdownGroup",
};

function mosaicOnly(path: Path, widget: Json, refusals: SemanticRefusal[]): void {
  for (const [member, name] of Object.entries(MOSAIC_ONLY)) {
    if (!(member in widget)) continue;
    const text = `${name} is only allowed in MosaicLayout`;
    refusals.push({ path: [...path, member], covers: [path], text, form: "sentence" });
  }
}

function timeshift(widget: Path, chart: Json | undefined, refusals: SemanticRefusal[]): void {
  const shift = chart?.["timeshiftDuration"];
  if (!chart || typeof shift !== "string") return;
  const seconds = Number.parseFloat(shift);
  if (seconds === 0 || Number.isNaN(seconds)) return;
  if (seconds < 60) {
    const path = [...widget, "xyChart", "timeshiftDuration"];
    refusals.push({ path, text: "must be greater than or equal to one minute", form: "value", value: shift });
  }
  list(chart["dataSets"]).forEach((dataSet, i) => {
    const plotType = dataSet["plotType"];
    if (plotType !== "STACKED_BAR") return;
    const path = [...widget, "xyChart", "dataSets", i, "plotType"];
    const text = "plot type is incompatible with XyChart's timeshiftDuration";
    const covers = [
      [...widget, "xyChart", "timeshiftDuration"],
      [...widget, "xyChart", "dataSets", i],
    ];
    refusals.push({ path, covers, text, form: "value", value: plotType });
  });
}

function resourceNames(widget: Path, panel: Json | undefined, refusals: SemanticRefusal[]): void {
  const names = panel?.["resourceNames"];
  if (!Array.isArray(names)) return;
  for (const name of names) {
    // Scopes and views below a project are good too, by the newer documentation.
    if (typeof name !== "string" || /^projects\/[^/]+(?:\/.+)?$/.test(name)) continue;
    const text = "resource name must have the format `projects/{project}`";
    refusals.push({ path: [...widget, "logsPanel", "resourceNames"], text, form: "value", value: name });
  }
}

/** Monitoring filters that restrict `resource.type` twice. Alternatives with OR are skipped. */
function filters(path: Path, value: unknown, refusals: SemanticRefusal[]): void {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) filters([...path, i], item, refusals);
    return;
  }
  const object = record(value);
  for (const [key, inner] of Object.entries(object ?? {})) {
    const at = [...path, key];
    if (key !== "filter" || typeof inner !== "string") filters(at, inner, refusals);
    else if (FILTER_OWNERS.has(String(path.at(-1))) && restrictsTwice(inner)) {
      const text = `Field filter had an invalid value of "${inner}": The 'resource.type' restriction is used more than once`;
      refusals.push({ path: at, text, form: "value" });
    }
  }
}

const FILTER_OWNERS = new Set(["timeSeriesFilter", "numerator", "denominator"]);

function restrictsTwice(filter: string): boolean {
  const outsideStrings = filter.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  if (/\bOR\b/.test(outsideStrings)) return false;
  return [...outsideStrings.matchAll(/(?<![\w.])resource\.type\s*=/g)].length > 1;
}

function* widgets(root: Json | undefined): Generator<[Path, Json, boolean]> {
  if (!root) return;
  for (const [i, tile] of list(record(root["mosaicLayout"])?.["tiles"]).entries()) {
    const widget = record(tile["widget"]);
    if (widget) yield [["mosaicLayout", "tiles", i, "widget"], widget, true];
  }
  for (const [i, widget] of list(record(root["gridLayout"])?.["widgets"]).entries()) {
    yield [["gridLayout", "widgets", i], widget, false];
  }
  for (const [layout, parts] of [
    ["rowLayout", "rows"],
    ["columnLayout", "columns"],
  ] as const) {
    for (const [i, part] of list(record(root[layout])?.[parts]).entries()) {
      for (const [k, widget] of list(part["widgets"]).entries()) {
        yield [[layout, parts, i, "widgets", k], widget, false];
      }
    }
  }
}

function record(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** The objects of a list, at their own indexes; other elements count as an empty object. */
function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.map((item) => record(item) ?? {}) : [];
}
