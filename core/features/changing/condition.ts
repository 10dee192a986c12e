import type { Position } from "vscode-languageserver-types";

/** The client's command behind *Add condition…*; its one argument is a `ConditionInsertion`. */
export const ADD_CONDITION = "mosaic.addCondition";

/** Where another condition of a filter can be written. Plain JSON. */
export interface ConditionInsertion {
  readonly uri: string;
  readonly position: Position;
  /** Something stands before, so that a blank has to come first. */
  readonly space: boolean;
}
