import type { LanguageRule } from "../language";

/** Every kind of finding in a regular expression. */
export const regexRules: readonly LanguageRule[] = [
  {
    id: "regex-syntax",
    severity: "warning",
    evidence: "inferred",
    summary: "A regular expression is not valid RE2 syntax.",
    bad: "orders-(?!test)",
    good: "orders-(web|app)",
  },
];
