import * as vscode from "vscode";
import {
  type RunOptions,
  type UsageClient,
  UsageError,
  type UsageProgress,
  type UsageResult,
  type UsageRun,
  usageOf,
} from "../../api/usage/index";
import { previousInterval } from "../../api/usage/interval";
import type { UsageProfile } from "../../core/config/usage";
import type { Progress, UsageHostMessage, UsageView } from "../webview/usage-messages";
import { usageProfiles } from "./config";
import type { UsageDeps } from "./deps";
import { failureOf } from "./failure";
import type { Kept, KeptUsage } from "./kept";
import { type Question, queryOf } from "./question";
import { askUsageSecret, needsSecret, usageSecrets } from "./secrets";
import { viewOf } from "./view";

const { t } = vscode.l10n;

/** What was going on when something failed, so that it can go on. */
interface Broken {
  readonly what: Progress["what"];
  readonly run: UsageRun | undefined;
  /** The client it was about, for a drill-down. */
  readonly client: { readonly id: string; readonly name: string } | undefined;
}

interface Service {
  readonly client: UsageClient;
  readonly profile: UsageProfile;
}

/**
 * One question about usage and its answers: asks the service, tells how far it is, keeps the last answer, and says what
 * the view is to show. One piece of work at a time: a new one ends the one before.
 */
