import type { LanguageRule } from "../language";

/** Every kind of finding in a regular expression. */
export const regexRules: readonly LanguageRule[] = [
  {
    id: "regex-syntax",
    severity: "warning",
    evidence: "inferred",
    summary: "A regular expression is not one that RE2 can read.",
    bad: "orders-(?!test)",
    good: "orders-(web|app)",
  },
];
