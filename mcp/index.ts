import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Host } from "./host";
import { makeServer } from "./server";
import { Session } from "./session";

export type { Host, Remote, RemoteComparison, RemoteList, Ruling } from "./host";

/**
 * Serves an agent on the standard streams of this process until its input ends.
 *
 * @param report receives problems of the connection, for a log
 */
export function serve(host: Host, report: (message: string) => void): Promise<void> {
  const session = new Session(host);
  return new Promise((resolve) => {
    const handle = serveStdio(() => makeServer(session), { onerror: ({ message }) => report(message) });
    process.stdin.once("end", () => void handle.close().then(resolve, () => resolve()));
  });
}
