import type { JsonDocument } from "../document/reader";
import { canonicalize } from "../schema/canonical";
import { canonicalValue } from "../schema/canonical-value";
import { dashboardType, type Field, type MessageType } from "../schema/messages";
import { equalityKey, getMember, isArray, isObject, type Json, type JsonObject, setMember } from "./json";
import { durationText, int64Text, timestampText } from "./scalars";

/**
 * The form in which dashboards are compared, without anything that the service adds, drops or reorders on save.
 *
 * - `etag` is left out, and of `name` only the last segment stays, since the project stands there as id or as number;
 * - zero values, empty texts, lists and maps are left out, and so is what the service writes for members that are
 * missing;
 * - numbers, durations, time stamps and enums have one spelling each; members are sorted;
 * - mosaic tiles are sorted by their place, because their order means nothing; tiles of one and the same rectangle keep
 *   their order. Every other list keeps its order.
 *
 * Objects keep their presence: `{}` and nothing are two things to the service.
 *
 * @param value a dashboard as JSON, in any spelling that the service reads
 */
export function normalForm(value: unknown): Json {
  return normalOf(canonicalValue(value));
}

/** The same for a text that has been read; null when it holds no value. */
export function normalFormOf(document: JsonDocument): Json {
  return normalOf(canonicalize(document).value);
}

/** The normal form of a dashboard in canonical spelling; null for undefined. */
export function normalOf(canonical: unknown): Json {
  return canonical === undefined ? null : normalMessage(canonical as Json, dashboardType());
}

/** Normal form of one message; `type` is absent below members that the schema does not know. */
export function normalMessage(value: Json, type: MessageType | undefined): Json {
  if (!isObject(value)) return value;
  const isRoot = type?.name === "Dashboard";
  const out: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) {
    if (isRoot && key === "etag") continue;
    const member = value[key]!;
    const normal =
      isRoot && key === "name" && typeof member === "string"
        ? (member.split("/").pop() as string)
        : normalMember(member, type?.field(key), type);
    if (normal !== undefined) setMember(out, key, normal);
  }
  return out;
}

/** Normal form of a member, or undefined when it says no more than its absence. */
export function normalMember(
  value: Json,
  field: Field | undefined,
  owner: MessageType | undefined,
): Json | undefined {
  const normal = field ? normalField(value, field) : normalUnknown(value);
  if (normal === undefined || !field) return normal;
  const written = WRITTEN_BY_SERVICE[`${owner?.name}.${field.name}`];
  return written !== undefined && written === equalityKey(normal) ? undefined : normal;
}

/** What the service writes into a message where the member is missing, by message and member. */
const WRITTEN_BY_SERVICE: Readonly<Record<string, string>> = {
  "DataSet.targetAxis": '"Y1"',
  "Text.format": '"MARKDOWN"',
  "Text.style": "{}",
  "TableDataSet.minAlignmentPeriod": '"0s"',
  "Axis.scale": '"LINEAR"',
};

function normalField(value: Json, field: Field): Json | undefined {
  if (field.repeated) {
    if (!isArray(value)) return value;
    if (value.length === 0) return undefined;
    const items = value.map((item) => normalElement(item, field));
    return field.message?.name === "Tile" ? sortTiles(items) : items;
  }
  const normal = normalElement(value, field);
  return isZero(normal, field) ? undefined : normal;
}

/**
 * Whether the service omits a member with this value: zeros, empty strings, lists and maps.
 *
 * @param value in canonical spelling
 */
export function isDroppedOnSave(value: unknown, field: Field): boolean {
  if (field.repeated) return isArray(value as Json) && (value as readonly Json[]).length === 0;
  // A message is always kept.
  return field.kind !== "message" && isZero(normalElement(value as Json, field), field);
}

/** Normal form of one value of a field: of the field itself, or of one element when it is a list. */
export function normalElement(value: Json, field: Field): Json {
  switch (field.kind) {
    case "message":
      return normalMessage(value, field.message);
    case "map":
      return isObject(value) ? sortMembers(value) : value;
    case "int64":
      return int64Text(value);
    case "duration":
      return typeof value === "string" ? durationText(value) : value;
    case "timestamp":
      return typeof value === "string" ? timestampText(value) : value;
    default:
      // The service has no negative zero.
      return value === 0 ? 0 : value;
  }
}

/**
 * Whether the service does not distinguish a value from a missing member. Members of a oneof have presence, except the
 * empty default string of a filter.
 */
function isZero(value: Json, field: Field): boolean {
  if (field.kind === "map") return isObject(value) && Object.keys(value).length === 0;
  if (field.kind === "message" || field.kind === "duration" || field.kind === "timestamp") return false;
  if (field.oneof && field.name !== "stringValue") return false;
  if (field.kind === "enum")
    return field.enum!.values.some((v) => v.name === value && v.number === 0) || isUnspecified(value);
  return value === 0 || value === "" || value === false || (field.kind === "int64" && value === "0");
}

/** The zero value of enums whose numbers are not published. */
function isUnspecified(value: Json): boolean {
  return typeof value === "string" && value.endsWith("_UNSPECIFIED");
}

/** Below a member that the schema does not know: zero values go, as they do everywhere, and the rest stays. */
function normalUnknown(value: Json): Json | undefined {
  if (value === null || value === 0 || value === "" || value === false) return undefined;
  if (isArray(value)) return value.length === 0 ? undefined : value.map((v) => normalUnknown(v) ?? v);
  return isObject(value) ? normalMessage(value, undefined) : value;
}

function sortMembers(value: JsonObject): Json {
  const out: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) setMember(out, key, value[key]!);
  return out;
}

/** Stable, so that tiles of one rectangle stay in their order. */
export function sortTiles(tiles: readonly Json[]): Json[] {
  const place = (tile: Json, key: string): number => {
    const value = getMember(tile, key);
    return typeof value === "number" ? value : 0;
  };
  return [...tiles].sort((a, b) => {
    for (const key of ["yPos", "xPos", "height", "width"]) {
      const difference = place(a, key) - place(b, key);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}
