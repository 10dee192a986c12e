import { bothSpellings } from "./both-spellings";
import { missingMemberRule } from "./missing-member";
import { oneOfConflict } from "./one-of-conflict";
import { oneOfMissing } from "./one-of-missing";
import { outOfRange } from "./out-of-range";
import type { Rule } from "./rule";

/** Every rule, in the order in which they run. */
export const rules: readonly Rule[] = [
  oneOfConflict,
  oneOfMissing,
  missingMemberRule,
  outOfRange,
  bothSpellings,
];
