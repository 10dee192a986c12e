import { applyEdits } from "../../core/edit/edit";
import { applyGesture } from "../../core/features/changing/gestures";
import type { Gesture } from "../../core/grid/moves/gesture";
import { type Opened, reopened } from "../open";
import { Wrong } from "../wrong";

/** A text after an edit. */
export interface Edited {
  readonly text: string;
  /** Pointer of the widget that the edit was about. */
  readonly select: string | undefined;
}

/** The text after a gesture on a text of the same file. @throws Wrong when the gesture is rejected */
export function gesture(opened: Opened, text: string, made: Gesture): Edited {
  const dashboard = text === opened.text ? opened.dashboard : reopened(opened, text);
  if (!dashboard) throw new Wrong("The edit would remove the dashboard from the file. Nothing was written.");
  const result = applyGesture(dashboard, made);
  if (!result.ok) throw new Wrong(result.reason);
  return { text: applyEdits(text, result.edits), select: result.select[0] };
}
