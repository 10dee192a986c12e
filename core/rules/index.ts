import { bothSpellings } from "./both-spellings";
import { oneOf } from "./one-of";
import type { Rule } from "./rule";

/** Every rule, in the order in which they run. */
export const rules: readonly Rule[] = [oneOf, bothSpellings];
