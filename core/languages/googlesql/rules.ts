import type { LanguageRule } from "../language";

/** Every kind of finding in an SQL statement. */
export const googlesqlRules: readonly LanguageRule[] = [
  {
    id: "sql-empty",
    severity: "warning",
    evidence: "inferred",
    summary: "The SQL statement holds nothing to run.",
    bad: "-- only a comment",
    good: "SELECT 1",
  },
  {
    id: "sql-bracket",
    severity: "warning",
    evidence: "documented",
    summary: "A bracket of an SQL statement has no partner.",
    bad: "SELECT COUNT(* FROM `shop.global._Default._AllLogs`",
    good: "SELECT COUNT(*) FROM `shop.global._Default._AllLogs`",
  },
  {
    id: "sql-string",
    severity: "warning",
    evidence: "documented",
    summary: "A text or quoted name in an SQL statement is not closed.",
    bad: "SELECT * FROM `shop.global._Default._AllLogs WHERE TRUE",
    good: "SELECT * FROM `shop.global._Default._AllLogs` WHERE TRUE",
  },
];
