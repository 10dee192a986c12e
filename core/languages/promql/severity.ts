import type { Severity } from "../../finding";

/**
 * Warnings, not errors: there is no evidence that the service validates PromQL on save, and it has accepted queries with
 * undeclared variables. An invalid query leaves the chart empty.
 */
export const SEVERITY: Severity = "warning";
