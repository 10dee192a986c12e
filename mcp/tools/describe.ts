import { Dashboard } from "../../core/dashboard";
import { newWidget } from "../../core/features/changing/gestures/new-widgets";
import { startValue } from "../../core/features/completion/start-value";
import { CONTENT_KINDS, type ContentKind } from "../../core/grid/kinds";
import type { RuleEntry } from "../../core/rules/rule-entries";
import { ruleEntries } from "../../core/rules/rule-entries";
import {
  dashboardType,
  type EnumType,
  type Field,
  type MessageType,
  messageNames,
  messageType,
} from "../../core/schema/messages";
import { equalIgnoringCaseAndUnderscores, nearestName } from "../../core/spelling";
import { segmentsIn } from "../pointer";
import { object } from "../schema";
import { tool } from "../tool";
import { Wrong } from "../wrong";

/** A member, a widget kind, a message, an enum or a rule. */
export const DESCRIBE = tool({
  name: "describe",
  title: "Describe a member, widget kind or rule",
  description:
    "Explains a widget kind (xyChart), a message (DataSet), a member (Aggregation.perSeriesAligner, or a path such as xyChart.dataSets.plotType), an enum, or a rule id of a finding, with valid values and a minimal valid example.",
  input: object(
    { name: { type: "string", description: "such as scorecard, Threshold.color, tile-overlap" } },
    ["name"],
  ),
  output: object(
    {
      name: { type: "string" },
      is: { type: "string", enum: ["widget", "message", "member", "enum", "rule"] },
      about: { type: "string" },
      members: {
        type: "array",
        items: object(
          {
            name: { type: "string" },
            type: { type: "string" },
            about: { type: "string" },
            required: { type: "boolean" },
          },
          ["name", "type"],
        ),
      },
      choices: { type: "array", items: { type: "string" }, description: "members of which one is set" },
      values: {
        type: "array",
        items: object({ value: { type: "string" }, about: { type: "string" } }, ["value"]),
      },
      severity: { type: "string" },
      invalid: { type: "string", description: "what the rule finds" },
      example: { description: "a minimal valid value" },
      valid: { type: "string", description: "what the rule accepts" },
    },
    ["name", "is", "about"],
  ),
  readOnly: true,
  async run({ name }) {
    const wanted = name.trim();
    const rule = ruleEntries().find(({ id }) => id === wanted);
    if (rule) return { structured: ruleText(rule) };
    const kind = CONTENT_KINDS.find((one) => equalIgnoringCaseAndUnderscores(one, wanted));
    if (kind) return { structured: widgetText(kind) };
    const message = messageNames().find((one) => equalIgnoringCaseAndUnderscores(one, wanted));
    if (message !== undefined) return { structured: messageText(messageType(message)) };
    const enumType = enumNamed(wanted);
    if (enumType) return { structured: enumText(enumType) };
    const member = memberNamed(wanted);
    if (member) return { structured: memberText(member.owner, member.field) };
    throw new Wrong(`There is nothing named ${JSON.stringify(wanted)}.${nearest(wanted)}`);
  },
});

/** An enum by its name, or by the last part of it where only one has that. */
function enumNamed(wanted: string): EnumType | undefined {
  const all = [...enums()];
  const whole = all.find(([name]) => equalIgnoringCaseAndUnderscores(name, wanted));
  const ends = all.filter(([name]) => name.endsWith(`.${wanted}`));
  return whole?.[1] ?? (ends.length === 1 ? ends[0]![1] : undefined);
}

interface Member {
  readonly owner: MessageType;
  readonly field: Field;
}

/** A member by `Message.member`, by a path from a widget or the dashboard, or by its own name where only one has it. */
function memberNamed(wanted: string): Member | undefined {
  const segments = segmentsIn(wanted).filter((segment) => !/^(?:\d+|-)$/.test(segment));
  const [first, ...rest] = segments;
  const message = messageNames().find(
    (one) => first !== undefined && equalIgnoringCaseAndUnderscores(one, first),
  );
  if (message !== undefined && rest.length > 0) return walk(messageType(message), rest, wanted);
  for (const start of [messageType("Widget"), dashboardType()])
    if (first !== undefined && start.field(first)) return walk(start, segments, wanted);
  const all = segments.length === 1 ? membersNamed(first!) : [];
  if (all.length > 1) {
    const names = all.map(({ owner, field }) => `${owner.name}.${field.name}`);
    throw new Wrong(`Several messages have ${JSON.stringify(wanted)}: ${names.slice(0, 12).join(", ")}.`);
  }
  return all[0];
}

function walk(start: MessageType, segments: readonly string[], wanted: string): Member {
  let owner = start;
  for (const [index, segment] of segments.entries()) {
    const field = owner.field(segment);
    if (!field) {
      const names = owner.fields.map(({ name }) => name);
      const near = nearestName(segment, names);
      throw new Wrong(
        `${owner.name} has no member ${JSON.stringify(segment)}.${near ? ` Did you mean "${near}"?` : ""} Members: ${names.join(", ")}.`,
      );
    }
    if (index === segments.length - 1) return { owner, field };
    if (!field.message)
      throw new Wrong(`${owner.name}.${field.name} in ${JSON.stringify(wanted)} has no members.`);
    owner = field.message;
  }
  throw new Wrong("Specify a member.");
}

