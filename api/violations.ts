import type { FieldViolation } from "../core/sync/service";

/**
 * Reads the two kinds of 400 responses into field violations.
 *
 * The first comes from the JSON front end: one violation per problem, paths in snake_case that start with `dashboard`.
 * The second comes from the service's own checks: one text with a problem a line, paths in lowerCamelCase from the root.
 *
 * @param message the `message` of the error
 * @param details its `details`
 * @returns at least one field violation if there is any text; without a pointer if the service named no path
 */
export function readViolations(
  message: string,
  details: readonly Record<string, unknown>[],
): readonly FieldViolation[] {
  const violations = details
    .filter((d) => String(d["@type"]).endsWith("google.rpc.BadRequest"))
    .flatMap((d) => (Array.isArray(d["fieldViolations"]) ? d["fieldViolations"] : []));
  const fromDetails = violations.flatMap((v) => violation(v as Record<string, unknown>));
  if (fromDetails.length > 0) return fromDetails;
  if (/^Invalid (JSON payload|value)/.test(message)) {
    return message
      .split(/\n(?=Invalid (?:JSON payload|value))/)
      .map((part) => ({ pointer: transcodingPointer(part), message: part }));
  }
  const own = semantic(message);
  if (own.some((c) => c.pointer !== undefined)) return own;
  const debug = semantic(originalError(details));
  return debug.some((c) => c.pointer !== undefined) ? debug : own;
}

function violation(value: Record<string, unknown>): FieldViolation[] {
  const description = typeof value["description"] === "string" ? value["description"] : "";
  const field = typeof value["field"] === "string" ? value["field"] : "";
  if (!description && !field) return [];
  const pointer = transcodingPointer(description) ?? (field ? pointerOf(field, true) : undefined);
  return [{ pointer, message: description || `The service rejected ${field}.` }];
}

/** The place a transcoding message names: the unknown or doubly set member itself rather than its parent. */
function transcodingPointer(message: string): string | undefined {
  const unknown = /Unknown name "([^"]*)"(?: at '([^']*)')?: Cannot find field/.exec(message);
  if (unknown) return `${unknown[2] ? pointerOf(unknown[2], true) : ""}/${escapeSegment(unknown[1]!)}`;
  const oneof = /Invalid value at '([^']*)' \(oneof\).*Cannot set '([^']*)'/s.exec(message);
  if (oneof) return `${pointerOf(oneof[1]!, true)}/${escapeSegment(camel(oneof[2]!))}`;
  const value = /Invalid value at '([^']*)'/.exec(message);
  return value ? pointerOf(value[1]!, true) : undefined;
}

// Values may contain quotes and line breaks, so problems are separated by how they begin, not by line ends.
const BEGINNING =
  /(?:^|\n)(?=Field [A-Za-z0-9_.[\]]+ has an invalid value|Dashboard is missing required field |[A-Za-z]+ is only allowed in )/;
const FIELD = /^Field ([A-Za-z0-9_.[\]]+) has an invalid value/;
const MISSING = /^Dashboard is missing required field ([A-Za-z0-9_.[\]]+?)\.?$/;

function semantic(text: string): FieldViolation[] {
  return text
    .split(BEGINNING)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const path = FIELD.exec(part)?.[1] ?? MISSING.exec(part.split("\n")[0]!)?.[1];
      return { pointer: path === undefined ? undefined : pointerOf(path, false), message: part };
    });
}

/** The text that a DebugInfo repeats after its class names; empty when there is none. */
function originalError(details: readonly Record<string, unknown>[]): string {
  const debug = details.find((d) => String(d["@type"]).endsWith("google.rpc.DebugInfo"))?.["detail"];
  if (typeof debug !== "string") return "";
  return (
    /\[ORIGINAL ERROR\] generic::\w+: (?:[\w.$]+: )?([\s\S]*?)(?: \[google\.rpc[\s\S]*)?$/.exec(debug)?.[1] ??
    ""
  );
}

/**
 * `dashboard.mosaic_layout.tiles[3].x_pos` or `mosaicLayout.tiles[3].xPos` as `/mosaicLayout/tiles/3/xPos`.
 *
 * @param fromRequest the path starts with the name of the request's own field, which is no part of the dashboard
 */
export function pointerOf(path: string, fromRequest: boolean): string {
  const segments = path.match(/[^.[\]]+/g) ?? [];
  if (fromRequest && segments[0] === "dashboard") segments.shift();
  const inMap = segments[0] === "labels";
  return segments.map((s, i) => `/${escapeSegment(inMap && i > 0 ? s : camel(s))}`).join("");
}

function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
}

function escapeSegment(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
