import type { TextEdit } from "./edit/edit";

/** A repair for a finding, as edits of the text it was found in. */
export interface Fix {
  /** What the result will be: `Replace with "ALIGN_MEAN"`. */
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** Most likely what the author wants; editors offer it first. */
  readonly preferred?: boolean;
  /** The one repair that is right beyond doubt; *Fix all* and `mosaic validate --fix` apply only these. */
  readonly unambiguous: boolean;
}
