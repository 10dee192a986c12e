import { type CompletionItem, CompletionItemKind } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import type { ContainerNode, Node, NumberNode, ObjectNode, StringNode } from "../../document/node";
import { arrange } from "../../grid/arrangement";
import { languageOf } from "../../languages/registry";
import { dashboardType, type Field, type MessageType } from "../../schema/messages";
import { insideQuotes } from "../context";
import { declaredVariables, undeclaredVariables } from "../reading/navigation/occurrences";
import { mergeNames, NO_NAMES, type ResourceNames, resourceNames } from "../reading/workspace/names";
import { embeddedItems } from "./embedded";
import { InsertionSlot, type Slot, type Suggestion } from "./item";
import { elementOf, memberSuggestions } from "./members";
import { type CompletionSite, siteAt, type ValueSite } from "./site";
import { openBrackets } from "./template";
import { type TemplateContext, variantsOf } from "./templates";
import { suggestTilePosition } from "./tile-position";
import { providerOf } from "./values";
import { resourceLabelKeys } from "./values/labels";

export { fieldMarkdown, fieldType } from "./describe";

export interface CompletionOptions {
  /** Whether the client expands `${1:…}` placeholders. */
  readonly snippets: boolean;
  /** Where items go, in texts that are not JSON. */
  readonly slot?: Slot;
  /** Resource names that other dashboards mention; looked at only where one can stand. */
  readonly elsewhere?: ResourceNames;
}

export interface Completions {
  readonly items: CompletionItem[];
  /** More typing may bring items that are not here. */
  readonly incomplete: boolean;
}

const NOTHING: Completions = { items: [], incomplete: false };

/** What can be written at `offset`. Works wherever the text around the offset is whole. */
export function complete(dashboard: Dashboard, offset: number, options: CompletionOptions): Completions {
  const site = siteAt(dashboard, offset);
  return site ? completeSite(dashboard, site, offset, options) : NOTHING;
}

/** What can be written at a site of a dashboard. */
export function completeSite(
  dashboard: Dashboard,
  site: CompletionSite,
  offset: number,
  options: CompletionOptions,
): Completions {
  if (site.at === "root") {
    const slot = options.slot ?? new InsertionSlot(dashboard, site.span, undefined, true, options.snippets);
    return answer(
      slot,
      wholeValues(dashboardType(), templateContext(dashboard, options, undefined, undefined)),
    );
  }
  return site.at === "key" ? keys(dashboard, site, options) : values(dashboard, site, offset, options);
}

function keys(
  dashboard: Dashboard,
  { object, property, span }: Extract<CompletionSite, { at: "key" }>,
  options: CompletionOptions,
): Completions {
  const isEntry = property === undefined || property.colonOffset < 0;
  const slot = options.slot ?? new InsertionSlot(dashboard, span, object, isEntry, options.snippets);
  const type = dashboard.canonical.messageOf(object);
  if (type) {
    const context = templateContext(dashboard, options, type.name, object);
    return answer(slot, memberSuggestions(object, property, type, context, slot.usesSnakeCase));
  }
  const present = new Set(object.properties.filter((other) => other !== property).map(({ key }) => key));
  const labels = resourceLabelKeys(dashboard, object).filter((key) => !present.has(key));
  return answer(
    slot,
    labels.map((key) => ({
      label: key,
      key,
      keyOnly: !isEntry,
      kind: CompletionItemKind.Property,
      value: openBrackets('""'),
      detail: "label of the resource",
    })),
  );
}

function values(
  dashboard: Dashboard,
  site: ValueSite,
  offset: number,
  options: CompletionOptions,
): Completions {
  const { owner, field, list, value, span } = site;
  const wantsList = field.repeated && !list;
  if (
    !options.slot &&
    value?.kind === "string" &&
    !wantsList &&
    insideQuotes(dashboard.text, value, offset)
  ) {
    const language = languageOf(field.language);
    if (language?.complete) return embeddedItems(dashboard, language, value, offset, options.snippets);
  }
  const slot = options.slot ?? new InsertionSlot(dashboard, span, list ?? owner, true, options.snippets);
  const type = dashboard.canonical.messageOf(owner)!;
  const provider = wantsList ? undefined : providerOf(type.name, field);
  if (provider) {
    const context = {
      dashboard,
      site,
      get elsewhere() {
        return options.elsewhere ?? NO_NAMES;
      },
    };
    const suggestions = provider(context);
    const typed = dashboard.text.slice(span.offset, offset);
    return offersAll(suggestions, value, typed)
      ? all(slot, suggestions, value, typed)
      : answer(slot, suggestions);
  }
  if (value && value.kind !== "null") return NOTHING;
  const context = templateContext(dashboard, options, type.name, owner);
  return answer(slot, newValues(type, field, context, wantsList));
}

