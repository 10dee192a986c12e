import type { JsonDocument } from "../document/reader";

/** Why a file cannot be sent or received into, and what to do; undefined when it is one object without syntax errors. */
export function unreadableFile({
  root,
  problems,
  form,
}: JsonDocument): { readonly message: string; readonly action: string } | undefined {
  const several = severalDashboards({ problems });
  if (several) return several;
  if (root?.kind === "object" && !problems.some(({ severity }) => severity === "error")) return undefined;
  return {
    message: form?.yaml ? "The file is not valid YAML with one object." : "The file is not a JSON object.",
    action: "Fix the syntax errors first.",
  };
}

/** Says why it is not clear which dashboard of a file is meant, so that none is replaced by another. */
export function severalDashboards({
  problems,
}: Pick<JsonDocument, "problems">): { readonly message: string; readonly action: string } | undefined {
  const several = problems.find(({ code }) => code === "yaml-several");
  return several && { message: several.message, action: "Then try again." };
}
