/** What decides whether and how VS Code may start the server of `mosaic mcp`. */
export interface AgentSettings {
  readonly enabled: boolean;
  /** Path or name of the command `mosaic`. */
  readonly command: string;
  readonly access: "files" | "compare" | "push";
}

/** How to start the server. */
export interface AgentServer {
  readonly command: string;
  readonly args: readonly string[];
}

/** The first version of VS Code with the API; 1.100 has a function of this name that throws. */
const FIRST = [1, 101] as const;

/** Whether this version of VS Code lets extensions offer servers. */
export function offersServers(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return major > FIRST[0] || (major === FIRST[0] && minor >= FIRST[1]);
}

const OPTIONS = { files: [], compare: ["--allow-remote"], push: ["--allow-push"] } as const;

/**
 * The server for some folders; undefined unless the user has turned it on, in a trusted workspace with a folder.
 *
 * @param folders paths of the workspace's folders on this machine
 */
export function serverFor(
  { enabled, command, access }: AgentSettings,
  folders: readonly string[],
  isTrusted: boolean,
): AgentServer | undefined {
  if (!enabled || !isTrusted || folders.length === 0) return undefined;
  return { command: command.trim() || "mosaic", args: ["mcp", ...(OPTIONS[access] ?? []), "--", ...folders] };
}
