import type { Severity } from "../../finding";

/**
 * An error is what the service refuses on saving, and there is no evidence that it reads PromQL then; queries with
 * undeclared variables are recorded as accepted. What Prometheus refuses leaves the chart empty, which is a warning.
 */
export const SEVERITY: Severity = "warning";