function membersNamed(name: string): Member[] {
  return messageNames().flatMap((message) => {
    const owner = messageType(message);
    const field =
      owner.field(name) ?? owner.fields.find((one) => equalIgnoringCaseAndUnderscores(one.name, name));
    return field ? [{ owner, field }] : [];
  });
}

function enums(): Map<string, EnumType> {
  const found = new Map<string, EnumType>();
  for (const message of messageNames())
    for (const { enum: type } of messageType(message).fields) if (type) found.set(type.name, type);
  return found;
}

function nearest(wanted: string): string {
  const last = segmentsIn(wanted).at(-1) ?? wanted;
  const members = new Set(messageNames().flatMap((one) => messageType(one).fields.map(({ name }) => name)));
  const values = [...enums()].filter(([, { values }]) => values.some(({ name }) => name === wanted));
  if (values.length > 0) return ` It is a value of ${values.map(([name]) => name).join(" and ")}.`;
  const names = [
    ...CONTENT_KINDS,
    ...messageNames(),
    ...ruleEntries().map(({ id }) => id),
    ...enums().keys(),
    ...members,
  ];
  const near = nearestName(last, names);
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  return `${hint} Widget kinds: ${CONTENT_KINDS.join(", ")}.`;
}

const LONG = 400;
const SHORT = 110;

function ruleText({ id, severity, optIn, summary, details, bad, good }: RuleEntry) {
  return {
    name: id,
    is: "rule",
    about: cut([summary, details].filter(Boolean).join(" "), 2 * LONG),
    severity: optIn ? `${severity}, off unless the configuration turns it on` : severity,
    invalid: cut(bad, 1500),
    valid: cut(good, 1500),
  };
}

const EMPTY = new Dashboard("{}");

function widgetText(kind: ContentKind) {
  const field = messageType("Widget").field(kind)!;
  const type = field.message!;
  return {
    ...messageText(type),
    name: kind,
    is: "widget",
    about: cut(field.description, LONG),
    example: newWidget(kind, EMPTY),
  };
}

function messageText(type: MessageType) {
  const { name, description, fields, oneofs } = type;
  const example = exampleOf(type);
  return {
    name,
    is: "message",
    about: cut(description, LONG),
    members: fields.map((field) => ({
      name: field.name,
      type: typeText(field),
      about: cut(firstSentence(field.description), SHORT),
      ...(field.required && { required: true }),
    })),
    ...(oneofs.length > 0 && { choices: oneofs.map(({ members }) => members.join(" | ")) }),
    ...(example !== undefined && { example }),
  };
}

/** What a new value of the message starts with, where some member has it. */
function exampleOf(type: MessageType): unknown {
  for (const message of messageNames()) {
    const owner = messageType(message);
    const field = owner.fields.find((one) => one.message === type);
    if (field) return startValue(EMPTY, owner, field);
  }
  return undefined;
}

function enumText({ name, description, values }: EnumType) {
  return { name, is: "enum", about: cut(description, LONG), values: valuesText(values) };
}

function memberText(owner: MessageType, field: Field) {
  const { name, description, deprecated, oneof, minimum, maximum, maxItems, patternMessage } = field;
  const facts = [
    `Type: ${typeText(field)}.`,
    description,
    minimum !== undefined || maximum !== undefined ? `From ${minimum ?? "any"} to ${maximum ?? "any"}.` : "",
    maxItems === undefined ? "" : `At most ${maxItems} entries.`,
    patternMessage ?? "",
    oneof && oneof.members.length > 1 ? `Only one of ${oneof.members.join(", ")} can be set.` : "",
    field.required ? "Required." : "",
    deprecated ?? "",
  ];
  const known = field.enum?.values ?? field.knownValues;
  const isPlain = !field.message && !field.enum && field.kind !== "map";
  return {
    name: `${owner.name}.${name}`,
    is: "member",
    about: cut(facts.filter(Boolean).join(" "), 2 * LONG),
    ...(known.length > 0 && { values: valuesText(known) }),
    ...(field.message && { members: messageText(field.message).members }),
    ...(!isPlain && field.kind !== "map" && { example: startValue(EMPTY, owner, field) }),
  };
}

function valuesText(values: readonly { readonly name: string; readonly description: string }[]) {
  return values
    .filter(({ name }) => !name.endsWith("_UNSPECIFIED"))
    .slice(0, 60)
    .map(({ name, description }) => ({ value: name, about: cut(firstSentence(description), SHORT) }));
}

function typeText({ kind, repeated, message, enum: type }: Field): string {
  const one = message?.name ?? type?.name ?? kind;
  return repeated ? `list of ${one}` : one;
}

function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function cut(text: string, longest: number): string {
  const plain = text.trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}
