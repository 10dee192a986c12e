import type * as vscode from "vscode";
import {
  type RunOptions,
  type UsageClient,
  type UsageResult,
  type UsageRun,
  UsageServiceError,
} from "../../api/usage/index";
import { previousInterval } from "../../api/usage/interval";
import type { Failure, UsageHostMessage, UsageView } from "../webview/usage/messages";
import type { UsageDeps } from "./deps";
import { unfinished } from "./failure";
import { toUsageQuery, type UsageRequest } from "./request";
import { type UsageClientRef, UsageRunner } from "./runner";
import { askUsageSecret } from "./secrets";
import { profileOf, Services } from "./service";
import type { StoredUsage, UsageStore } from "./store";
import { viewOf } from "./view";

/**
 * One question about usage and its answers: asks the service, tells how far it is, keeps the last answer, and says what
 * the view is to show. One piece of work at a time: a new one ends the one before.
 */
export class UsageSession {
  private kept: StoredUsage | undefined;
  /** The question that is being asked, or that failed. */
  private asked: UsageRequest | undefined;
  private client: (UsageClientRef & { readonly result: UsageResult }) | undefined;
  /** Answers about clients of the present result. */
  private readonly clients = new Map<string, UsageResult>();
  private compare: boolean;
  private readonly work: UsageRunner;
  private restored: Promise<void> | undefined;
  private readonly services: Services;
  private id = Date.now();

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly deps: UsageDeps,
    private readonly store: UsageStore,
    private readonly post: (message: UsageHostMessage) => void,
  ) {
    this.services = new Services(context.secrets, deps);
    this.work = new UsageRunner(this.services, deps.log, post);
    this.compare = context.workspaceState.get<boolean>("mosaic.usage.compare", false);
  }

  /** Takes up what there was before a reload: the last answer, and a question that was on its way. */
  restore(): Promise<void> {
    this.restored ??= this.resumeStored();
    return this.restored;
  }

  private async resumeStored(): Promise<void> {
    this.kept = await this.store.read();
    const left = await this.store.unfinished();
    if (!left) return;
    this.asked = left.question;
    this.work.failed(unfinished(), { what: "usage", run: left.run, client: undefined });
  }

  /** The last question, answered or not. */
  get question(): UsageRequest | undefined {
    return this.asked ?? this.kept?.question;
  }

  /** There is an answer, or a failure that can be overcome. */
  get hasSomething(): boolean {
    return this.kept !== undefined || this.work.last !== undefined;
  }

  /** The records that are on show, for exports. */
  get result(): UsageResult | undefined {
    return this.client?.result ?? this.kept?.result;
  }

  /** What the view shows now. */
  get view(): UsageView | undefined {
    return this.client ? this.clientView() : this.mainView();
  }

  /** Why there is no answer, when the view says so. */
  get failure(): Failure | undefined {
    const { last } = this.work;
    return last?.type === "failed" ? last.failure : undefined;
  }

  /** Sends everything again, to a view that has just been loaded. */
  show(): void {
    this.post({
      type: "show",
      view: this.mainView() ?? null,
      client: this.clientView() ?? null,
      compare: this.compare,
    });
    if (this.work.last) this.post(this.work.last);
  }

  /**
   * Asks a question; what was shown before stays until there is an answer.
   *
   * @param run goes on with it instead of starting again: one that was broken off, or whose jobs were started elsewhere
   */
  async ask(question: UsageRequest, run?: UsageRun): Promise<void> {
    this.asked = question;
    if (!run) await this.remember(question, undefined);
    await this.work.begin("usage", question, undefined, async ({ client, profile, isCurrent, options }) => {
      const askedAt = Date.now();
      const { name, baseUrl } = profile;
      const accept = (result: UsageResult) =>
        this.accept({ question, profile: { name, baseUrl }, result, askedAt });
      try {
        const planned = run ?? client.plan(toUsageQuery(question, askedAt));
        accept(await client.resume(planned, this.saving(question, options("usage"))));
        await this.remember(question, undefined);
      } catch (error) {
        // When a newer question has ended this one, what is left of it is of no use.
        if (error instanceof UsageServiceError && isCurrent()) {
          await this.remember(question, error.run);
          // Show a partial result with what is missing, unless there is already a complete one.
          const { partial } = error;
          if (partial && partial.records.length > 0 && !this.hasCompleteResult(question)) accept(partial);
        }
        throw error;
      }
      if (this.compare) await this.addPrevious(client, options("previous"));
    });
  }

  /** Asks again for what is on show. */
  async rerun(): Promise<void> {
    const { client } = this;
    const question = this.kept?.question ?? this.asked;
    if (client) {
      this.clients.delete(client.id);
      await this.openClient(client.id, client.name);
    } else if (question) await this.ask(question);
  }

  /** Asks again for what failed. */
  async retry(): Promise<void> {
    const { question } = this;
    const { broken } = this.work;
    if (broken?.client) await this.openClient(broken.client.id, broken.client.name);
    else if (broken?.what === "previous") await this.setCompare(true);
    else if (question) await this.ask(question);
  }

  /** Goes on with what was broken off. */
  async resume(): Promise<void> {
    const { asked } = this;
    const { broken } = this.work;
    if (broken?.client) await this.openClient(broken.client.id, broken.client.name, broken.run);
    else if (broken?.what === "usage" && asked) await this.ask(asked, broken.run);
    else await this.retry();
  }

  cancel(): void {
    this.work.cancel();
  }

  /** Compares with the period before, or no longer. */
  async setCompare(on: boolean): Promise<void> {
    this.compare = on;
    await this.context.workspaceState.update("mosaic.usage.compare", on);
    const { kept, work } = this;
    if (!on && [work.what, work.broken?.what].includes("previous")) work.drop();
    // A question that is on its way brings the period before along.
    if (!kept || !on || kept.previous || work.what === "usage") {
      this.show();
      return;
    }
    await work.begin("previous", kept.question, undefined, ({ client, options }) =>
      this.addPrevious(client, options("previous")),
    );
  }

  /** What one client calls: its templates and methods. */
  async openClient(id: string, name: string, run?: UsageRun): Promise<void> {
    const { kept } = this;
    if (!kept) return;
    const known = this.clients.get(id);
    if (known) {
      this.work.drop();
      this.client = { id, name, result: known };
      this.show();
      return;
    }
    const { granularity } = kept.question;
    const query = {
      interval: kept.result.interval,
      granularity,
      groupBy: ["Template", "Method"] as const,
      clientId: id,
    };
    await this.work.begin("client", kept.question, { id, name }, async ({ client, options }) => {
      const result = await client.resume(run ?? client.plan(query), options("client"));
      this.clients.set(id, result);
      this.client = { id, name, result };
      this.work.last = undefined;
      this.show();
    });
  }

  /** Back from a client to all of them. */
  back(): void {
    const { work } = this;
    if ([work.what, work.broken?.what].includes("client")) work.drop();
    this.client = undefined;
    this.show();
  }

  /** Asks for the credentials of the profile that is in use, then goes on with what failed for want of them. */
  async credentials(): Promise<void> {
    const { question } = this;
    const found = question && (await profileOf(question, this.deps));
    if (!found || "can" in found) return;
    const trust = await this.deps.trust();
    if (!(await trust.allow(found.profile, found.settings))) return;
    if (await askUsageSecret(this.context.secrets, found.profile)) await this.resume();
  }

  dispose(): void {
    this.services.dispose();
    this.work.cancel();
  }

  private accept(kept: StoredUsage): void {
    this.kept = kept;
    this.client = undefined;
    this.clients.clear();
    this.id++;
    this.work.last = undefined;
    this.keep();
    this.show();
  }

  private keep(): void {
    if (!this.kept) return;
    this.store.write(this.kept).catch((error: unknown) => {
      this.deps.log.warn(`Could not save the usage result: ${error}`);
    });
  }

  /** The answer that is kept is the whole one to this very question. */
  private hasCompleteResult(question: UsageRequest): boolean {
    const { kept } = this;
    return kept?.result.missing.length === 0 && JSON.stringify(kept.question) === JSON.stringify(question);
  }

  /** Remembers the jobs of a question as they are started. */
  private saving(question: UsageRequest, options: RunOptions): RunOptions {
    let known = 0;
    return {
      ...options,
      onProgress: (progress) => {
        options.onProgress?.(progress);
        const started = startedJobs(progress.run);
        if (started === known) return;
        known = started;
        void this.remember(question, progress.run);
      },
    };
  }

  private async remember(question: UsageRequest, run: UsageRun | undefined): Promise<void> {
    const left = run && startedJobs(run) > 0 ? { question, run } : undefined;
    await this.store.remember(left).catch((error: unknown) => {
      this.deps.log.warn(`Could not save the job ids of the usage query: ${error}`);
    });
  }

  private async addPrevious(client: UsageClient, options: RunOptions): Promise<void> {
    const { kept } = this;
    if (!kept) return;
    const { granularity: _, ...query } = kept.result.query;
    const interval = previousInterval(kept.result.interval);
    const previous = await client.ask({ ...query, interval }, options);
    this.kept = { ...kept, previous };
    this.work.last = undefined;
    this.keep();
    this.show();
  }

  private mainView(): UsageView | undefined {
    const { kept } = this;
    if (!kept) return undefined;
    const { profile, result, askedAt } = kept;
    const previous = this.compare ? kept.previous : undefined;
    return viewOf({ id: this.id, profile, result, askedAt, previous });
  }

  private clientView(): UsageView | undefined {
    const { kept, client } = this;
    if (!kept || !client) return undefined;
    const { profile, askedAt } = kept;
    return viewOf({ id: this.id, profile, result: client.result, askedAt, clientName: client.name });
  }
}

function startedJobs({ parts }: UsageRun): number {
  return parts.filter(({ jobId }) => jobId !== undefined).length;
}
