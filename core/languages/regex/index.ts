import { filterFinding } from "../kit/findings";
import { checkRe2 } from "../kit/re2";
import type { EmbeddedLanguage, LanguageFinding } from "../language";
import { regexRules } from "./rules";

/** RE2: what the condition of a template variable is compared with. */
export const regex: EmbeddedLanguage = {
  id: "regex",
  check(text): LanguageFinding[] {
    const refused = checkRe2(text);
    return refused ? [filterFinding("regex-syntax", "warning", refused, refused.message)] : [];
  },
  rules: regexRules,
};
