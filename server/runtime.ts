/** Whether a file is wanted: by its path relative to a folder, with `/`, and by whether git is told to leave it alone. */
export type Wants = (path: string, ignored: boolean) => boolean;

/** What the server needs from where it runs; a web worker has no files, so every member may know nothing. */
export interface Runtime {
  /** Text of a file, or undefined when it is not there or cannot be read. */
  readText(uri: string): Promise<string | undefined>;
  /** `readText` of a file of usual size whose bytes pass a test, which is cheaper than to decode them. */
  readTextIf?(uri: string, test: (bytes: Uint8Array) => boolean): Promise<string | undefined>;
  /** Names of the files in a folder, by its URI with a slash at the end. */
  listFolder?(folder: string): Promise<readonly string[]>;
  /** Whether a file or folder is where this runtime looks. Nothing is, without it. */
  canRead?(uri: string): boolean;
  /**
   * The files below a folder that are wanted, without looking into them. `FOREIGN_FOLDERS` are left out, links are not
   * followed, and what cannot be read is passed over.
   *
   * @param folder URI of the folder
   * @returns at most `limit` files; none where files cannot be listed
   */
  listFiles?(folder: string, wants: Wants, limit: number): Promise<readonly FoundFile[]>;
}

export interface FoundFile {
  readonly uri: string;
  /** Another text when it changes: time of the last change and size. */
  readonly stamp: string;
}
