/**
 * Where the extension runs: in Node (a desktop, a remote machine, a container), or in a browser, without processes, local
 * files and environment variables.
 */
export const isNode = typeof process === "object" && process.versions?.node !== undefined;

/** The variables of the environment; none in a browser. */
export const environment: Readonly<Record<string, string | undefined>> = isNode ? process.env : {};
