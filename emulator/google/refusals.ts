import {
  everyNode,
  formatPath,
  type Node,
  type ObjectNode,
  type PathSegment,
} from "../../core/document/node";
import type { JsonDocument } from "../../core/document/reader";
import { dataOf, type Finding } from "../../core/finding";
import type { Canonical } from "../../core/schema/canonical";
import { type Field, messageType } from "../../core/schema/messages";
import { fieldAt, pathTo, type RefusalPlace, refusalPlaceOf } from "./place";
import { recordedRefusals, type SemanticRefusal } from "./recorded-rules";
import { matchingPaths, type OrderedRefusal } from "./refuse-paths";
import { badRequest, detail, type FieldViolation, RpcError } from "./rpc-error";
import { protoPath, typeMismatch, unknownName } from "./transcoding";

export interface RefusalOptions {
  /** Unknown names to accept as members or enum values. */
  readonly newer: ReadonlySet<string>;
  readonly refuse: readonly OrderedRefusal[];
}

/**
 * Turns core's errors into the service's 400: for JSON that does not match the message type if there is any, otherwise
 * for invalid values, otherwise none.
 */
export function refusalOf(
  document: JsonDocument,
  canonical: Canonical,
  findings: readonly Finding[],
  options: RefusalOptions,
): RpcError | undefined {
  const { root } = document;
  if (root?.kind !== "object") {
    const description = 'Invalid JSON payload received. Unknown name "": Root element must be a message.';
    return badRequest([{ description }]);
  }
  const violations: FieldViolation[] = duplicates(root, canonical);
  const recorded = recordedRefusals(canonical.value, contentTest(options.newer));
  const semantic = [...recorded];
  for (const finding of findings) {
    if (finding.severity !== "error") continue;
    const place = refusalPlaceOf(root, finding);
    if (isNewer(finding, place, options.newer)) continue;
    const violation = MISSING.has(finding.code) ? undefined : typeMismatch(place, canonical);
    if (violation) violations.push(violation);
    // The method checks the name itself, because the rules depend on the method.
    else if (place.property?.key !== "name" || place.property.parent !== root) {
      const refusal = semanticForm(finding, place, canonical);
      if (!recorded.some((other) => saysTheSame(other, refusal))) semantic.push(refusal);
    }
  }
  if (violations.length > 0) return badRequest(unique(violations));
  for (const order of options.refuse) semantic.push(...ordered(order, canonical));
  return semantic.length > 0 ? semanticError(semantic) : undefined;
}

/** Findings about a missing member; their range is the object. */
const MISSING = new Set(["one-of-missing", "missing-member"]);

/** Members that are the content of a widget, including unknown ones. */
function contentTest(newer: ReadonlySet<string>): (member: string) => boolean {
  const group = messageType("Widget").oneofs.find((oneof) => oneof.name === "content");
  return (member) => newer.has(member) || (group?.members.includes(member) ?? false);
}

/** Whether a finding is only about a name that `--newer` accepts. */
function isNewer(finding: Finding, place: RefusalPlace, newer: ReadonlySet<string>): boolean {
  if (newer.size === 0) return false;
  const { node, property } = place;
  if (finding.code === "unknown-enum-value") return node?.kind === "string" && newer.has(node.value);
  if (finding.code === "one-of-missing") {
    return node?.kind === "object" && node.properties.some(({ key }) => newer.has(key));
  }
  for (let p = property; p; p = p.parent.property ?? p.parent.parent?.property)
    if (newer.has(p.key)) return true;
  return false;
}

/** A duplicate name in an object. The service accepts a name in both naming styles; the last one wins. */
function duplicates(root: ObjectNode, canonical: Canonical): FieldViolation[] {
  const violations: FieldViolation[] = [];
  for (const node of everyNode(root)) {
    if (node.kind !== "object") continue;
    const seen = new Set<string>();
    for (const { key } of node.properties) {
      if (seen.has(key)) {
        const at = protoPath({ property: node.property, node }, canonical);
        violations.push(unknownName(key, at, "Duplicate name in object."));
      }
      seen.add(key);
    }
  }
  return violations;
}