/** Values of a field that has none yet. */
function newValues(
  type: MessageType,
  field: Field,
  context: TemplateContext,
  wantsList: boolean,
): Suggestion[] {
  const whole = field.message ? wholeValues(field.message, context) : [];
  const again = providerOf(type.name, field) !== undefined || languageOf(field.language) !== undefined;
  const suggestions: Suggestion[] =
    whole.length > 0
      ? whole
      : [
          {
            label: plainLabel(field),
            kind: CompletionItemKind.Value,
            value: elementOf(type, field, context),
            type: field.message,
            again,
          },
        ];
  if (!wantsList) return suggestions;
  return suggestions.map((suggestion) => ({
    ...suggestion,
    label: whole.length > 0 ? `list with ${suggestion.label}` : `[${suggestion.label}]`,
    value: [suggestion.value],
  }));
}

function wholeValues(type: MessageType, context: TemplateContext): Suggestion[] {
  return variantsOf(type.name, context).map(({ label, about, value, detail }) => ({
    label,
    kind: CompletionItemKind.Snippet,
    value,
    type,
    documentation: about,
    detail: detail ?? type.name,
  }));
}

function plainLabel(field: Field): string {
  if (field.kind === "message" || field.kind === "map") return "{}";
  return field.kind === "int32" || field.kind === "double" ? "0" : '""';
}

const answer = (slot: Slot, suggestions: readonly Suggestion[]): Completions => ({
  items: suggestions.map((suggestion, i) => slot.item(suggestion, i)),
  incomplete: false,
});

/**
 * Whether to offer all values instead of those that match the value at the caret, because that is already complete or
 * matches hardly any.
 */
function offersAll(suggestions: readonly Suggestion[], value: Node | undefined, typed: string): boolean {
  if (!isScalar(value) || !/[^\s"]/.test(typed)) return false;
  const written = typed.replace(/^"/, "");
  const whole = JSON.stringify(value.value);
  const atEnd = whole === typed || (value.kind === "string" && /^(?:\\?")*$/.test(whole.slice(typed.length)));
  if (atEnd && suggestions.some((suggestion) => isValue(suggestion, value))) return true;
  return !suggestions.some(({ label, matched = label }) => hasLetters(matched, written));
}

/** Every suggestion, that of the value at the caret chosen. The editor asks again when more is typed. */
function all(
  slot: Slot,
  suggestions: readonly Suggestion[],
  value: Node | undefined,
  typed: string,
): Completions {
  return {
    items: suggestions.map((suggestion, i) => ({
      ...slot.item(suggestion, i, typed),
      ...(isScalar(value) && isValue(suggestion, value) && { preselect: true }),
    })),
    incomplete: true,
  };
}

type ScalarNode = StringNode | NumberNode;

const isScalar = (node: Node | undefined): node is ScalarNode =>
  node?.kind === "string" || node?.kind === "number";

const isValue = ({ label, matched = label, value: written }: Suggestion, { value }: ScalarNode): boolean =>
  [written, matched, label].includes(value as string);

/** Whether the letters of `typed` stand in `text` in their order, as an editor matches them. */
function hasLetters(text: string, typed: string): boolean {
  const [all, wanted] = [text, typed].map((one) => one.replace(/[\\"\s]/g, "").toLowerCase()) as [
    string,
    string,
  ];
  let at = 0;
  for (const c of all) if (c === wanted[at]) at++;
  return at === wanted.length;
}

/** What templates go by; most of it is worked out only when a template asks. */
export function templateContext(
  dashboard: Dashboard,
  options: CompletionOptions,
  owner: string | undefined,
  near: ContainerNode | undefined,
): TemplateContext {
  let arranged: ReturnType<typeof arrange> | undefined;
  const arrangement = () => (arranged ??= arrange(dashboard.canonical.value));
  const names = () => mergeNames([resourceNames(dashboard.text), options.elsewhere ?? NO_NAMES]);
  return {
    owner,
    inMosaic: isInMosaic(dashboard, near),
    get columns() {
      return arrangement().layout === "mosaic" ? arrangement().columns : 48;
    },
    place(width, height) {
      const { layout, tiles, columns } = arrangement();
      return layout === "mosaic" ? suggestTilePosition(tiles, columns, width, height) : { x: 0, y: 0 };
    },
    get variables() {
      return declaredVariables(dashboard);
    },
    get missingVariables() {
      return undeclaredVariables(dashboard);
    },
    get projects() {
      return names().projects;
    },
    get alertPolicies() {
      return names().alertPolicies;
    },
  };
}

function isInMosaic({ canonical }: Dashboard, near: ContainerNode | undefined): boolean {
  for (let node = near; node; node = node.parent) {
    const type = node.kind === "object" ? canonical.messageOf(node as ObjectNode)?.name : undefined;
    if (type === "MosaicLayout") return true;
    if (type === "GridLayout" || type === "RowLayout" || type === "ColumnLayout") return false;
  }
  return true;
}
