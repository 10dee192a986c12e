import type { DocumentSymbol, Range, SymbolKind } from "vscode-languageserver-types";
import type { Dashboard } from "../../../dashboard";
import { documentSymbols } from "../symbols";

/** Something in a dashboard that can be looked for by its name. */
export interface NamedPlace {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly range: Range;
  /** What it lies in, in words: the dashboard and the tile. */
  readonly container: string;
}

/** Everything in a dashboard that has a name: itself, tiles, queries, variables. */
export function namedPlaces(dashboard: Dashboard): NamedPlace[] {
  const places: NamedPlace[] = [];
  const visit = (symbol: DocumentSymbol, around: readonly string[]) => {
    const { name, kind, selectionRange, children = [] } = symbol;
    places.push({ name, kind, range: selectionRange, container: around.join(" › ") });
    for (const inner of children) visit(inner, [...around, name]);
  };
  for (const symbol of documentSymbols(dashboard)) visit(symbol, []);
  return places;
}

/** How well a name answers a query, the lower the better; undefined when it lacks one of its letters. */
export function matchRank(name: string, query: string): number | undefined {
  const letters = (words: string) => words.toLowerCase().replace(/\s+/g, "");
  const [text, wanted] = [letters(name), letters(query)];
  if (text === wanted || !wanted) return 0;
  const at = text.indexOf(wanted);
  if (at === 0) return 1;
  if (at > 0) return 2;
  let found = 0;
  for (const letter of text) if (letter === wanted[found]) found++;
  return found === wanted.length ? 3 : undefined;
}