function semanticForm(finding: Finding, place: RefusalPlace, canonical: Canonical): SemanticRefusal {
  const path = pathTo(place, canonical, "json");
  if (MISSING.has(finding.code)) {
    const name = dataOf(finding, "missing")?.member;
    const missing = [...path, name ?? dataOf(finding, "missing-choice")?.group ?? ""];
    const member = place.node && canonical.messageOf(place.node)?.field(name ?? "");
    // For the service, a missing number is zero.
    if (member?.kind === "int32") return valueForm(missing, rangeText(member), "0");
    return { path: missing, text: "", form: "missing" };
  }
  const { node } = place;
  const field = node && fieldAt(node);
  const scalar = node && node.kind !== "object" && node.kind !== "array" ? String(node.value) : undefined;
  if (field?.language && scalar !== undefined) {
    const member = String(path.filter((segment) => typeof segment === "string").at(-1));
    const inner = `Field ${member} had an invalid value of "${scalar}": ${reason(finding)}`;
    return { path, text: inner, form: "value" };
  }
  if (finding.code === "out-of-range" && field?.minimum !== undefined) {
    return valueForm(path, rangeText(field), scalar);
  }
  return valueForm(path, reason(finding), scalar);
}

function rangeText({ minimum, maximum }: Field): string {
  const bounded = maximum !== undefined && maximum < 2_147_483_647;
  return bounded
    ? `must be in the range (${minimum},${maximum})`
    : `must be greater than or equal to ${minimum}`;
}

function valueForm(path: readonly PathSegment[], text: string, value: string | undefined): SemanticRefusal {
  return { path, text, form: "value", value };
}

/** Core's message as a reason: without its full stop. */
function reason(finding: Finding): string {
  return finding.message.replace(/\.$/, "");
}

/** Recorded messages replace core's messages about the same path, or about an element of the same list. */
function saysTheSame(recorded: SemanticRefusal, { path }: SemanticRefusal): boolean {
  const place = formatPath(path);
  const list = typeof path.at(-1) === "number" ? formatPath(path.slice(0, -1)) : undefined;
  return [recorded.path, ...(recorded.covers ?? [])].some((covered) => {
    const other = formatPath(covered);
    return other === place || other === list;
  });
}

function ordered({ pattern, text }: OrderedRefusal, canonical: Canonical): SemanticRefusal[] {
  const words = text.replace(/\.$/, "");
  if (pattern.length === 0) return [{ path: [], text: words, form: "sentence" }];
  return matchingPaths(canonical.value, pattern).map((path) => {
    const node = canonical.nodeOf(path.map((segment) => `/${pointerSegment(segment)}`).join(""));
    return valueForm(path, words, scalarText(node));
  });
}

function pointerSegment(segment: PathSegment): string {
  return String(segment).replaceAll("~", "~0").replaceAll("/", "~1");
}

function scalarText(node: Node | undefined): string | undefined {
  return node && node.kind !== "object" && node.kind !== "array" ? String(node.value) : undefined;
}

/** The service's own validator: all problems in one message, no violations, the same message in a DebugInfo. */
function semanticError(refusals: readonly SemanticRefusal[]): RpcError {
  const message = [...new Set(refusals.map(sentence))].join("\n");
  const original =
    "[ORIGINAL ERROR] generic::invalid_argument: com.google.apps.framework.request.BadRequestException: ";
  return new RpcError("INVALID_ARGUMENT", message, [detail("DebugInfo", { detail: original + message })]);
}

function sentence({ path, text, form, value }: SemanticRefusal): string {
  if (form === "sentence") return `${text}.`;
  const place = formatPath(path);
  if (form === "missing") return `Dashboard is missing required field ${place}.`;
  return value === undefined
    ? `Field ${place} has an invalid value: ${text}.`
    : `Field ${place} has an invalid value of "${value}": ${text}.`;
}

function unique(violations: readonly FieldViolation[]): FieldViolation[] {
  const seen = new Map(violations.map((violation) => [violation.description, violation]));
  return [...seen.values()];
}
