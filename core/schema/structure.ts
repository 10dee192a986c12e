import { children, keySpan, type Node, type Property, type Span } from "../document/node";
import type { Finding, Severity } from "../finding";
import { nearest } from "../spelling";
import type { Canonical } from "./canonical";
import { type SchemaError, validate } from "./generated/validator";
import { type Field, type MessageType, severityOf } from "./messages";

/** Findings about structure beyond this many are left out; the count stands in the last one. */
const MAX_FINDINGS = 500;

/**
 * Types, enum names, ranges, patterns and unknown members, judged by the schema's validator on the canonical value and
 * reported at the author's own tokens.
 */
export function checkStructure(canonical: Canonical): Finding[] {
  if (canonical.value === undefined) return [];
  validate(canonical.value);
  const errors = validate.errors ?? [];
  const findings: Finding[] = [];
  for (const error of errors.slice(0, MAX_FINDINGS)) {
    const node = canonical.nodeOf(error.instancePath);
    if (node) findings.push(...explain(error, node, canonical));
  }
  if (errors.length > MAX_FINDINGS) {
    const root = canonical.nodeOf("")!;
    const message = `${errors.length - MAX_FINDINGS} more findings of this kind are not shown.`;
    findings.push({
      code: "too-many-findings",
      severity: "information",
      message,
      offset: root.offset,
      length: 1,
    });
  }
  return findings;
}

function explain(error: SchemaError, node: Node, canonical: Canonical): Finding[] {
  const field = canonical.fieldOf(node);
  switch (error.keyword) {
    case "additionalProperties":
      return unknownMember(error.params["additionalProperty"] as string, node, canonical);
    case "type":
      return [wrongType(node, field, canonical)];
    case "enum":
      return [unknownEnumValue(node, field)];
    case "pattern":
      return [wrongForm(node, field)];
    case "minimum":
    case "maximum":
      return [outOfRange(node, field)];
    case "required":
      return missing(error.params["missingProperty"] as string, node, canonical);
    case "maxItems": {
      const message = `${name(node)} holds ${children(node).length} entries; the service takes at most ${error.params["limit"]}.`;
      return [finding("too-many-items", message, at(node), severityOf(field?.evidence))];
    }
    default:
      return [finding("invalid", `${name(node)} is not valid here (${error.keyword}).`, at(node))];
  }
}

function unknownMember(key: string, node: Node, canonical: Canonical): Finding[] {
  if (node.kind !== "object") return [];
  const type = canonical.messageOf(node);
  const known = type?.fields.map((field) => field.name) ?? [];
  const suggestion = nearest(key, known);
  const where = type ? ` in ${typeName(type)}` : "";
  const hint = suggestion
    ? ` Did you mean "${suggestion}"?`
    : known.length === 0
      ? " It takes no members."
      : ' Remove it, or see "Known limits" if the service is newer than Mosaic.';
  return node.properties
    .filter((property) => property.key === key && property.value?.kind !== "null")
    .map((property) =>
      finding(
        "unknown-member",
        `The service knows no member "${clip(key)}"${where}.${hint}`,
        keySpan(property),
        "error",
        {
          member: key,
          ...(suggestion && { suggestion }),
        },
      ),
    );
}

function wrongType(node: Node, field: Field | undefined, canonical: Canonical): Finding {
  if (node.kind === "null") {
    const message = "A list cannot hold null: the service refuses it. Remove the entry.";
    return finding("null-in-list", message, at(node));
  }
  if (!field) {
    const wanted = node.parent ? "text" : "an object with displayName and one layout";
    return finding(
      "wrong-type",
      `${node.parent ? name(node) : "A dashboard"} is ${wanted}, not ${kindName(node)}.`,
      at(node),
    );
  }
  const isList = field.repeated && node.parent?.kind !== "array";
  const wanted = isList ? "a list" : wantedForm(field, canonical, node);
  const integer = field.kind === "int32" || field.kind === "int64";
  if (integer && !isList && node.kind === "number") {
    return finding(
      "not-an-integer",
      `${name(node)} is a whole number; the service refuses ${node.value}.`,
      at(node),
    );
  }
  if (field.kind === "duration" && !isList) return durationForm(node);
  return finding("wrong-type", `${name(node)} is ${wanted}, not ${kindName(node)}.`, at(node));
}

function unknownEnumValue(node: Node, field: Field | undefined): Finding {
  const written = node.kind === "string" ? node.value : String(node.kind);
  const values = field?.enum?.values ?? [];
  const suggestion = nearest(
    written,
    values.map((value) => value.name),
  );
  const listed = values.filter((value) => !value.undocumented).map((value) => value.name);
  const hint = suggestion
    ? `Did you mean "${suggestion}"?`
    : `Use one of ${listed.slice(0, 6).join(", ")}${listed.length > 6 ? ", …" : ""}.`;
  const message = `"${clip(written)}" is not a value of ${name(node)}. ${hint}`;
  return finding("unknown-enum-value", message, at(node), "error", suggestion && { suggestion });
}

