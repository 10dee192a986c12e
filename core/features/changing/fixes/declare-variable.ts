import type { Dashboard } from "../../../dashboard";
import { editDocument } from "../../../edit/edit";
import type { Finding } from "../../../finding";
import type { Fix } from "../../../fix";
import { NamingStyle } from "../gestures/spelling";
import { variableDeclaration } from "../variable-declaration";

/** Declares a template variable that is used and not there: of a label of its name, or of a bare value. */
export function declareVariable(dashboard: Dashboard, { offset, length }: Finding): Fix[] {
  const { text } = dashboard;
  const name = /[A-Za-z_][\w-]*/.exec(text.slice(offset, offset + length))?.[0];
  if (!name) return [];
  // `${zone}` stands for a whole condition on a label; a value is what all other spellings ask for.
  const isCondition = /\$\{\s*$/.test(text.slice(0, offset).slice(-8)) || text[offset] === "$";
  const isValue = !isCondition || new RegExp(`^\\W*${name}\\.`).test(text.slice(offset, offset + length + 8));
  const filter = isValue
    ? { filterType: "VALUE_ONLY", templateVariable: name }
    : { filterType: "RESOURCE_LABEL", labelKey: name, templateVariable: name };
  const result = editDocument(
    dashboard.document,
    variableDeclaration(dashboard, new NamingStyle(dashboard), filter),
  );
  const what = isValue ? "as a value" : "for the resource label with that name";
  return result.ok ? [{ title: `Declare "${name}" ${what}`, edits: result.edits, unambiguous: false }] : [];
}
