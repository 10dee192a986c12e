import type { CompletionItem, Range, TextEdit } from "vscode-languageserver-types";
import { Dashboard } from "../../dashboard";
import {
  type ArrayNode,
  everyNode,
  type Node,
  nodeAt,
  type Property,
  type Span,
  type StringNode,
} from "../../document/node";
import { languageOf } from "../../languages/registry";
import { lineEnd, lineStart } from "../../yaml/edit/layout";
import { doubleQuoted } from "../../yaml/edit/scalar-text";
import { columnOf, habitsOf } from "../../yaml/edit/style";
import { written } from "../../yaml/written";
import { type CompletionOptions, type Completions, completeSite } from ".";
import { embeddedItems } from "./embedded";
import { writesSnakeCase } from "./item";
import type { CompletionSite } from "./site";
import { type YamlPlace, YamlSlot } from "./yaml-slot";

const NOTHING: Completions = { items: [], incomplete: false };
/** A name that no dashboard has, for what is not written yet. */
const MARK = "mosaicCursor";

/**
 * What can be written at an offset of a YAML dashboard. A line without a colon is read once as a key and once as an item, with
 * the indentation that it has; where that makes no sense of the text, nothing is offered.
 */
export function completeInYaml(
  dashboard: Dashboard,
  offset: number,
  options: CompletionOptions,
): Completions {
  const { document, text } = dashboard;
  const line = lineStart(text, offset);
  const before = text.slice(line, offset);
  const after = text.slice(offset, lineEnd(text, offset));
  const inString = stringAt(document.root, offset, text);
  const embedded = inString && inLanguage(dashboard, inString, offset, options);
  if (embedded) return embedded;
  if (!inString && /(?:^|\s)#/.test(before)) return NOTHING;
  const bare = /^(\s*(?:-[ ]+)*)([\w.-]*)$/.exec(before);
  const rest = /^([\w.-]*)[ \t]*$/.exec(after);
  if (bare && rest) {
    const start = line + bare[1]!.length;
    const span = { offset: start, length: bare[2]!.length + rest[1]!.length };
    return onBareLine(dashboard, span, /-[ ]+$/.test(bare[1]!), options);
  }
  const property = propertyAt(document.root, offset, line);
  if (!property) return NOTHING;
  const keyEnd = property.keyOffset + property.keyLength;
  if (offset <= keyEnd)
    return atKey(
      dashboard,
      dashboard,
      property,
      { offset: property.keyOffset, length: property.keyLength },
      options,
    );
  return atValue(dashboard, property, offset, options);
}

/** A string whose text the offset is in or beside. */
function stringAt(root: Node | undefined, offset: number, text: string): StringNode | undefined {
  const node = nodeAt(root, offset);
  if (node?.kind !== "string") return undefined;
  const style = written(node)?.style;
  if (style === "alias") return undefined;
  const isQuoted = style === "single" || style === "double";
  if (isQuoted && (offset <= node.offset || offset >= node.offset + node.length)) return undefined;
  if ((style === "literal" || style === "folded") && offset <= lineEnd(text, node.offset)) return undefined;
  return node;
}

/** What the language of a string offers inside of it; undefined for strings of none. */
function inLanguage(
  dashboard: Dashboard,
  node: StringNode,
  offset: number,
  { snippets }: CompletionOptions,
): Completions | undefined {
  const language = languageOf(dashboard.canonical.fieldOf(node)?.language);
  if (!language?.complete) return undefined;
  const style = written(node)?.style;
  const encode = (text: string) =>
    style === "double"
      ? doubleQuoted(text).slice(1, -1)
      : style === "single"
        ? text.replaceAll("'", "''")
        : text;
  return embeddedItems(dashboard, language, node, offset, snippets, encode);
}

/** A line with nothing on it but hyphens and the start of a word. */
function onBareLine(
  dashboard: Dashboard,
  span: Span,
  isBehindHyphen: boolean,
  options: CompletionOptions,
): Completions {
  const { text } = dashboard;
  const word = text.slice(span.offset, span.offset + span.length);
  const items: CompletionItem[] = [];
  if (isBehindHyphen) {
    const asItem = changed(dashboard, span, word || MARK);
    const node = asItem && [...everyNode(asItem.document.root)].find(({ offset }) => offset === span.offset);
    const list = node?.parent?.kind === "array" ? (node.parent as ArrayNode) : undefined;
    const field = list && asItem!.canonical.fieldOf(list);
    const owner = list?.property?.parent;
    if (list && field?.repeated && owner) {
      const site = { at: "value" as const, owner, field, list, value: undefined, span };
      const column = columnOf(text, written(node!)?.dash ?? span.offset);
      items.push(...inPlace(dashboard, asItem!, site, span.offset, { column, isItem: true }, options).items);
    }
  }
  const asKey = changed(dashboard, span, `${word || MARK}:`);
  const property = asKey && propertyStarting(asKey.document.root, span.offset);
  if (property && (!dashboard.document.root || asKey.document.root?.kind === "object")) {
    // No colon and no value follow in the text.
    const current = Object.assign(property, { colonOffset: -1, value: undefined });
    const found = atKey(dashboard, asKey, current, span, options);
    items.push(...found.items);
  }
  return {
    items: items.map((item, i) => ({ ...item, sortText: String(i).padStart(4, "0") })),
    incomplete: false,
  };
}

/** The dashboard with other text in a place; undefined where that makes the syntax worse. */
function changed(dashboard: Dashboard, { offset, length }: Span, by: string): Dashboard | undefined {
  const { text, document } = dashboard;
  const read = document.form?.read(text.slice(0, offset) + by + text.slice(offset + length));
  if (!read?.root || count(read.problems) > count(document.problems)) return undefined;
  return Dashboard.of(read, dashboard.catalog);
}

function count(problems: readonly { readonly code: string }[]): number {
  return problems.filter(({ code }) => code === "yaml-syntax").length;
}

function atKey(
  dashboard: Dashboard,
  inside: Dashboard,
  property: Property,
  span: Span,
  options: CompletionOptions,
): Completions {
  const object = property.parent;
  const column = columnOf(dashboard.text, span.offset);
  const site: CompletionSite = { at: "key", object, property, span };
  return inPlace(dashboard, inside, site, span.offset, { column, isItem: false }, options);
}

function atValue(
  dashboard: Dashboard,
  property: Property,
  offset: number,
  options: CompletionOptions,
): Completions {
  const { canonical, text } = dashboard;
  const { value, parent: owner, key, colonOffset } = property;
  const field = canonical.messageOf(owner)?.field(key);
  if (
    !field ||
    !value ||
    value.kind === "object" ||
    value.kind === "array" ||
    written(value)?.style === "alias"
  )
    return NOTHING;
  const isEmpty = written(value)?.style === "empty";
  const span = isEmpty ? { offset, length: 0 } : { offset: value.offset, length: value.length };
  if (text.slice(span.offset, span.offset + span.length).includes("\n") || offset < span.offset)
    return NOTHING;
  const language = languageOf(field.language);
  if (isEmpty && language?.complete && !field.repeated) return inEmptyString(dashboard, offset, options);
  const site = {
    at: "value" as const,
    owner,
    field,
    list: undefined,
    value: isEmpty ? undefined : value,
    span,
  };
  const needsSpace = isEmpty && text[offset - 1] === ":" && offset === colonOffset + 1;
  return inPlace(
    dashboard,
    dashboard,
    site,
    offset,
    { column: columnOf(text, property.keyOffset), isItem: false, needsSpace },
    options,
  );
}

/** What a language offers where nothing is written yet. */
function inEmptyString(dashboard: Dashboard, offset: number, options: CompletionOptions): Completions {
  const { text } = dashboard;
  const space = text[offset - 1] === ":" ? " " : "";
  const inside = changed(dashboard, { offset, length: 0 }, `${space}''`);
  const at = offset + space.length + 1;
  const node = inside && nodeAt(inside.document.root, at);
  const found = node?.kind === "string" ? inLanguage(inside!, node, at, options) : undefined;
  if (!found) return NOTHING;
  const position = dashboard.lines.positionAt(offset);
  const range: Range = { start: position, end: position };
  return {
    ...found,
    items: found.items.map((item) => {
      const edit = item.textEdit as TextEdit;
      return { ...item, textEdit: { range, newText: space + edit.newText.replaceAll("''", "'") } };
    }),
  };
}

function inPlace(
  dashboard: Dashboard,
  inside: Dashboard,
  site: CompletionSite,
  offset: number,
  at: { readonly column: number; readonly isItem: boolean; readonly needsSpace?: boolean },
  options: CompletionOptions,
): Completions {
  const { text } = dashboard;
  const start = lineStart(text, site.span.offset);
  const near = site.at === "key" ? site.object : site.at === "value" ? site.owner : undefined;
  const place: YamlPlace = {
    span: site.span,
    column: at.column,
    lineIndent: /^ */.exec(text.slice(start, start + 200))![0].length,
    isItem: at.isItem,
    needsSpace: at.needsSpace === true,
    snakeCase: writesSnakeCase(inside, near),
  };
  const slot = new YamlSlot(dashboard, place, habitsOf(dashboard.document, {}), options.snippets);
  return completeSite(inside, site, offset, { ...options, slot });
}

/** The member on whose line the offset is, behind the start of its key. */
function propertyAt(root: Node | undefined, offset: number, line: number): Property | undefined {
  let found: Property | undefined;
  for (const node of everyNode(root)) {
    if (node.kind !== "object") continue;
    for (const property of node.properties) {
      if (property.keyOffset > offset) break;
      if (property.keyOffset >= line && (!found || property.keyOffset >= found.keyOffset)) found = property;
    }
  }
  return found;
}

function propertyStarting(root: Node | undefined, offset: number): Property | undefined {
  for (const node of everyNode(root)) {
    if (node.kind !== "object") continue;
    const found = node.properties.find(({ keyOffset }) => keyOffset === offset);
    if (found) return found;
  }
  return undefined;
}
