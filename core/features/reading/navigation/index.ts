import {
  type DocumentHighlight,
  DocumentHighlightKind,
  type LocationLink,
  type Range,
  type TextEdit,
} from "vscode-languageserver-types";
import type { Dashboard } from "../../../dashboard";
import { rangeOf } from "../../ranges";
import { nameOccurrences, type Occurrence } from "./occurrences";

/** The name at `offset`, the places right before and behind it included. */
function nameAt(dashboard: Dashboard, offset: number): Occurrence | undefined {
  return nameOccurrences(dashboard).find((o) => offset >= o.offset && offset <= o.offset + o.length);
}

function same(dashboard: Dashboard, { kind, name }: Occurrence): Occurrence[] {
  return nameOccurrences(dashboard).filter((other) => other.kind === kind && other.name === name);
}

/** Where the name at `offset` is declared: the dashboard filter of a template variable. */
export function definitionAt(dashboard: Dashboard, uri: string, offset: number): LocationLink[] {
  const name = nameAt(dashboard, offset);
  if (!name) return [];
  return same(dashboard, name)
    .filter(({ declares }) => declares)
    .map((declaration) => ({
      targetUri: uri,
      // The whole filter or widget is what an editor shows when it peeks.
      targetRange: rangeOf(dashboard, declaration.node.parent ?? declaration),
      targetSelectionRange: rangeOf(dashboard, declaration),
      originSelectionRange: rangeOf(dashboard, name),
    }));
}

/** Every place that names what stands at `offset`. */
export function referencesAt(dashboard: Dashboard, offset: number, withDeclaration: boolean): Range[] {
  const name = nameAt(dashboard, offset);
  if (!name) return [];
  return same(dashboard, name)
    .filter(({ declares }) => withDeclaration || !declares)
    .map((place) => rangeOf(dashboard, place));
}

/** The same places, for marking them while the caret is on one; nothing for a name that stands in one place only. */
export function highlights(dashboard: Dashboard, offset: number): DocumentHighlight[] {
  const name = nameAt(dashboard, offset);
  if (!name) return [];
  return same(dashboard, name).map((place) => ({
    range: rangeOf(dashboard, place),
    kind: place.declares ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

/** Names of template variables that the service fills itself. */
const isBuiltIn = ({ kind, name }: Occurrence) => kind === "variable" && name.startsWith("__");

/** The name to rename at `offset`; undefined where there is none. */
export function prepareRename(
  dashboard: Dashboard,
  offset: number,
): { range: Range; placeholder: string } | undefined {
  const name = nameAt(dashboard, offset);
  return name && !isBuiltIn(name) ? { range: rangeOf(dashboard, name), placeholder: name.name } : undefined;
}

/** The edits that give the name at `offset` another name everywhere, or why that cannot be. */
export function renameAt(dashboard: Dashboard, offset: number, newName: string): TextEdit[] | string {
  const name = nameAt(dashboard, offset);
  if (!name) return "There is no template variable or widget id at this position.";
  if (isBuiltIn(name)) return `The service sets "${name.name}" automatically, so it cannot be renamed.`;
  const places = same(dashboard, name);
  const refusal = refuse(dashboard, name, places, newName);
  if (refusal) return refusal;
  return places.map((place) => ({ range: rangeOf(dashboard, place), newText: newName }));
}

function refuse(
  dashboard: Dashboard,
  { kind, name }: Occurrence,
  places: readonly Occurrence[],
  newName: string,
): string | undefined {
  const taken =
    newName !== name && nameOccurrences(dashboard).some((o) => o.kind === kind && o.name === newName);
  if (kind === "widget") {
    if (!/^[A-Za-z0-9_-]+$/.test(newName)) return "A widget id can contain only letters, digits, - and _.";
    return taken ? `Another widget already has the id "${newName}".` : undefined;
  }
  if (!/^[A-Za-z_][\w-]*$/.test(newName)) {
    return "The name of a template variable must start with a letter and can contain only letters, digits, _ and -.";
  }
  if (newName.startsWith("__")) return "Names that start with two underscores are reserved for the service.";
  if (newName.includes("-") && places.some(({ inSql }) => inSql)) {
    return "An SQL query uses this variable, and SQL parameter names cannot contain -.";
  }
  return taken ? `A template variable "${newName}" already exists.` : undefined;
}
