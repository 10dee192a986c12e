import type { FieldChange } from "../../../../core/grid/moves/field-change";
import type { AskMethod, Asks } from "../asks";

/** What the controls of the inspector can do beside drawing themselves. */
export interface InspectorHost {
  /** Asks the language server about the dashboard that is shown. Rejects with an `Error` whose message is for the user. */
  request<Method extends AskMethod>(
    method: Method,
    params: Asks[Method]["params"],
  ): Promise<Asks[Method]["result"]>;
  /**
   * Changes the text: one undo step. Pointers are those of the form. Stamps are added where they are missing, from the form
   * as it is. `words` are announced when it is done, such as `Set the aligner to Mean.` Resolves when the text is changed
   * or the change was rejected, which is shown to the user.
   */
  edit(changes: FieldChange | readonly FieldChange[], words?: string): Promise<EditOutcome>;
  /** Shows the text of a member, or of the nearest object around it while it is unset, and goes there. */
  goToText(pointer: string): void;
  /** Says something to screen readers. */
  announce(words: string): void;
}

export type EditOutcome =
  | {
      readonly ok: true;
      /** What else was changed, as a sentence. */
      readonly also?: string | undefined;
    }
  /** Why it was not made, for the user. */
  | { readonly ok: false; readonly reason: string };
