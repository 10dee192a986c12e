import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A foreign host: records the requests it gets, and the hosts of tunnels. */
export interface Listener {
  readonly url: string;
  /** `METHOD path authorization`, in the order of arrival. */
  readonly requests: string[];
  /** Hosts with ports that were asked for as a proxy. */
  readonly connects: string[];
  close(): Promise<void>;
}

/** A listener on this machine; `answer` says what it answers, an empty list of dashboards by default. */
export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end("{}"),
): Promise<Listener> {
  const requests: string[] = [];
  const connects: string[] = [];
  const server: Server = createServer((request, response) => {
    const { method, url, headers } = request;
    requests.push([method, url, headers.authorization].filter(Boolean).join(" "));
    answer(request, response);
  });
  server.on("connect", (request, socket) => {
    connects.push(request.url ?? "");
    socket.on("error", () => {});
    socket.end("HTTP/1.1 502 Nobody is there\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connects,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
