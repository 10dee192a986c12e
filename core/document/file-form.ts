import type { Span } from "./node";
import type { JsonDocument } from "./reader";

/** One dashboard of a file that may hold several. */
export interface FileDashboard {
  /**
   * Tells it apart from the others of its file, and finds it again in a later version of the text: a resource's address, or the
   * number of a document.
   */
  readonly address: string;
  /** Display name, such as the name of the resource. */
  readonly name: string;
  /** Where the name stands. */
  readonly nameSpan: Span;
  /** Its range: a cursor there selects this dashboard. */
  readonly part: Span;
  /** The dashboard with the offsets and the lines of the file; absent where its text is not written in the file. */
  readonly document?: JsonDocument | undefined;
}

/** A kind of file that contains dashboards: how to recognize it, and how to find its dashboards. */
export interface FileForm {
  readonly id: "terraform" | "yaml";
  /**
   * The dashboards are part of other code with its own tools: Mosaic reports nothing outside of the dashboards, and
   * provides no formatting, folding and symbols.
   */
  readonly isEmbedded: boolean;
  /** Whether a file is of this kind, by its path or URI. */
  hasName(path: string): boolean;
  /** The editor's languages of such texts, for documents that have no name yet. */
  readonly languages?: readonly string[];
  /**
   * Whether a text among others is worth reading; quick. Absent where names tell.
   *
   * @param hasAround whether other files of the folder say something about it
   */
  mayHold?(text: string, hasAround: boolean): boolean;
  /** What other files of the folder say about the dashboards of a file, for `read`; undefined for nothing. */
  around?(others: readonly string[]): unknown;
  /** The dashboards of a text, in its order. Never throws; takes linear time. */
  read(text: string, around?: unknown): readonly FileDashboard[];
}
