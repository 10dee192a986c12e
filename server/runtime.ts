/** Selects a file by its path relative to a folder, with `/`, and by whether git ignores it. */
export type Wants = (path: string, ignored: boolean) => boolean;

/** Access to the environment of the server. A web worker has no files, so every member can be missing. */
export interface Runtime {
  /** Text of a file, or undefined when it is not there or cannot be read. */
  readText(uri: string): Promise<string | undefined>;
  /** `readText` for a file whose bytes pass a test, because testing bytes is cheaper than decoding them. */
  readTextIf?(uri: string, test: (bytes: Uint8Array) => boolean): Promise<string | undefined>;
  /** Names of the files in a folder, by its URI with a slash at the end. */
  listFolder?(folder: string): Promise<readonly string[]>;
  /** Whether this runtime can access a file or folder. Without this member, it can access none. */
  canRead?(uri: string): boolean;
  /**
   * The files below a folder that are wanted, without looking into them. Skips `FOREIGN_FOLDERS`, symbolic links and
   * unreadable folders.
   *
   * @param folder URI of the folder
   * @returns at most `limit` files; none where files cannot be listed
   */
  listFiles?(folder: string, wants: Wants, limit: number): Promise<readonly FoundFile[]>;
}

export interface FoundFile {
  readonly uri: string;
  /** A string that changes when the file does: modification time and size. */
  readonly stamp: string;
}
