import { valueOf } from "../document/node";
import { type JsonDocument, readAgain } from "../document/reader";
import { differences } from "./compare";
import { merge3 } from "./merge";

/** Edits that a merge by hand has lost, one per line. */
export interface MissingEdits {
  /** Edits made on the service. */
  readonly theirs: readonly string[];
  /** Edits that the file had before. */
  readonly ours: readonly string[];
}

/**
 * Looks for edits that a merge by hand has lost. If both sides changed the same, the file has the user's decision, if the
 * conflict was shown.
 *
 * @param base the dashboard that both have started from
 * @param before the file before the merge
 * @param after the file as it is now; JSON without syntax errors
 * @param remote what the service has
 * @param shown whether every conflict was put before the user
 */
export function missingEdits(
  base: unknown,
  before: JsonDocument,
  after: JsonDocument,
  remote: unknown,
  shown: boolean,
): MissingEdits {
  const was = merge3(base, before, remote);
  const now = merge3(base, after, remote);
  const kept =
    was.ok || now.ok || shown
      ? []
      : textsOf(now.conflicts).filter((text) => textsOf(was.conflicts).includes(text));
  const local = before.root && valueOf(before.root);
  return { theirs: [...incoming(base, after, remote), ...kept], ours: incoming(base, after, local) };
}

const textsOf = (list: readonly { readonly text: string }[]): string[] => list.map(({ text }) => text);

/** Edits of the other side that the file lacks. */
function incoming(base: unknown, document: JsonDocument, other: unknown): string[] {
  const merged = merge3(base, document, other);
  if (merged.ok) return textsOf(merged.incoming);
  const rest = merged.rest && readAgain(document, merged.rest.text).root;
  if (!rest || !document.root) return [];
  return textsOf(differences(valueOf(document.root), valueOf(rest)));
}
