import type { Node } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { Field } from "../schema/messages";

interface Spot {
  readonly node: Node | undefined;
}

/** Why no field of a document can be edited. */
export function wholeLock(document: JsonDocument, hasSyntaxErrors: boolean): string | undefined {
  if (hasSyntaxErrors)
    return document.form
      ? "The code is not valid. Fix its syntax errors first."
      : "The text is not valid JSON. Fix its syntax errors first.";
  return document.shaped
    ? "Directives such as %{ if } decide which parts the dashboard has. Change the text."
    : undefined;
}

const PLACEHOLDER = "Contains a placeholder. Edit it in the text.";
const EXPRESSION =
  "Terraform expressions are edited value by value here. Change the code, or extract the dashboard to a JSON file.";

/**
 * Why a field cannot be edited in this form of text.
 *
 * @param spots the value, for each tile
 * @param parents the object around it
 * @param field undefined for an entry of a list or a choice of members
 */
export function lockOf(
  document: JsonDocument,
  spots: readonly Spot[],
  parents: readonly Spot[],
  field: Field | undefined,
): string | undefined {
  const isContainer = field?.repeated || field?.kind === "map" || field?.message !== undefined;
  if (!isContainer && spots.some(({ node }) => node && hasHole(document, node))) return PLACEHOLDER;
  const { form } = document;
  if (!form || form.isJson || form.edit) return undefined;
  // Such code takes new values of members, and no lists and objects.
  if (field?.repeated || field?.kind === "map") return EXPRESSION;
  if (!field) return spots.length === 0 ? EXPRESSION : undefined;
  return !field.message && parents.some(({ node }) => !node) ? EXPRESSION : undefined;
}

function hasHole({ holes = [] }: JsonDocument, { offset, length }: Node): boolean {
  return holes.some((hole) => hole.offset < offset + length && hole.offset + hole.length > offset);
}
