import type { LanguageCompletion } from "../language";
import type { TextRange } from "./range";

/** A completion before it has a place. */
export type Candidate = Omit<LanguageCompletion, "offset" | "length" | "filterText" | "sortText">;

/** Most items in one answer. */
export const itemLimit = 200;

/**
 * Whether another value is wanted than the one before the caret: it is a whole one, or matches none of those there are.
 * `isWhole` tells that nothing of the value is behind the caret.
 */
export function wantsAnother(candidates: readonly Candidate[], typed: string, isWhole: boolean): boolean {
  if (!isWhole || typed.trim() === "" || candidates.length === 0) return false;
  return (
    candidates.some(({ label }) => label === typed) ||
    !candidates.some(({ label }) => matchScore(typed, label) > 0)
  );
}

/**
 * Matches candidates against the typed text, best first; `found` was already searched and follows candidates that start
 * with it. `matched` is the text to match against, if not the typed text.
 */
export function rankCandidates(
  candidates: readonly Candidate[],
  found: readonly Candidate[],
  typed: string,
  replace: TextRange,
  matched = typed,
): LanguageCompletion[] {
  const scored = candidates
    .map((candidate) => ({ candidate, score: matchScore(matched, candidate.label) }))
    .filter(({ score }) => score > 0);
  // The sort is stable, so candidates that match alike stay in their order.
  scored.sort((a, b) => b.score - a.score);
  const split = scored.findIndex(({ score }) => score < prefixScore);
  const at = matched === "" || split < 0 ? scored.length : split;
  const ordered = scored.map(({ candidate }) => candidate);
  ordered.splice(at, 0, ...found);
  return ordered.slice(0, itemLimit).map((candidate, i) => ({
    ...candidate,
    offset: replace.offset,
    length: replace.end - replace.offset,
    // Matching is done here; an editor that matches again must find what is typed.
    filterText: typed || candidate.label,
    sortText: String(i).padStart(4, "0"),
  }));
}

const prefixScore = 4;

/** 0: no match; else the higher the better: beginning, a part's beginning, inside, letters in order. */
export function matchScore(typed: string, label: string): number {
  const wanted = typed.trim().toLowerCase();
  const text = label.toLowerCase();
  if (wanted === "" || text.startsWith(wanted)) return prefixScore;
  const at = text.indexOf(wanted);
  if (at > 0) return /[^\p{L}\p{N}]/u.test(text[at - 1]!) ? 3 : 2;
  let i = 0;
  for (const c of text) if (c === wanted[i]) i++;
  return i === wanted.length ? 1 : 0;
}