function wrongForm(node: Node, field: Field | undefined): Finding {
  switch (field?.kind) {
    case "duration":
      return durationForm(node);
    case "timestamp": {
      const message = `${name(node)} is a time such as "2026-03-01T08:00:00Z", with date, time and zone.`;
      return finding("invalid-timestamp", message, at(node));
    }
    case "int64":
      return finding("not-an-integer", `${name(node)} is a whole number, such as "2" or 2.`, at(node));
    case "double":
      return finding("wrong-type", `${name(node)} is a number, not text.`, at(node));
    default: {
      const expected = field?.patternMessage ?? "It does not have the form that the service expects.";
      return finding("invalid-form", `${name(node)}: ${expected}`, at(node), severityOf(field?.evidence));
    }
  }
}

/** `"5m"` and friends: says the same length in the one form that the service reads. */
function durationForm(node: Node): Finding {
  const seconds =
    node.kind === "string" ? secondsOf(node.value) : node.kind === "number" ? node.value : undefined;
  const written = node.kind === "string" ? `"${clip(node.value)}"` : kindName(node);
  const suggestion = seconds !== undefined && seconds >= 0 ? `${seconds}s` : undefined;
  const hint = suggestion ? `Write "${suggestion}".` : 'Write seconds with an s at the end, such as "300s".';
  const message = `${name(node)} is a duration in seconds, and ${written} is not. ${hint}`;
  return finding("invalid-duration", message, at(node), "error", suggestion && { suggestion });
}

const UNITS: Record<string, number> = {
  ms: 0.001,
  s: 1,
  sec: 1,
  m: 60,
  min: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
};

/** Seconds of a length that people write, such as `5m`, `1.5h`, `60` or `1h30m`; undefined when it is none. */
export function secondsOf(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  const parts = [...trimmed.matchAll(/(\d+(?:\.\d+)?)\s*(ms|sec|s|min|m|h|d|w)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join("") !== trimmed) return undefined;
  const total = parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit!]!, 0);
  return Math.round(total * 1e9) / 1e9;
}

function outOfRange(node: Node, field: Field | undefined): Finding {
  const low = field?.minimum;
  const high = field?.maximum;
  const int32 = low === -2147483648 || low === undefined;
  const range =
    low !== undefined && !int32 && high !== undefined && high < 2147483647
      ? `from ${low} to ${high}`
      : !int32
        ? `${low} or more`
        : "in the range of a 32-bit integer";
  const written =
    node.kind === "number" || node.kind === "string" ? ` It is ${clip(String(node.value))}.` : "";
  const severity = int32 ? "error" : field?.evidence === "inferred" ? "warning" : "error";
  return finding("out-of-range", `${name(node)} must be ${range}.${written}`, at(node), severity);
}

function missing(key: string, node: Node, canonical: Canonical): Finding[] {
  const type = canonical.messageOf(node);
  const message = `${type ? capital(typeName(type)) : "This object"} needs "${key}".`;
  return [finding("missing-member", message, head(node), "error", { member: key })];
}

function wantedForm(field: Field, canonical: Canonical, node: Node): string {
  switch (field.kind) {
    case "message":
      return "an object";
    case "map":
      return canonical.fieldOf(node) && node.parent?.kind === "object" && canonical.messageOf(node.parent)
        ? "an object of texts"
        : "text";
    case "enum":
      return `one of the names of ${field.enum!.name}`;
    case "bool":
      return "true or false";
    case "int32":
    case "int64":
      return "a whole number";
    case "double":
      return "a number";
    case "timestamp":
      return "a time in quotes";
    default:
      return "text in double quotes";
  }
}

function kindName(node: Node): string {
  switch (node.kind) {
    case "array":
      return "a list";
    case "object":
      return "an object";
    case "string":
      return `the text "${clip(node.value)}"`;
    case "null":
      return "null";
    default:
      return String(node.value);
  }
}

/** The author's name for a value. */
function name(node: Node): string {
  if (node.property) return `"${clip(node.property.key)}"`;
  return node.parent?.property ? `An entry of "${clip(node.parent.property.key)}"` : "This value";
}

/** A message's name in a sentence. */
export function typeName(type: MessageType): string {
  const words = type.name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return /^[aeiou]/.test(words) ? `an ${words}` : `a ${words}`;
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

/** The token to underline for a value: itself, or for containers the key that carries it. */
function at(node: Node): Span {
  return node.kind === "object" || node.kind === "array" ? head(node) : node;
}

/** The key of a container, or its opening bracket. */
export function head(node: Node): Span {
  const property: Property | undefined = node.property;
  return property ? keySpan(property) : { offset: node.offset, length: 1 };
}

function finding(
  code: string,
  message: string,
  { offset, length }: Span,
  severity: Severity = "error",
  data?: unknown,
): Finding {
  return { code, severity, message, offset, length, ...(data ? { data } : {}) };
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
