import { truncate } from "../document/clip";
import {
  childrenOf,
  keySpan,
  type Node,
  type ObjectNode,
  type Property,
  type Span,
  type StringNode,
} from "../document/node";
import type { Finding, FindingData, Severity } from "../finding";
import { nearestName } from "../spelling";
import { type Canonical, enumNumber } from "./canonical";
import { durationText, secondsOf } from "./duration";
import { type SchemaError, validate } from "./generated/validator";
import { type Field, type MessageType, severityOf } from "./messages";

/** Errors of structure beyond this many are left out; the count stands in the last one. */
export const MAX_ERRORS = 500;

/**
 * Types, enum names, ranges, patterns and unknown members, validated on the canonical value and reported at the author's
 * tokens, one finding per mistake.
 */
export function checkStructure(canonical: Canonical): Finding[] {
  return structureOf(canonical).findings;
}

/**
 * `checkStructure` with the number of errors behind the findings.
 *
 * @param of which values are of interest; all when absent
 */
export function structureOf(
  canonical: Canonical,
  of?: (node: Node) => boolean,
): { readonly findings: Finding[]; readonly errors: number } {
  const findings: Finding[] = [];
  if (canonical.value === undefined) return { findings, errors: 0 };
  validate(canonical.value);
  let errors = (validate.errors ?? []).filter(firstOfItsValue());
  if (of) errors = errors.filter(({ instancePath }) => of(canonical.nodeOf(instancePath)!));
  for (const error of errors.slice(0, MAX_ERRORS)) {
    const node = canonical.nodeOf(error.instancePath);
    if (node) findings.push(...explain(error, node, canonical));
  }
  if (errors.length > MAX_ERRORS) {
    const message = `${errors.length - MAX_ERRORS} more findings of this kind are not shown.`;
    findings.push(
      finding("too-many-findings", message, keyOrBracketSpan(canonical.nodeOf("")!), "information"),
    );
  }
  return { findings, errors: errors.length };
}

/** One value can fail several keywords, such as type and minimum; the first, which is the type, says what is wrong. */
function firstOfItsValue(): (error: SchemaError) => boolean {
  const seen = new Set<string>();
  return ({ keyword, instancePath }) => {
    if (keyword === "additionalProperties" || keyword === "required") return true;
    return !seen.has(instancePath) && Boolean(seen.add(instancePath));
  };
}

function explain(error: SchemaError, node: Node, canonical: Canonical): Finding[] {
  switch (error.keyword) {
    case "additionalProperties":
      return unknownMember(error.params["additionalProperty"] as string, node, canonical);
    case "required":
      return node.kind === "object"
        ? missingMember(error.params["missingProperty"] as string, node, canonical)
        : [];
  }
  const field = canonical.fieldOf(node);
  switch (error.keyword) {
    case "minimum":
    case "maximum":
      return [outOfRange(node, field)];
    case "maxItems": {
      const message = `${name(node)} has ${childrenOf(node).length} entries, but the service allows at most ${error.params["limit"]}.`;
      return [finding("too-many-items", message, spanOfNode(node), severityOf(field?.evidence))];
    }
    default:
      return misfit(node, field);
  }
}

function unknownMember(key: string, node: Node, canonical: Canonical): Finding[] {
  if (node.kind !== "object") return [];
  const type = canonical.messageOf(node);
  const known = type?.fields.map((field) => field.name) ?? [];
  const suggestion = nearestName(key, known);
  const where = type ? ` in ${typeName(type)}` : "";
  const hint = suggestion
    ? ` Did you mean "${suggestion}"?`
    : known.length === 0
      ? " It has no members."
      : ' Remove it, or see "Known limits" if the service is newer than Mosaic.';
  const message = `Unknown member "${truncate(key)}"${where}.${hint}`;
  return node.properties
    .filter((property) => property.key === key)
    .map((property) => finding("unknown-member", message, keySpan(property), "error", suggested(suggestion)));
}

/** A value of the wrong type or format. */
function misfit(node: Node, field: Field | undefined): Finding[] {
  if (!field) return [wrongType(node, node.parent ? "a string" : DASHBOARD)];
  if (node.kind === "null") {
    const message = "A list cannot contain null. Remove the entry.";
    return [finding("null-in-list", message, spanOfNode(node))];
  }
  if (field.repeated && node.parent?.kind !== "array") return [wrongType(node, "a list")];
  const isScalar = node.kind !== "object" && node.kind !== "array";
  switch (field.kind) {
    case "message":
      return [wrongType(node, "an object")];
    case "map":
      return [wrongType(node, "an object with string values")];
    case "bool":
      return [wrongType(node, "true or false")];
    case "double":
      return [wrongType(node, "a number")];
    case "enum":
      // The service accepts any number, as proto3 readers do.
      if (enumNumber(node) !== undefined) return [];
      return [node.kind === "string" ? unknownEnumValue(node, field) : wrongType(node, oneOf(field))];
    case "int32":
    case "int64":
      return [isScalar ? notAnInteger(node) : wrongType(node, "an integer")];
    case "duration":
      return [invalidDuration(node)];
    case "timestamp":
      return [invalidTimestamp(node)];
    case "string":
      if (node.kind !== "string") return [wrongType(node, "a string")];
      return [invalidForm(node, field)];
  }
}

const DASHBOARD = "an object with displayName and one layout";

function wrongType(node: Node, wanted: string): Finding {
  const subject = node.parent ? name(node) : "A dashboard";
  return finding("wrong-type", `${subject} must be ${wanted}, not ${kindName(node)}.`, spanOfNode(node));
}

