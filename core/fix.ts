import type { Dashboard } from "./dashboard";
import type { TextEdit } from "./edit/edit";
import type { Finding } from "./finding";

/** A fix for a finding, as edits of the text it was found in. */
export interface Fix {
  /** What the result will be: `Replace with "ALIGN_MEAN"`. */
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The preferred fix; editors offer it first. */
  readonly preferred?: boolean;
  /** Can mean only one thing; *Fix All* and `mosaic validate --fix` apply only these. */
  readonly unambiguous: boolean;
}

/** Makes the fixes of findings with one code, best first. */
export type FixProvider = (dashboard: Dashboard, finding: Finding) => Fix[];
