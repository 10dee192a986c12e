import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { hostFor } from "../../cli/agents/host";
import { remoteFor } from "../../cli/agents/remote";
import type { Io } from "../../cli/io";
import { makeServer } from "../../mcp/server";
import { Session } from "../../mcp/session";

// biome-ignore lint/suspicious/noExplicitAny: tests say what is in it
export type Json = Record<string, any>;

/** What an agent gets for a call. */
export interface Reply {
  readonly isError: boolean;
  /** The structured answer; empty for an error. */
  readonly value: Json;
  readonly text: string;
  readonly images: number;
}

export interface Agent {
  readonly client: Client;
  /** Calls a tool. A protocol error counts as an error that the model sees. */
  call(tool: string, args: object): Promise<Reply>;
  close(): Promise<void>;
}

export interface AgentOptions {
  /** Protocol family; the newest by default. */
  readonly era?: "2025" | "2026";
  readonly remote?: "read" | "push";
  /** Answers questions of the server; without it, the client cannot be asked. */
  readonly person?: (question: string) => {
    action: "accept" | "decline";
    content?: Record<string, string | boolean>;
  };
}

/** An official client that is connected to a server for a folder, in this process. */
export async function startAgent(folder: string, io: Io, options: AgentOptions = {}): Promise<Agent> {
  const { era = "2026", remote, person } = options;
  const at: Io = { ...io, cwd: folder };
  const service = remote && remoteFor({}, at, remote === "push");
  const session = new Session(hostFor([folder], at, service));
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  // The two packages declare the same class each.
  const handle = serveStdio(() => makeServer(session), { transport: serverSide as unknown as Transport });
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: person ? { elicitation: {} } : {},
      versionNegotiation: { mode: era === "2026" ? { pin: "2026-07-28" } : "legacy" },
    },
  );
  if (person) client.setRequestHandler("elicitation/create", async ({ params }) => person(params.message));
  await client.connect(clientSide);
  return {
    client,
    async call(name, args) {
      const result = await client
        .callTool({ name, arguments: { ...args } })
        .catch((error: Error) => ({ isError: true, content: [{ type: "text", text: error.message }] }));
      const content = result.content as { type: string; text?: string }[];
      return {
        isError: result.isError === true,
        value: ("structuredContent" in result && (result.structuredContent as Json)) || {},
        text: content.map(({ text = "" }) => text).join("\n"),
        images: content.filter(({ type }) => type === "image").length,
      };
    },
    async close() {
      await client.close();
      await handle.close();
    },
  };
}
