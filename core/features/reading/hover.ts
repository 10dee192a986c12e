import type { Hover } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { keySpan, type Node, type Span, type StringNode } from "../../document/node";
import { StringMap } from "../../document/string-map";
import { contextAt } from "../../languages/check";
import { languageOf } from "../../languages/registry";
import type { Field } from "../../schema/messages";
import { fieldMarkdown, fieldType } from "../completion";
import { cursorContextAt, insideQuotes } from "../context";
import { rangeOf } from "../ranges";
import { durationInWords } from "./duration";
import { groupByHover } from "./group-by-hover";

/** What is known about the key, value or query word at `offset`. */
export function hoverAt(dashboard: Dashboard, offset: number): Hover | undefined {
  const { document, canonical } = dashboard;
  const place = cursorContextAt(document, offset);
  if (place.at === "key" && place.property) {
    const field = canonical.messageOf(place.object)?.field(place.property.key);
    return field && answer(dashboard, keySpan(place.property), memberMarkdown(field));
  }
  if (place.at === "value" && place.value) {
    const field = canonical.messageOf(place.property.parent)?.field(place.property.key);
    return field && ofValue(dashboard, field, place.value, offset);
  }
  if (place.at === "item" && place.item) {
    const field = canonical.fieldOf(place.list);
    return field && ofValue(dashboard, field, place.item, offset);
  }
  return undefined;
}

function ofValue(dashboard: Dashboard, field: Field, value: Node, offset: number): Hover | undefined {
  if (value.kind === "string") {
    const label = field.name === "groupByFields" && groupByHover(dashboard, value);
    if (label) return answer(dashboard, value, label);
    const inside = insideQuotes(dashboard.text, value, offset);
    const found = inside && inLanguage(dashboard, field, value, offset);
    if (found) return found;
    if (field.kind === "duration") {
      const words = durationInWords(value.value);
      if (words) return answer(dashboard, value, words);
    }
  }
  if (field.kind === "enum" && (value.kind === "string" || value.kind === "number")) {
    const text = String(value.value);
    const name = field.enum!.has(text) ? text : field.enum!.nameOf(Number(text));
    const choice = field.enum!.values.find((candidate) => candidate.name === name);
    if (choice) return answer(dashboard, value, `**${choice.name}**\n\n${choice.description}`);
  }
  const known =
    value.kind === "string" && field.knownValues.find((candidate) => candidate.name === value.value);
  if (known) return answer(dashboard, value, `**${known.name}**\n\n${known.description}`);
  // For a value without its own documentation, show that of its member, except in long texts.
  const isPlain = value.kind !== "object" && value.kind !== "array" && !field.language;
  return isPlain && value.property ? answer(dashboard, value, memberMarkdown(field)) : undefined;
}

function inLanguage(dashboard: Dashboard, field: Field, node: StringNode, offset: number): Hover | undefined {
  const map = new StringMap(dashboard.text, node);
  const language = languageOf(field.language);
  const found = language?.hover?.(
    node.value,
    map.toDecoded(offset),
    contextAt(node, language, dashboard.canonical, dashboard.context),
  );
  if (!found) return undefined;
  const start = map.toSource(found.offset);
  return answer(
    dashboard,
    { offset: start, length: map.toSource(found.offset + found.length) - start },
    found.markdown,
  );
}

function memberMarkdown(field: Field): string {
  const lines = [
    `**${field.name}**: ${fieldType(field)}${field.required ? " (required)" : ""}`,
    fieldMarkdown(field),
  ];
  if (field.enum)
    lines.push(field.enum.values.map((value) => `- \`${value.name}\`: ${value.description}`).join("\n"));
  return lines.join("\n\n");
}

function answer(dashboard: Dashboard, span: Span, markdown: string): Hover {
  return { contents: { kind: "markdown", value: markdown }, range: rangeOf(dashboard, span) };
}