export class UsageSession {
  private kept: Kept | undefined;
  /** The question that is being asked, or that failed. */
  private asked: Question | undefined;
  private client: { readonly id: string; readonly name: string; readonly result: UsageResult } | undefined;
  /** Answers about clients of the present result. */
  private readonly clients = new Map<string, UsageResult>();
  private compare: boolean;
  private work: AbortController | undefined;
  private broken: Broken | undefined;
  private last: UsageHostMessage | undefined;
  private id = Date.now();

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly deps: UsageDeps,
    private readonly store: KeptUsage,
    private readonly post: (message: UsageHostMessage) => void,
  ) {
    this.compare = context.workspaceState.get<boolean>("mosaic.usage.compare", false);
  }

  /** Takes up the answer from before a reload. */
  async restore(): Promise<void> {
    this.kept ??= await this.store.read();
  }

  get question(): Question | undefined {
    return this.kept?.question;
  }

  /** The records that are on show, for exports. */
  get result(): UsageResult | undefined {
    return this.client?.result ?? this.kept?.result;
  }

  /** What the view shows now. */
  get view(): UsageView | undefined {
    return this.client ? this.clientView() : this.mainView();
  }

  /** Sends everything anew, to a view that has just been loaded. */
  show(): void {
    this.post({
      type: "show",
      view: this.mainView() ?? null,
      client: this.clientView() ?? null,
      compare: this.compare,
    });
    if (this.last) this.post(this.last);
  }

  /** Asks a question; what was shown before stays until there is an answer. */
  async ask(question: Question, run?: UsageRun): Promise<void> {
    this.asked = question;
    await this.doing("usage", question.profile, undefined, async ({ client, profile }, options) => {
      const askedAt = Date.now();
      const { name, baseUrl } = profile;
      const accept = (result: UsageResult) =>
        this.accept({ question, profile: { name, baseUrl }, result, askedAt });
      try {
        accept(await client.resume(run ?? client.plan(queryOf(question, askedAt)), options("usage")));
      } catch (error) {
        // What could be read is worth showing, with what is missing in it.
        if (error instanceof UsageError && error.partial && error.partial.records.length > 0)
          accept(error.partial);
        throw error;
      }
      if (this.compare) await this.addPrevious(client, options("previous"));
    });
  }

  /** Asks the last question again, or the one about the client that is open. */
  async again(): Promise<void> {
    const { client, broken } = this;
    const open = broken?.client ?? client;
    if (open) {
      this.clients.delete(open.id);
      await this.openClient(open.id, open.name);
      return;
    }
    const question = broken ? this.asked : this.question;
    if (question) await this.ask(question);
  }

  /** Goes on with what was broken off. */
  async resume(): Promise<void> {
    const { broken, asked } = this;
    if (broken?.client) await this.openClient(broken.client.id, broken.client.name, broken.run);
    else if (broken?.what === "previous") await this.setCompare(true);
    else if (broken && asked) await this.ask(asked, broken.run);
  }

  cancel(): void {
    this.work?.abort();
  }

  /** Compares with the period before, or no longer. */
  async setCompare(on: boolean): Promise<void> {
    this.compare = on;
    await this.context.workspaceState.update("mosaic.usage.compare", on);
    const { kept } = this;
    if (!kept || !on || kept.previous) {
      this.show();
      return;
    }
    await this.doing("previous", kept.question.profile, undefined, ({ client }, options) =>
      this.addPrevious(client, options("previous")),
    );
  }

  /** What one client calls: its templates and methods. */
  async openClient(id: string, name: string, run?: UsageRun): Promise<void> {
    const { kept } = this;
    if (!kept) return;
    const known = this.clients.get(id);
    if (known) {
      this.client = { id, name, result: known };
      this.last = undefined;
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
    await this.doing("client", kept.question.profile, { id, name }, async ({ client }, options) => {
      const result = await client.resume(run ?? client.plan(query), options("client"));
      this.clients.set(id, result);
      this.client = { id, name, result };
      this.last = undefined;
      this.show();
    });
  }

  /** Back from a client to all of them. */
  back(): void {
    this.client = undefined;
    this.last = undefined;
    this.show();
  }

  /** Asks for the credentials of the profile that is in use, then again what failed for want of them. */
  async credentials(): Promise<void> {
    const name = this.asked?.profile ?? this.kept?.question.profile;
    const profile = name === undefined ? undefined : await this.profile(name);
    if (!profile || !(await askUsageSecret(this.context.secrets, profile))) return;
    if (this.broken?.client) await this.openClient(this.broken.client.id, this.broken.client.name);
    else if (this.asked) await this.ask(this.asked);
  }

  dispose(): void {
    this.work?.abort();
  }

  private accept(kept: Kept): void {
    this.kept = kept;
    this.client = undefined;
    this.clients.clear();
    this.id++;
    this.last = undefined;
    this.keep();
    this.show();
  }

  private keep(): void {
    if (!this.kept) return;
    this.store.write(this.kept).catch((error: unknown) => {
      this.deps.log.warn(`The usage result could not be kept: ${error}`);
    });
  }

  private async addPrevious(client: UsageClient, options: RunOptions): Promise<void> {
    const { kept } = this;
    if (!kept) return;
    const { granularity: _, ...query } = kept.result.query;
    const interval = previousInterval(kept.result.interval);
    const previous = await client.ask({ ...query, interval }, options);
    this.kept = { ...kept, previous };
    this.last = undefined;
    this.keep();
    this.show();
  }

  /** Does one piece of work with progress; whatever fails is told in the view. */
  private async doing(
    first: Progress["what"],
    profileName: string,
    client: Broken["client"],
    work: (service: Service, options: (what: Progress["what"]) => RunOptions) => Promise<void>,
  ): Promise<void> {
    this.work?.abort();
    const stop = new AbortController();
    this.work = stop;
    this.broken = undefined;
    let what = first;
    const isCurrent = () => this.work === stop;
    const busy = (words: string, rows: number) => {
      if (isCurrent()) this.tell({ type: "busy", progress: { what, words, rows } });
    };
    try {
      const service = await this.service(profileName);
      if (!service) return;
      busy(t("Starting…"), 0);
      await work(service, (next) => {
        what = next;
        return {
          signal: stop.signal,
          onProgress: (progress) => busy(phaseWords(progress), progress.rows),
        };
      });
      if (isCurrent()) this.tell({ type: "idle" });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // When a new question has ended this one, nobody waits for it any more.
      if (isCurrent()) this.failed(error, { what, run: error.run, client });
    } finally {
      if (isCurrent()) this.work = undefined;
    }
  }

  private failed(error: UsageError, broken: Broken): void {
    this.broken = broken;
    this.deps.log.warn(`API usage: ${error.message} ${error.action}`);
    const failure = failureOf(error);
    const message =
      broken.what === "previous"
        ? t("No comparison with the period before: {0}", failure.message)
        : failure.message;
    this.tell({ type: "failed", failure: { ...failure, message } });
  }

  private async service(name: string): Promise<Service | undefined> {
    const profile = await this.profile(name);
    if (!profile) return undefined;
    const { secrets } = this.context;
    if ((await needsSecret(secrets, profile)) && !(await askUsageSecret(secrets, profile))) return undefined;
    const client = usageOf(profile, {
      environment: process.env,
      secrets: usageSecrets(secrets, profile),
      userAgent: "mosaic-vscode",
      log: (line) => this.deps.log.debug(line),
    });
    return { client, profile };
  }

  private async profile(name: string): Promise<UsageProfile | undefined> {
    const profiles = await usageProfiles(this.deps.profiles);
    const found = typeof profiles === "string" ? undefined : profiles.find((one) => one.name === name);
    if (found) return found;
    const message =
      typeof profiles === "string" ? profiles : t('There is no usage profile "{0}" any more.', name);
    this.tell({
      type: "failed",
      failure: { message, action: t("Choose another profile."), can: ["question"], stopped: false },
    });
    return undefined;
  }

  /** Remembered for a view that is loaded meanwhile. */
  private tell(message: UsageHostMessage): void {
    this.last = message.type === "idle" ? undefined : message;
    this.post(message);
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

function phaseWords({ phase, part, parts }: UsageProgress): string {
  const job = parts === 1 ? t("Job") : t("Job {0} of {1}", part, parts);
  const words: Readonly<Record<UsageProgress["phase"], string>> = {
    starting: t("{0}: starting", job),
    Queued: t("{0}: queued", job),
    Running: t("{0}: running", job),
    Succeeded: t("{0}: succeeded", job),
    Failed: t("{0}: failed", job),
    Cancelled: t("{0}: cancelled", job),
    reading: t("{0}: reading the result", job),
  };
  return words[phase];
}
