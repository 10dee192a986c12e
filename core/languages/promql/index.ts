import type { EmbeddedLanguage } from "../language";
import { checkPromql } from "./check";
import { completePromql } from "./complete";
import { hoverPromql } from "./hover";
import { promqlRules } from "./rules";
import { promqlSignature } from "./signature";
import { promqlTokens } from "./tokens";

/** PromQL: what `prometheusQuery` is written in. */
export const promql: EmbeddedLanguage = {
  id: "promql",
  check: checkPromql,
  complete: completePromql,
  hover: hoverPromql,
  tokens: promqlTokens,
  signature: promqlSignature,
  rules: promqlRules,
};
