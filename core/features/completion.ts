import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  type TextEdit,
} from "vscode-languageserver-types";
import type { Dashboard } from "../dashboard";
import type { Node, ObjectNode, Property, Span, StringNode } from "../document/node";
import { escapeForJson, StringMap } from "../document/string-map";
import { contextAt } from "../languages/check";
import { languageOf } from "../languages/registry";
import type { EnumValue, Field, MessageType } from "../schema/messages";
import { insideQuotes, placeAt } from "./context";
import { type ItemTarget, languageItem, SUGGEST_AGAIN } from "./language-items";
import { rangeOf } from "./ranges";

export interface CompletionOptions {
  /** Whether the client expands `${1:…}` placeholders. */
  readonly snippets: boolean;
}

export interface Completions {
  readonly items: CompletionItem[];
  /** More typing may bring items that are not here. */
  readonly incomplete: boolean;
}

const NOTHING: Completions = { items: [], incomplete: false };

/** What can be written at `offset`. Works wherever the text around the offset is whole. */
export function complete(dashboard: Dashboard, offset: number, options: CompletionOptions): Completions {
  const { document, canonical } = dashboard;
  const place = placeAt(document, offset);
  switch (place.at) {
    case "key": {
      const type = canonical.messageOf(place.object);
      return type ? members(dashboard, place.object, place.property, type, offset, options) : NOTHING;
    }
    case "value": {
      const field = canonical.messageOf(place.property.parent)?.field(place.property.key);
      return field ? values(dashboard, field, place.value, offset, options, field.repeated) : NOTHING;
    }
    case "item": {
      const field = canonical.fieldOf(place.list);
      return field?.repeated ? values(dashboard, field, place.item, offset, options, false) : NOTHING;
    }
    case "root":
      return NOTHING;
  }
}

function members(
  dashboard: Dashboard,
  object: ObjectNode,
  current: Property | undefined,
  type: MessageType,
  offset: number,
  options: CompletionOptions,
): Completions {
  const { text } = dashboard;
  const others = object.properties.filter((property) => property !== current);
  const present = new Set(others.map((property) => type.field(property.key)?.name));
  const isOpen = (field: Field) =>
    !present.has(field.name) &&
    !field.oneof?.members.some((member) => member !== field.name && present.has(member));
  const span: Span = current
    ? { offset: current.keyOffset, length: current.keyLength }
    : wordBefore(text, offset);
  const hasValue = current !== undefined && current.colonOffset >= 0;
  const commaAfter = !hasValue && /^\s*"/.test(text.slice(span.offset + span.length)) ? "," : "";
  const commaBefore = missingCommaBefore(dashboard, others, span.offset);
  const snakeCase = others.some((property) => property.key.includes("_") && type.field(property.key));
  const fields = type.fields.filter(isOpen);
  const items = fields.map((field, i): CompletionItem => {
    const key = JSON.stringify(snakeCase ? field.protoName : field.name);
    const value = hasValue ? "" : `: ${valueSnippet(field, options)}`;
    return {
      label: snakeCase ? field.protoName : field.name,
      kind: CompletionItemKind.Property,
      detail: fieldType(field),
      documentation: { kind: "markdown", value: fieldMarkdown(field) },
      // Required members first, then in the schema's order; what the public API does not list comes last.
      sortText: `${field.undocumented ? 3 : field.deprecated ? 2 : field.required ? 0 : 1}${String(i).padStart(3, "0")}`,
      filterText: key,
      insertTextFormat: options.snippets && !hasValue ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit: { range: rangeOf(dashboard, span), newText: `${key}${value}${commaAfter}` },
      ...(commaBefore && { additionalTextEdits: [commaBefore] }),
      ...(field.deprecated && { tags: [CompletionItemTag.Deprecated] }),
      ...(!hasValue && hasChoices(field) && { command: SUGGEST_AGAIN }),
    };
  });
  return { items, incomplete: false };
}

/** The text edit for the comma that a new member needs behind the member before it. */
function missingCommaBefore(
  dashboard: Dashboard,
  others: readonly Property[],
  offset: number,
): TextEdit | undefined {
  const before = others.findLast((property) => property.keyOffset < offset);
  if (!before?.value) return undefined;
  const end = before.value.offset + before.value.length;
  if (dashboard.text.slice(end, offset).trim() !== "") return undefined;
  return { range: rangeOf(dashboard, { offset: end, length: 0 }), newText: "," };
}

/** The unquoted start of a key that stands right before the offset. */
function wordBefore(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && /[\w"]/.test(text[start - 1]!)) start--;
  return { offset: start, length: offset - start };
}

function values(
  dashboard: Dashboard,
  field: Field,
  value: Node | undefined,
  offset: number,
  options: CompletionOptions,
  wantsList: boolean,
): Completions {
  if (value?.kind === "string" && insideQuotes(dashboard.text, value, offset) && !wantsList) {
    const language = languageOf(field.language);
    if (language?.complete) return embedded(dashboard, field, value, offset, options);
  }
  const span: Span =
    value && value.kind !== "object" && value.kind !== "array" ? value : wordBefore(dashboard.text, offset);
  const item = (text: string, i: number, more: Partial<CompletionItem>): CompletionItem => ({
    label: text,
    kind: CompletionItemKind.Value,
    sortText: String(i).padStart(4, "0"),
    filterText: text,
    textEdit: { range: rangeOf(dashboard, span), newText: text },
    ...more,
  });
  if (!wantsList && field.kind === "enum") {
    return {
      items: enumValues(field).map((choice, i) =>
        item(JSON.stringify(choice.name), i, enumItem(choice, field)),
      ),
      incomplete: false,
    };
  }
  if (!wantsList && field.knownValues.length > 0) {
    return {
      items: field.knownValues.map((choice, i) =>
        item(JSON.stringify(choice.name), i, enumItem(choice, field)),
      ),
      incomplete: false,
    };
  }
  if (!wantsList && field.kind === "bool") {
    return { items: ["true", "false"].map((word, i) => item(word, i, {})), incomplete: false };
  }
  if (value) return NOTHING;
  const snippet = wantsList ? valueSnippet(field, options) : elementSnippet(field, options);
  const label = snippet.replace(/\$\{\d+:([^}]*)\}|\$\d+/g, "$1");
  const insertTextFormat = options.snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText;
  return {
    items: [
      item(label, 0, { insertTextFormat, textEdit: { range: rangeOf(dashboard, span), newText: snippet } }),
    ],
    incomplete: false,
  };
}

