/** Kinds of findings that there were, and why they went. A config may still name them, which changes nothing. */
export const retiredRules: ReadonlyMap<string, string> = new Map([
  ["markdown-variable", "Text widgets show the values of template variables since December 2024."],
]);
