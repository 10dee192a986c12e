import { CompletionItemKind } from "vscode-languageserver-types";
import type { ObjectNode, Property } from "../../document/node";
import { languageOf } from "../../languages/registry";
import type { Field, MessageType } from "../../schema/messages";
import { fieldMarkdown, fieldType } from "./describe";
import type { Suggestion } from "./item";
import { literalStop, openBrackets, type ValueTemplate } from "./template";
import { type TemplateContext, variantsOf } from "./templates";
import { providerOf } from "./values";

/** Members that only the service sets; a file is better off without them. */
const SERVER_MADE = new Set(["Dashboard.etag"]);

/** Optional members that authors usually set first. */
const WRITTEN_FIRST = new Set(["Widget.title"]);

/**
 * Members that can still be added to an object, required ones first, then in the order of the schema. Those that are there,
 * in either spelling, and those that another member excludes are left out.
 *
 * @param current the member that is being written
 */
export function memberSuggestions(
  object: ObjectNode,
  current: Property | undefined,
  type: MessageType,
  context: TemplateContext,
  snakeCase: boolean,
): Suggestion[] {
  const others = object.properties.filter((property) => property !== current);
  const written = new Set(others.map(({ key }) => type.field(key)?.name));
  // A member that is set to null excludes no other one.
  const set = new Set(
    others.filter(({ value }) => value?.kind !== "null").map(({ key }) => type.field(key)?.name),
  );
  const hasValue = current !== undefined && current.colonOffset >= 0;
  return type.fields
    .filter(({ name, oneof }) => {
      const excluded = oneof?.members.some((other) => other !== name && set.has(other));
      return !written.has(name) && !excluded;
    })
    .map((field, i) => ({ field, rank: rank(type, field) * 1000 + i }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ field }) => {
      const key = snakeCase ? field.protoName : field.name;
      return {
        label: key,
        key,
        keyOnly: hasValue,
        kind: CompletionItemKind.Property,
        value: valueOf(type, field, context),
        type: field.message,
        detail: fieldType(field),
        documentation: fieldMarkdown(field),
        deprecated: field.deprecated !== undefined,
        again: !hasValue && asksAgain(type, field),
      };
    });
}

function rank({ name }: MessageType, field: Field): number {
  if (SERVER_MADE.has(`${name}.${field.name}`)) return 5;
  if (field.undocumented) return 4;
  if (field.deprecated) return 3;
  if (field.required || WRITTEN_FIRST.has(`${name}.${field.name}`)) return 0;
  // Of some groups one has to be there; those that another one excludes are left out already.
  return field.oneof?.required ? 1 : 2;
}

/** Whether only certain values can follow, so that the editor should offer them at once. */
function asksAgain(type: MessageType, field: Field): boolean {
  if (field.kind === "message" || field.kind === "bool") return false;
  return providerOf(type.name, field) !== undefined || Boolean(languageOf(field.language)?.complete);
}

/** A legal, minimal value with a stop where the author goes on. */
function valueOf(type: MessageType, field: Field, context: TemplateContext): ValueTemplate {
  const element = elementOf(type, field, context);
  return field.repeated ? [element] : element;
}

/** A legal, minimal value of a field, or of one element of its list. */
export function elementOf(type: MessageType, field: Field, context: TemplateContext): ValueTemplate {
  switch (field.kind) {
    case "message": {
      if (field.message!.fields.length === 0) return {};
      const [variant] = variantsOf(field.message!.name, context);
      return variant?.value ?? openBrackets("{}");
    }
    case "map":
      return openBrackets("{}");
    case "bool":
      return field.defaultValue === true ? literalStop(false, true) : literalStop(true, false);
    case "int32":
    case "double":
      return numberOf(type, field, context);
    default:
      return openBrackets('""');
  }
}

function numberOf(type: MessageType, field: Field, { columns }: TemplateContext): ValueTemplate {
  if (type.name === "MosaicLayout") return literalStop(48);
  const tile = { width: Math.max(1, Math.round(columns / 2)), height: Math.max(1, Math.round(columns / 3)) };
  const usual = type.name === "Tile" ? tile[field.name as keyof typeof tile] : undefined;
  const least = Math.max(field.minimum ?? 0, 0);
  return literalStop(usual ?? (typeof field.defaultValue === "number" ? field.defaultValue : least));
}
