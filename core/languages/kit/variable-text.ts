import type { LanguageContext, TemplateVariable } from "../language";

/** `RESOURCE_LABEL zone`: what a declaration says, in short. */
export function variableDetail({ filterType, labelKey }: TemplateVariable): string {
  return [filterType, labelKey].filter(Boolean).join(" ");
}

/**
 * Markdown about a template variable. `written` is what stands between the braces; `whole` says what the bare name of a
 * label's variable stands for in the language at hand.
 */
export function variableMarkdown(written: string, whole: string, context: LanguageContext): string {
  const name = written.replace(/\.value$/, "");
  const declared = context.variables.find((variable) => variable.name === name);
  if (!declared) return `Template variable \`${name}\`, which the dashboard does not declare.`;
  const kind = variableDetail(declared);
  const isValue = name !== written || declared.filterType === "VALUE_ONLY";
  const about = isValue ? "Expands to the selected value." : whole;
  return `Template variable \`${name}\`${kind && `: ${kind}`}\n\n${about}`;
}
