import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { TextDocumentContentChangeEvent } from "vscode-languageserver";

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** How a language server is started and configured with the schema. */
export interface ServerCommand {
  readonly name: string;
  readonly args: readonly string[];
  readonly languageId: string;
  readonly initializationOptions?: unknown;
  /** Sent with `workspace/didChangeConfiguration` after the start. */
  readonly settings?: unknown;
}

/** A language server as a process of its own, with the part of an editor that opens, changes and asks for findings. */
export class LspProcess {
  private readonly child: ChildProcess;
  private readonly pending = new Map<number, (message: Message) => void>();
  /** Why the process has ended; undefined while it runs. */
  private ended: string | undefined;
  private buffered: Buffer[] = [];
  private size = 0;
  private wanted = -1;
  private nextId = 1;
  private lastErrors: string[] = [];
  private readonly versions = new Map<string, number>();

  constructor(readonly command: ServerCommand) {
    this.child = spawn(process.execPath, command.args, { stdio: ["pipe", "pipe", "pipe"] });
    this.child.stdout!.on("data", (chunk: Buffer) => this.read(chunk));
    // Read it, or the server blocks.
    createInterface(this.child.stderr!).on("line", (line) => {
      this.lastErrors = [...this.lastErrors.slice(-20), line];
    });
    this.child.stdin!.on("error", () => {});
    this.child.on("exit", (code, signal) => {
      this.ended = `the server ended with ${signal ?? code}\n${this.lastErrors.join("\n")}`;
      for (const id of [...this.pending.keys()]) this.receive({ id, error: { message: this.ended } });
    });
  }

  /** Starts the conversation; afterwards the server is ready for documents. */
  async initialize(): Promise<void> {
    await this.request("initialize", {
      processId: null,
      rootUri: null,
      capabilities: {
        textDocument: { diagnostic: { dynamicRegistration: false }, publishDiagnostics: {} },
        workspace: { configuration: true },
      },
      initializationOptions: this.command.initializationOptions,
    });
    this.notify("initialized", {});
    if (this.command.settings) {
      this.notify("workspace/didChangeConfiguration", { settings: this.command.settings });
    }
  }

  open(uri: string, text: string): void {
    const { languageId } = this.command;
    this.versions.set(uri, 1);
    this.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  }

  change(uri: string, contentChanges: readonly TextDocumentContentChangeEvent[]): void {
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    this.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
  }

  close(uri: string): void {
    this.notify("textDocument/didClose", { textDocument: { uri } });
  }

  /** Asks for the findings, as an editor does after each change, and gives how many there are. */
  async findings(uri: string): Promise<number> {
    return (await this.diagnostics(uri)).length;
  }

  /** The findings themselves. */
  async diagnostics(uri: string): Promise<readonly unknown[]> {
    const report = (await this.request("textDocument/diagnostic", { textDocument: { uri } })) as {
      items?: readonly unknown[];
    };
    return report.items ?? [];
  }

  /** Ends the process at once, as a crash does. */
  kill(): void {
    this.child.kill("SIGKILL");
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, ({ result, error }) =>
        error ? reject(new Error(`${this.command.name}: ${error.message}`)) : resolve(result),
      );
      if (this.ended !== undefined) this.receive({ id, error: { message: this.ended } });
      else this.send({ id, method, params });
    });
  }

  notify(method: string, params: unknown): void {
    this.send({ method, params });
  }

  /** CPU time that the process has used so far, in milliseconds; NaN where the system does not tell. */
  cpu(): number {
    try {
      const tasks = `/proc/${this.child.pid}/task`;
      const nanoseconds = readdirSync(tasks).map((task) =>
        Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]),
      );
      return nanoseconds.reduce((a, b) => a + b, 0) / 1e6;
    } catch {
      return Number.NaN;
    }
  }

  /** Resident memory in MB; undefined where the system does not tell. */
  memory(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
      const kilobytes = /VmRSS:\s+(\d+)/.exec(status);
      return kilobytes ? Number(kilobytes[1]) / 1024 : undefined;
    } catch {
      return undefined;
    }
  }

  stop(): void {
    this.child.kill();
  }

  private send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.child.stdin!.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  private read(chunk: Buffer): void {
    this.buffered.push(chunk);
    this.size += chunk.length;
    if (this.size < this.wanted) return;
    let data = Buffer.concat(this.buffered);
    for (;;) {
      const end = data.indexOf("\r\n\r\n");
      if (end < 0) break;
      const length = Number(/Content-Length: (\d+)/i.exec(data.toString("latin1", 0, end))?.[1]);
      this.wanted = end + 4 + length;
      if (data.length < this.wanted) break;
      const body = data.toString("utf8", end + 4, this.wanted);
      data = data.subarray(this.wanted);
      this.wanted = -1;
      this.receive(JSON.parse(body) as Message);
    }
    this.buffered = [data];
    this.size = data.length;
  }

  private receive(message: Message): void {
    const { id, method } = message;
    if (method === undefined) {
      const answer = this.pending.get(id as number);
      this.pending.delete(id as number);
      answer?.(message);
    } else if (id !== undefined) {
      // The server asks for its settings, or to register something.
      const { items } = message.params ?? {};
      this.send({ id, result: method === "workspace/configuration" ? items!.map(() => null) : null });
    }
  }
}
