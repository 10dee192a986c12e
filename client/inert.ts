import { inertLines, inertText } from "../core/inert-text";

/** VS Code cuts messages at this length itself, in UTF-16 code units. */
const LONGEST_SENTENCE = 1000;
/** The detail text of a modal dialog. */
const LONGEST_DETAIL = 6000;

/**
 * One line for VS Code to show. In notifications, prompts and status items `[text](command:…)` would be a live link, and `$(name)` an icon
 * in nearly everything: a space breaks both. Texts are made inert as a whole, where they are shown, because two harmless parts can make
 * a link together.
 */
export function inertLabel(text: string, longest?: number): string {
  return withoutMeaning(inertText(text, longest));
}

/** A sentence or several, on one line. */
export function inertSentence(text: string): string {
  return withoutMeaning(inertText(text, LONGEST_SENTENCE));
}

/** Several lines: small print, and what stands in a tooltip. */
export function inertDetail(text: string): string {
  return withoutMeaning(inertLines(text, LONGEST_DETAIL));
}

function withoutMeaning(text: string): string {
  return text.replaceAll("](", "] (").replace(/\$\((?=[\w~-]+\))/g, "$ (");
}
