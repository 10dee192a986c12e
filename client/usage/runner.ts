import type * as vscode from "vscode";
import { type RunOptions, type UsageProgress, type UsageRun, UsageServiceError } from "../../api/usage/index";
import type { UsageProfile } from "../../core/config/usage/usage";
import type { Failure, Progress, UsageHostMessage } from "../webview/usage/messages";
import { failureOf } from "./failure";
import type { UsageRequest } from "./request";
import type { Service, Services } from "./service";

/** A client that the user drills down to. */
export interface UsageClientRef {
  readonly id: string;
  readonly name: string;
}

/** The task that failed, so that it can be continued. */
export interface FailedTask {
  readonly what: Progress["what"];
  readonly run: UsageRun | undefined;
  /** The client it was about, for a drill-down. */
  readonly client: UsageClientRef | undefined;
}

/** A task, as seen by its code. */
export interface Task extends Service {
  /** False when a newer piece of work has ended this one. */
  readonly isCurrent: () => boolean;
  /** Runs a step with progress and cancellation. */
  readonly options: (what: Progress["what"]) => RunOptions;
}

/** Runs one task at a time; a new one cancels the previous one. Reports progress and failures. */
export class UsageRunner {
  /** The last failure, unless another task has started since. */
  broken: FailedTask | undefined;
  /** Messages for a view that was just loaded. */
  last: UsageHostMessage | undefined;
  private current: { readonly stop: AbortController; what: Progress["what"] } | undefined;

  constructor(
    private readonly services: Services,
    private readonly log: vscode.LogOutputChannel,
    private readonly post: (message: UsageHostMessage) => void,
  ) {}

  /** What is being done. */
  get what(): Progress["what"] | undefined {
    return this.current?.what;
  }

  /** Runs a task with progress and reports its failure. */
  async begin(
    first: Progress["what"],
    question: UsageRequest,
    client: UsageClientRef | undefined,
    work: (task: Task) => Promise<void>,
  ): Promise<void> {
    this.cancel();
    const own = { stop: new AbortController(), what: first };
    this.current = own;
    this.broken = undefined;
    let profile: UsageProfile | undefined;
    const isCurrent = () => this.current === own;
    const busy = (label: string, rows: number) => {
      if (isCurrent()) this.notify({ type: "busy", progress: { what: own.what, label, rows } });
    };
    const options = (what: Progress["what"]): RunOptions => {
      own.what = what;
      return {
        signal: own.stop.signal,
        onProgress: (progress) => busy(phaseWords(progress), progress.rows),
      };
    };
    try {
      busy("Starting…", 0);
      const service = await this.services.serviceFor(question);
      if (!isCurrent()) return;
      if ("can" in service) {
        this.failed(service, { what: first, run: undefined, client });
        return;
      }
      profile = service.profile;
      await work({ ...service, isCurrent, options });
      if (isCurrent()) this.notify({ type: "idle" });
    } catch (error) {
      if (!(error instanceof UsageServiceError) || !profile) throw error;
      // Ignore a task that a newer one has replaced.
      if (isCurrent()) this.failed(failureOf(error, profile), { what: own.what, run: error.run, client });
    } finally {
      if (isCurrent()) this.current = undefined;
    }
  }

  /** Stops waiting; reported like a failure. */
  cancel(): void {
    this.current?.stop.abort();
  }

  /** Drops the current task and the last failure. */
  drop(): void {
    this.cancel();
    this.current = undefined;
    this.broken = undefined;
    this.notify({ type: "idle" });
  }

  /** Tells a failure, which can be overcome as `broken` says. */
  failed(failure: Failure, broken: FailedTask): void {
    this.broken = broken;
    if (!failure.stopped) this.log.warn(`API usage: ${failure.message} ${failure.action}`);
    const message =
      broken.what === "previous"
        ? `No comparison with the previous period: ${failure.message}`
        : failure.message;
    this.notify({ type: "failed", failure: { ...failure, message } });
  }

  private notify(message: UsageHostMessage): void {
    this.last = message.type === "idle" ? undefined : message;
    this.post(message);
  }
}

function phaseWords({ phase, part, parts }: UsageProgress): string {
  const job = parts === 1 ? "Job" : `Job ${part} of ${parts}`;
  const words: Readonly<Record<UsageProgress["phase"], string>> = {
    starting: `${job}: starting`,
    Queued: `${job}: queued`,
    Running: `${job}: running`,
    Succeeded: `${job}: succeeded`,
    Failed: `${job}: failed`,
    Cancelled: `${job}: canceled`,
    reading: `${job}: reading the result`,
  };
  return words[phase];
}