/** Real values first; the UNSPECIFIED placeholder and undocumented names at the end. */
function enumValues(field: Field): readonly EnumValue[] {
  const rank = (value: EnumValue) => (value.undocumented ? 2 : value.name.endsWith("_UNSPECIFIED") ? 1 : 0);
  return [...field.enum!.values].sort((a, b) => rank(a) - rank(b));
}

function enumItem(value: EnumValue, field: Field): Partial<CompletionItem> {
  const isDefault = field.defaultValue === value.name;
  return {
    label: value.name,
    kind: CompletionItemKind.EnumMember,
    documentation: { kind: "markdown", value: value.description },
    ...(isDefault && { detail: "default" }),
    ...(value.undocumented && { detail: "undocumented" }),
  };
}

function embedded(
  dashboard: Dashboard,
  field: Field,
  node: StringNode,
  offset: number,
  options: CompletionOptions,
): Completions {
  const map = new StringMap(dashboard.text, node);
  const language = languageOf(field.language)!;
  const source = (span: Span): Span => {
    const start = map.toSource(span.offset);
    return { offset: start, length: map.toSource(span.offset + span.length) - start };
  };
  const target: ItemTarget = {
    range: (span) => rangeOf(dashboard, source(span)),
    encode: escapeForJson,
    typed: (span) => dashboard.text.slice(source(span).offset, Math.max(source(span).offset, offset)),
    snippets: options.snippets,
  };
  const { items, incomplete } = language.complete!(
    node.value,
    map.toDecoded(offset),
    contextAt(node, language, dashboard.canonical, dashboard.context),
  );
  return {
    items: items.map((item, i) => languageItem(item, i, target)),
    incomplete,
  };
}

function hasChoices(field: Field): boolean {
  return (
    !field.repeated &&
    (field.kind === "enum" || field.knownValues.length > 0 || Boolean(languageOf(field.language)?.complete))
  );
}

/** A legal, minimal value with a stop where the author goes on. */
function valueSnippet(field: Field, options: CompletionOptions): string {
  if (!field.repeated) return elementSnippet(field, options);
  const element = field.kind === "message" ? elementSnippet(field, options) : stop("", options);
  return `[${element}]`;
}

function elementSnippet(field: Field, options: CompletionOptions): string {
  switch (field.kind) {
    case "message":
    case "map":
      return `{${stop("", options)}}`;
    case "bool":
      return stop(field.defaultValue === true ? "false" : "true", options);
    case "int32":
    case "double":
      return stop(String(field.defaultValue ?? Math.max(field.minimum ?? 0, 0)), options);
    case "int64":
      return `"${stop("1", options)}"`;
    case "duration":
      return `"${stop(`${field.duration?.minSeconds ?? 60}s`, options)}"`;
    default:
      return `"${stop("", options)}"`;
  }
}

function stop(text: string, { snippets }: CompletionOptions): string {
  if (!snippets) return text;
  return text ? `\${1:${text}}` : "$1";
}

/** The type of a field in a word, as a person says it. */
export function fieldType(field: Field): string {
  const names: Partial<Record<Field["kind"], string>> = {
    int32: "integer",
    int64: "integer",
    double: "number",
    map: "map of texts",
    bool: "true or false",
  };
  const element = field.message?.name ?? field.enum?.name ?? names[field.kind] ?? field.kind;
  return field.repeated ? `list of ${element}` : element;
}

/** Everything worth knowing about a field, as Markdown. */
export function fieldMarkdown(field: Field): string {
  const facts: string[] = [];
  if (field.defaultValue !== undefined) facts.push(`Default: \`${JSON.stringify(field.defaultValue)}\``);
  if (field.minimum !== undefined && field.minimum > -2147483648) {
    facts.push(
      field.maximum !== undefined && field.maximum < 2147483647
        ? `Range: ${field.minimum} to ${field.maximum}`
        : `At least ${field.minimum}`,
    );
  }
  if (field.oneof) facts.push(`Only one of: ${field.oneof.members.map((name) => `\`${name}\``).join(", ")}`);
  if (field.undocumented) facts.push("Not part of the public API description; the console writes it.");
  if (field.preview) facts.push("Preview: may change.");
  const parts = [field.description];
  if (field.deprecated) parts.push(`**Deprecated.** ${field.deprecated}`);
  if (facts.length > 0) parts.push(facts.map((fact) => `- ${fact}`).join("\n"));
  return parts.join("\n\n");
}
