import { equalityKey, getMember, isObject, type Json, type JsonObject } from "./json";

/** A location in a dashboard: as a pointer, and described in words. */
export interface DashboardLocation {
  /** JSON pointer in canonical names. */
  readonly pointer: string;
  /** The tile or widget this is in, in words; empty outside. */
  readonly thing: string;
  /** Path below that thing, such as `xyChart.dataSets[0].plotType`. */
  readonly path: string;
}

export const ROOT_LOCATION: DashboardLocation = { pointer: "", thing: "", path: "" };

/** The place of a member. */
export function memberLocation(at: DashboardLocation, key: string): DashboardLocation {
  const escaped = key.replaceAll("~", "~0").replaceAll("/", "~1");
  // Omit the `widget` wrapper of tiles from the path.
  const hidden = key === "widget" && at.thing !== "" && at.path === "";
  return {
    pointer: `${at.pointer}/${escaped}`,
    thing: at.thing,
    path: hidden ? "" : at.path ? `${at.path}.${key}` : key,
  };
}

/**
 * The place of an element of a list.
 *
 * @param member name of the list; tiles and widgets are described by what they show
 * @param all the elements of the list that the description is taken from
 * @param described position in `all`
 * @param index position that the pointer and the path name
 */
export function elementLocation(
  at: DashboardLocation,
  member: string,
  all: readonly Json[],
  described: number,
  index = described,
): DashboardLocation {
  const pointer = `${at.pointer}/${index}`;
  const thing = member === "tiles" ? "tile" : member === "widgets" ? "widget" : undefined;
  if (!thing) return { pointer, thing: at.thing, path: `${at.path}[${index}]` };
  const words = describe(all, described, thing);
  return { pointer, thing: at.thing ? `${at.thing} › ${words}` : words, path: "" };
}

/** `tile "CPU": width`, followed by the difference. */
export function describeChange(at: DashboardLocation, what: string): string {
  if (at.thing === "") return [at.path, what].filter(Boolean).join(" ");
  return at.path === "" ? `${at.thing} ${what}` : `${at.thing}: ${at.path} ${what}`;
}

/** A tile or widget in words: its title, with its position if the title is missing or not unique. */
function describe(all: readonly Json[], index: number, thing: "tile" | "widget"): string {
  const element = all[index]!;
  const widgetOf = (e: Json): Json | undefined => (thing === "tile" ? getMember(e, "widget") : e);
  const title = getMember(widgetOf(element), "title");
  const place =
    thing === "tile"
      ? `at column ${formatValue(getMember(element, "xPos") ?? 0)}, row ${formatValue(getMember(element, "yPos") ?? 0)}`
      : `number ${index + 1}`;
  if (typeof title === "string" && title !== "") {
    const alone = all.filter((other) => getMember(widgetOf(other), "title") === title).length < 2;
    return alone ? `${thing} ${formatValue(title)}` : `${thing} ${formatValue(title)} ${place}`;
  }
  const kind = contentOf(widgetOf(element));
  return kind ? `${kind} ${thing} ${place}` : `${thing} ${place}`;
}

const NO_CONTENT = new Set(["id", "title", "timeRange", "visibilityCondition"]);

/** The member of a widget that says what kind of widget it is. */
export function contentOf(widget: Json | undefined): string | undefined {
  return isObject(widget) ? Object.keys(widget as JsonObject).find((k) => !NO_CONTENT.has(k)) : undefined;
}

/** A value as JSON, cut where it gets long. */
export function formatValue(value: Json): string {
  const text = equalityKey(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
