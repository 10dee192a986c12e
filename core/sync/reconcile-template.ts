import { type HoleMarks, maskHoles } from "../document/holes";
import { readDocument } from "../document/reader";
import { applyEdits } from "../edit/edit";
import { keepHoles } from "../template/fill";
import { type Reconciled, reconcile } from "./reconcile";

/**
 * `reconcile` for a template: holes that match the remote value stay unchanged.
 *
 * @param remote a dashboard as JSON
 */
export function reconcileTemplate(text: string, marks: HoleMarks, remote: unknown): Reconciled {
  // Of the same length as the text, so what is edited in one is edited in the other.
  const masked = readDocument(maskHoles(text, marks).text);
  const result = reconcile(masked, keepHoles(readDocument(text, marks), remote));
  return result.ok ? { ...result, text: applyEdits(text, result.edits) } : result;
}
