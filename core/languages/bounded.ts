import { filterFinding } from "./kit/findings";
import type { EmbeddedLanguage, LanguageFinding } from "./language";

/** Longest text, in UTF-16 code units, that is looked into; several times what people write. */
const LONGEST = 16_384;
/** Those with a parser of their own, whose worst texts cost more for each character. */
const LONGEST_PARSED: Readonly<Record<string, number>> = { "monitoring-filter": 8192, promql: 8192 };

/**
 * Limits a language to texts that it can process quickly: a longer text gets a single finding, and no completions, hovers
 * or colors. The same applies to a text that is nested too deep for the stack.
 */
export function bounded(language: EmbeddedLanguage): EmbeddedLanguage {
  const longest = longestText(language.id);
  function within<A extends readonly unknown[], R>(
    run: (text: string, ...rest: A) => R,
    otherwise: (text: string) => R,
  ): (text: string, ...rest: A) => R {
    return (text, ...rest) => {
      if (text.length > longest) return otherwise(text);
      try {
        return run(text, ...rest);
      } catch (error) {
        if (error instanceof RangeError) return otherwise(text);
        throw error;
      }
    };
  }
  const { check, complete, hover, tokens, format, signature } = language;
  const unread = (text: string): LanguageFinding[] => {
    const message =
      text.length > longest
        ? `This string has ${text.length} characters and was not checked. Mosaic checks up to ${longest}.`
        : "This string is nested too deep and was not checked. Simplify it.";
    return [filterFinding("string-not-checked", "information", { offset: 0, end: text.length }, message)];
  };
  const nothing = () => undefined;
  return {
    ...language,
    check: within(check, unread),
    ...(complete && { complete: within(complete, () => ({ items: [], incomplete: false })) }),
    ...(hover && { hover: within(hover, nothing) }),
    ...(tokens && { tokens: within(tokens, () => []) }),
    ...(format && { format: within(format, nothing) }),
    ...(signature && { signature: within(signature, nothing) }),
  };
}

/** The longest text of a language, by its `x-language`, that is looked into. */
export function longestText(language: string): number {
  return LONGEST_PARSED[language] ?? LONGEST;
}
