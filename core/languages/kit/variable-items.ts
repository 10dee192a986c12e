import type { LanguageContext, TemplateVariable } from "../language";
import type { Candidate } from "./completion-rank";
import { variableDetail } from "./variable-text";

/** The `${…` that an offset stands in, as the range of the name in it. */
export function openVariable(
  text: string,
  offset: number,
): { readonly offset: number; readonly end: number; readonly closed: boolean } | undefined {
  const start = /\$\{[^{}\s"'`]*$/.exec(text.slice(0, offset));
  if (!start) return undefined;
  const rest = /^[^{}\s"'`,)\]]*/.exec(text.slice(offset))![0];
  const end = offset + rest.length;
  return { offset: start.index + 2, end, closed: text[end] === "}" };
}

/** The declared variables as candidates; `write` gives the text to insert. */
export function variableItems(
  { variables }: LanguageContext,
  write: (variable: TemplateVariable) => string,
): Candidate[] {
  return variables.map((variable) => {
    const detail = variableDetail(variable);
    return {
      label: write(variable),
      insertText: write(variable),
      kind: "variable",
      detail: detail || undefined,
    };
  });
}