function unknownEnumValue(node: StringNode, field: Field): Finding {
  const suggestion = nearestName(
    node.value,
    field.enum!.values.map((value) => value.name),
  );
  const hint = suggestion ? `Did you mean "${suggestion}"?` : `Use ${oneOf(field)}.`;
  const message = `"${truncate(node.value)}" is not a valid value of ${name(node)}. ${hint}`;
  // The values of a member without documentation are those that were seen somewhere, which need not be all.
  const severity = field.undocumented ? "warning" : "error";
  return finding("unknown-enum-value", message, spanOfNode(node), severity, suggested(suggestion));
}

/** The names an enum member takes, as far as a sentence can hold them. */
function oneOf(field: Field): string {
  const names = field.enum!.values.flatMap(({ name: value, undocumented }) =>
    undocumented || value.endsWith("_UNSPECIFIED") ? [] : [value],
  );
  return `one of ${names.slice(0, 6).join(", ")}${names.length > 6 ? ", …" : ""}`;
}

function notAnInteger(node: Node): Finding {
  return finding(
    "not-an-integer",
    `${name(node)} must be an integer, not ${kindName(node)}.`,
    spanOfNode(node),
  );
}

function invalidTimestamp(node: Node): Finding {
  const message = `${name(node)} must be a timestamp such as "2026-03-01T08:00:00Z".`;
  return finding("invalid-timestamp", message, spanOfNode(node));
}

function invalidForm(node: Node, field: Field): Finding {
  const expected = field.patternMessage ?? "The value does not have the required format.";
  return finding("invalid-form", `${name(node)}: ${expected}`, spanOfNode(node), severityOf(field.evidence));
}

/** `"5m"` and friends: says the same length in the one form that the service reads. */
function invalidDuration(node: Node): Finding {
  const seconds =
    node.kind === "string" ? secondsOf(node.value) : node.kind === "number" ? node.value : undefined;
  const suggestion = seconds === undefined ? undefined : durationText(seconds);
  const hint = suggestion ? `Write "${suggestion}".` : 'Write seconds followed by s, such as "300s".';
  const message = `${name(node)} must be a duration in seconds, not ${kindName(node)}. ${hint}`;
  return finding("invalid-duration", message, spanOfNode(node), "error", suggested(suggestion));
}

const INT32_MAX = 2 ** 31 - 1;

function outOfRange(node: Node, field: Field | undefined): Finding {
  const low = field?.minimum ?? -INT32_MAX - 1;
  const high = field?.maximum ?? INT32_MAX;
  const written = node.kind === "number" || node.kind === "string" ? Number(node.value) : 0;
  const fitsWire = Math.abs(written) <= INT32_MAX;
  const range =
    high < INT32_MAX
      ? `from ${low} to ${high}`
      : fitsWire
        ? `${low} or more`
        : "in the range of a 32-bit integer";
  const severity = fitsWire && field?.evidence === "inferred" ? "warning" : "error";
  return finding(
    "out-of-range",
    `${name(node)} must be ${range}. It is ${written}.`,
    spanOfNode(node),
    severity,
  );
}

/**
 * The finding about a member that has to be there, at the object that should hold it; none while the member's value is
 * still being typed, or when a misspelled member is found already.
 */
export function missingMember(key: string, node: ObjectNode, canonical: Canonical): Finding[] {
  const type = canonical.messageOf(node);
  const known = type?.fields.map((field) => field.name) ?? [];
  const isMeant = ({ key: written, value }: Property) => {
    const field = type?.field(written);
    return field ? !value && field.name === key : nearestName(written, known) === key;
  };
  if (node.properties.some(isMeant)) return [];
  const subject = type ? typeName(type) : "this object";
  const message = `${subject[0]!.toUpperCase()}${subject.slice(1)} needs "${key}".`;
  return [
    finding("missing-member", message, keyOrBracketSpan(node), "error", { kind: "missing", member: key }),
  ];
}

function kindName(node: Node): string {
  switch (node.kind) {
    case "array":
      return "a list";
    case "object":
      return "an object";
    case "string":
      return `the string "${truncate(node.value)}"`;
    case "null":
      return "null";
    default:
      return String(node.value);
  }
}

/** The author's name for a value. */
function name(node: Node): string {
  if (node.property) return `"${truncate(node.property.key)}"`;
  return node.parent?.property ? `An entry of "${truncate(node.parent.property.key)}"` : "This value";
}

/** A message's name in a sentence. */
export function typeName(type: MessageType): string {
  if (type.name === "Empty") return "an empty object";
  const words = type.name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/^xy\b/, "XY");
  return /^([aeiou]|XY)/.test(words) ? `an ${words}` : `a ${words}`;
}

/** The token to underline for a value: itself, or for containers the key that carries it. */
export function spanOfNode(node: Node): Span {
  if (node.kind === "object" || node.kind === "array") return keyOrBracketSpan(node);
  return { offset: node.offset, length: node.length };
}

/** The key of a container, or its opening bracket. */
export function keyOrBracketSpan(node: Node): Span {
  const property: Property | undefined = node.property;
  return property ? keySpan(property) : { offset: node.offset, length: 1 };
}

function suggested(suggestion: string | undefined): FindingData | undefined {
  return suggestion === undefined ? undefined : { kind: "suggestion", suggestion };
}

function finding(
  code: string,
  message: string,
  { offset, length }: Span,
  severity: Severity = "error",
  data?: FindingData,
): Finding {
  return { code, severity, message, offset, length, data };
}
