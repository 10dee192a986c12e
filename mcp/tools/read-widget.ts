import { inertText } from "../../core/inert-text";
import { childPointer, valueAt } from "../../core/inspector/address";
import { isObject } from "../../core/shape";
import { open } from "../open";
import { pointerIn } from "../pointer";
import { object } from "../schema";
import { tool } from "../tool";
import { findWidget } from "../widgets";
import { Wrong } from "../wrong";
import { DASHBOARD, FILE, inertValue, NOTICE, NOTICE_TEXT, WIDGET } from "./common";

/** Characters of JSON in one answer. */
const MOST = 6000;

/** One widget, or a member of it or of the dashboard. */
export const READ = tool({
  name: "read_widget",
  title: "Read a widget",
  description:
    "Returns the JSON of one widget, in canonical names. With member, only that part of it. Without widget, a member of the dashboard such as /dashboardFilters.",
  input: object(
    {
      file: FILE,
      dashboard: DASHBOARD,
      widget: WIDGET,
      member: {
        type: "string",
        description: "JSON pointer in the widget such as /xyChart/dataSets/0/timeSeriesQuery",
      },
    },
    ["file"],
  ),
  output: object(
    {
      version: { type: "string", description: "of the file, for the base of an edit" },
      widget: { type: "string" },
      value: { description: "the JSON; members that are too long are replaced by a note" },
      cut: {
        type: "array",
        items: { type: "string" },
        description: "JSON pointers of members that were left out; read them with member",
      },
      notice: NOTICE,
    },
    ["version", "value", "notice"],
  ),
  readOnly: true,
  async run({ file, dashboard: wanted, widget: name, member }, session) {
    if (name === undefined && member === undefined)
      throw new Wrong('Specify "widget", "member" or both. outline_dashboard lists the widgets.');
    const opened = await open(session, file, wanted);
    const { dashboard, version } = opened;
    session.saw(opened.file, version);
    const widget = name === undefined ? undefined : findWidget(dashboard, name);
    const start = widget?.tile.id ?? "";
    const pointer = start + pointerIn(member ?? "", widget ? "Widget" : "Dashboard");
    const value = valueAt(dashboard.canonical.value, pointer);
    if (value === undefined)
      throw new Wrong(
        `${JSON.stringify(member)} is not set.${presentMembers(valueAt(dashboard.canonical.value, start))}`,
      );
    const cut: string[] = [];
    return {
      structured: {
        version,
        ...(widget && { widget: inertText(widget.ref) }),
        value: shortened(inertValue(value), pointer.slice(start.length), cut),
        ...(cut.length > 0 && { cut }),
        notice: NOTICE_TEXT,
      },
    };
  },
});

function presentMembers(value: unknown): string {
  return isObject(value) ? ` Members that are set: ${Object.keys(value).slice(0, 20).join(", ")}.` : "";
}

/** The value with its largest members left out until it fits an answer. */
function shortened(value: unknown, pointer: string, cut: string[]): unknown {
  if (sizeOf(value) <= MOST) return value;
  const isList = Array.isArray(value);
  if (!isList && !isObject(value)) return value;
  const entries: [string, unknown][] = Object.entries(value as object);
  const fair = Math.max(200, MOST / Math.max(1, entries.length));
  let left = MOST;
  const kept = entries.map(([key, member]) => {
    const size = sizeOf(member);
    if (size <= fair || size <= left - 200 * entries.length) {
      left -= size;
      return [key, member] as const;
    }
    const at = childPointer(pointer, key);
    cut.push(at);
    return [key, `(${size} characters left out; read ${at})`] as const;
  });
  return isList ? kept.map(([, member]) => member) : Object.fromEntries(kept);
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
