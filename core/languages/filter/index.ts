import type { EmbeddedLanguage } from "../language";
import { checkFilter } from "./check";
import { completeFilter } from "./complete";
import { formatFilter } from "./format";
import { hoverFilter } from "./hover";
import { filterRules } from "./rules";
import { filterSignature } from "./signature";
import { filterTokens } from "./tokens";

export { parseFilter } from "./parser";
export { subjectOf } from "./subject";

/** The Monitoring filter: what `timeSeriesFilter.filter` and the two sides of a ratio are written in. */
export const monitoringFilter: EmbeddedLanguage = {
  id: "monitoring-filter",
  check: checkFilter,
  complete: completeFilter,
  hover: hoverFilter,
  tokens: filterTokens,
  format: formatFilter,
  signature: filterSignature,
  rules: filterRules,
};
