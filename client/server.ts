import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { showMessage } from "./notify";
import type { SentDocuments } from "./sent-documents";

/** More crashes than this within `CRASH_WINDOW` milliseconds, and the server stays down until the user restarts it. */
const MAX_CRASHES = 4;
const CRASH_WINDOW = 180_000;
/** How long a request waits for the server to come back after a crash, in milliseconds. */
const RESTART_WAIT = 15_000;
/** Codes of the protocol library for a request that a lost connection has cut off: closed, disposed, write, read, rejected, inactive. */
const CONNECTION_LOST: ReadonlySet<unknown> = new Set([1, 2, -32099, -32098, -32097, -32096]);

const NOT_RUNNING = "The Mosaic language server is not running.";

/** The language server, a process or a worker, and the connection to it, for as long as the extension lives. */
export class Server implements vscode.Disposable {
  private client: BaseLanguageClient | undefined;
  private starting: Promise<void> | undefined;
  /** How often it was stopped. */
  private stops = 0;
  private crashes: number[] = [];
  /** It has crashed too often and stays down. */
  private isDown = false;
  private documents: SentDocuments | undefined;
  private readonly started = new vscode.EventEmitter<void>();
  /** Fires each time the server has come up, after a crash too. */
  readonly onDidStart = this.started.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Starts the server unless it runs or is starting. A failure is shown with an action, not thrown. */
  async start(): Promise<void> {
    this.starting ??= this.launch().catch((error: unknown) => this.failed(error));
    await this.starting;
  }

  /**
   * Sends one of Mosaic's own requests. Waits for the server when it is still starting, and asks again if it crashes before it
   * has answered; all these requests only read.
   */
  async request<Result>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<Result> {
    await this.start();
    if (!this.client?.isRunning()) await this.comeBack();
    try {
      return await this.send<Result>(method, params, token);
    } catch (error) {
      if (!CONNECTION_LOST.has((error as { code?: unknown }).code)) throw error;
    }
    await this.comeBack();
    return this.send(method, params, token);
  }

  private send<Result>(
    method: string,
    params: unknown,
    token: vscode.CancellationToken | undefined,
  ): Promise<Result> {
    const { client } = this;
    if (!client) throw new Error(NOT_RUNNING);
    // A token that is undefined would be sent as a second parameter.
    return token
      ? client.sendRequest<Result>(method, params, token)
      : client.sendRequest<Result>(method, params);
  }

  /**
   * Waits until the server is up again after a crash.
   *
   * @throws if it is not about to
   */
  private async comeBack(): Promise<void> {
    if (!this.client || this.isDown) throw new Error(NOT_RUNNING);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => done(new Error(NOT_RUNNING)), RESTART_WAIT);
      const up = this.onDidStart(() => done());
      const done = (error?: Error) => {
        clearTimeout(timer);
        up.dispose();
        if (error) reject(error);
        else resolve();
      };
    });
    // It has its documents back when the start has ended.
    await this.client?.start();
  }

  async restart(): Promise<void> {
    this.log.info("Restarting the language server.");
    this.crashes = [];
    this.isDown = false;
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    const { client } = this;
    this.documents?.dispose();
    this.stops++;
    this.client = undefined;
    this.starting = undefined;
    await client?.dispose(2000).catch((error: unknown) => this.log.warn(`Stopping the server: ${error}`));
  }

  dispose(): Promise<void> {
    this.started.dispose();
    return this.stop();
  }

  private async launch(): Promise<void> {
    const { stops } = this;
    const client = this.client ?? (await this.create());
    // Stopped before there was anything to stop.
    if (stops !== this.stops) return;
    this.client = client;
    await client.start();
  }

  private async create(): Promise<BaseLanguageClient> {
    // On demand: loading the client library takes as long as the rest of the activation.
    const { createClient } = await import("./server-client");
    const { client, documents } = await createClient(this.context, this.log, {
      started: () => this.started.fire(),
      mayRestart: () => this.mayRestart(),
    });
    this.documents = documents;
    return client;
  }

  /** Called when the server has crashed. */
  private mayRestart(): boolean {
    const now = Date.now();
    this.crashes = [...this.crashes.filter((time) => now - time < CRASH_WINDOW), now];
    if (this.crashes.length <= MAX_CRASHES) return true;
    this.isDown = true;
    void this.notifyError("The Mosaic language server crashed several times in a row and was not restarted.");
    return false;
  }

  private failed(error: unknown): void {
    this.starting = undefined;
    this.log.error(error instanceof Error ? error : String(error));
    void this.notifyError("The Mosaic language server could not be started.");
  }

  private async notifyError(message: string): Promise<void> {
    const choice = await showMessage("error", message, {}, ["Restart", "Show Log"]);
    if (choice === "Restart") await this.restart();
    else if (choice === "Show Log") this.log.show();
  }
}
