import type { LanguageRule } from "../language";

/** Every kind of finding in an SQL statement. */
export const googlesqlRules: readonly LanguageRule[] = [
  {
    id: "sql-empty",
    severity: "warning",
    evidence: "inferred",
    summary: "An SQL statement is empty.",
    bad: "-- only a comment",
    good: "SELECT 1",
  },
  {
    id: "sql-bracket",
    severity: "warning",
    evidence: "documented",
    summary: "An SQL statement has an unmatched bracket.",
    bad: "SELECT COUNT(* FROM `shop.global._Default._AllLogs`",
    good: "SELECT COUNT(*) FROM `shop.global._Default._AllLogs`",
  },
  {
    id: "sql-string",
    severity: "warning",
    evidence: "documented",
    summary: "A string or quoted name in an SQL statement is not closed.",
    bad: "SELECT * FROM `shop.global._Default._AllLogs WHERE TRUE",
    good: "SELECT * FROM `shop.global._Default._AllLogs` WHERE TRUE",
  },
];
