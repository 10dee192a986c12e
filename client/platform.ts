/**
 * Where the extension runs: in Node (a desktop, a remote machine, a container), or in a browser with no machine behind it,
 * where there are no processes, no files but VS Code's own, and no environment.
 */
export const isNode = typeof process === "object" && process.versions?.node !== undefined;

/** The variables of the environment; none in a browser. */
export const environment: Readonly<Record<string, string | undefined>> = isNode ? process.env : {};
