/** What the server needs from where it runs; a web worker has no files, so every member may know nothing. */
export interface Runtime {
  /** Text of a file, or undefined when it is not there or cannot be read. */
  readText(uri: string): Promise<string | undefined>;
}
