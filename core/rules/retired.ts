/** Removed rules, and why. A configuration may still name them, without effect. */
export const retiredRules: ReadonlyMap<string, string> = new Map([
  ["markdown-variable", "Text widgets show the values of template variables since December 2024."],
]);
