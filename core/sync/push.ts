import { type JsonDocument, readAgain, readDocument } from "../document/reader";
import type { Finding } from "../finding";
import { fillHolesFrom } from "../template/fill";
import { type Base, findBase, gapOf } from "./base";
import { type Difference, differences } from "./compare";
import { nameOf } from "./identity";
import type { FirstRead } from "./listed";
import { containsEdits, type Merged, merge3 } from "./merge";
import type { BlockedOutcome } from "./outcome";
import type {
  LostSave,
  MergeTarget,
  PushConflict,
  PushDone,
  PushOutcome,
  PushPlan,
  PushPorts,
  PushRequest,
} from "./push-ports";
import { unreadableFile } from "./readable";
import { requestBody, unsendable } from "./sent";
import { type DashboardResource, isServiceFailure, type ServiceFailure } from "./service";
import { identifyIn, type Received, remember, rememberSame, StateProblem } from "./state";
import { Version } from "./version";

export type * from "./push-ports";

/** The origin of a base that is what this very push saved. */
export const SAVED_WITHOUT_RESPONSE = "this push saved it, although the response was lost";

/** How often a push starts over because the service had moved on in between. */
const ROUNDS = 5;
/** How often a save is sent again that had no response and no effect. */
const RETRIES = 2;

/**
 * Pushes one file: read, compare, show, confirm, save. Never overwrites unseen edits without confirmation.
 *
 * A save has the etag of the read that was compared and shown. If the dashboard has changed, or there was no response,
 * everything is read and compared again. Resolves for all expected failures; rejects only on bugs and if a port rejects.
 */
export async function push(request: PushRequest, ports: PushPorts): Promise<PushOutcome> {
  const run = new Push(request, ports);
  try {
    return await run.run();
  } catch (error) {
    if (error instanceof StateProblem)
      return { kind: "impossible", message: error.message, action: error.action };
    if (!isServiceFailure(error)) throw error;
    const { lost } = run;
    // Report the lost save: this failure only means that its outcome is unknown.
    const failure = lost?.failure ?? error;
    if (failure.kind === "cancelled") return { kind: "cancelled", failure };
    return failure.kind === "refused"
      ? { kind: "refused", failure, etagSent: false }
      : { kind: "failed", failure, lost };
  }
}

/** What the service has; undefined when it has none. */
type Remote = Version<DashboardResource> | undefined;
/** Confirmation if the dashboard does not exist; no version has an empty key. */
const NO_VERSION = "";

/** A save that was sent. */
interface Save {
  /** The version that it was to replace. */
  readonly remote: Remote;
  readonly changes: readonly Difference[];
}

/** The outcome of the last save, after the dashboard was read again. */
type State =
  | /** Nothing was sent of the text as it is now. */ { readonly name: "unsent" }
  | /** The service has moved on: its dashboard was edited, created or deleted meanwhile. */ {
      readonly name: "overtaken";
      readonly save: Save;
      readonly failure: ServiceFailure;
    }
  | /** There was no response. */ {
      readonly name: "lost";
      readonly save: Save;
      readonly failure: ServiceFailure;
    };

class Push {
  private id = "";
  private document: JsonDocument;
  private findings: readonly Finding[];
  private local = new Version<DashboardResource>({});
  /** Errors of the checks, which the service validates before the save. */
  private doubted: readonly Finding[] = [];
  private falseAlarms: readonly Finding[] = [];
  /** Normal form of the remote that the user agreed to replace; undefined before that. */
  private agreed: string | undefined;
  /** The same for a remote that holds something unseen. */
  private overwritten: string | undefined;
  private first: FirstRead | undefined;
  private state: State = { name: "unsent" };
  /**
   * The last save without a response, whatever happened since. It may take effect later than the next read, and then
   * what is sent after it is rejected.
   */
  lost: LostSave | undefined;
  /** How often a lost save without effect was sent again. */
  private resends = 0;

  constructor(
    private readonly request: PushRequest,
    private readonly ports: PushPorts,
  ) {
    this.first = request.first;
    this.lost = request.lost;
    this.document = request.document;
    this.findings = request.findings;
  }

  async run(): Promise<PushOutcome> {
    const impossible = this.template() ?? (await this.identity());
    if (impossible) return impossible;
    if (!this.request.dryRun) await this.ports.state.ready?.();
    const blocked = await this.askAboutErrors();
    if (blocked) return blocked;
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = await this.round();
      if (outcome) return outcome;
    }
    const failure = this.state.name === "unsent" ? this.lost?.failure : this.state.failure;
    if (failure) return { kind: "failed", failure, lost: this.lost };
    return {
      kind: "impossible",
      message: "The remote dashboard was edited after each merge. Nothing was saved.",
      action: "Push again.",
    };
  }

  /** Reads, compares, asks and saves. @returns undefined to start over */
  private async round(): Promise<PushOutcome | undefined> {
    const remote = await this.read();
    this.fillHoles(remote);
    if (remote?.equals(this.local)) return this.same(remote.value);
    const { state } = this;
    if (state.name === "lost" && isSameVersion(remote, state.save.remote)) {
      // The save had no effect, so send it again. If both arrive, the etag or the name prevents the second one.
      if (++this.resends > RETRIES) return { kind: "failed", failure: state.failure, lost: this.lost };
    }
    const rejected = await this.askService(remote);
    if (rejected) return rejected;
    const plan = this.plan(remote);
    const stopped = await this.consent(plan, remote);
    if (stopped === "merged") {
      this.state = { name: "unsent" };
      return this.askAboutErrors();
    }
    return stopped ?? this.carryOut({ remote, changes: plan.changes });
  }

  /** Sends a save and records its outcome. @returns undefined to read everything again */
  private async carryOut(save: Save): Promise<PushOutcome | undefined> {
    const { remote } = save;
    const saved = await this.save(remote);
    if ("resource" in saved) return this.done(saved.resource, save);
    const { failure } = saved;
    if (failure.kind === "refused") return { kind: "refused", failure, etagSent: remote !== undefined };
    if (failure.outcomeUnknown) {
      this.lost = { failure, remote: remote?.value, local: this.local.value };
      if (failure.kind === "cancelled") throw failure;
      this.state = { name: "lost", save, failure };
      return undefined;
    }
    // A create in a missing project returns "not found"; reading again would never end.
    const overtaken =
      failure.kind === "changed" || failure.kind === "exists" || (failure.kind === "not-found" && remote);
    if (!overtaken) throw failure;
    this.state = { name: "overtaken", save, failure };
    return undefined;
  }

  /** The service already has what would be pushed. After a lost save, this shows that it succeeded. */
  private same(resource: DashboardResource): Promise<PushOutcome> {
    const { state, lost } = this;
    if (!lost) return this.unchanged(resource);
    if (state.name !== "unsent") return this.done(resource, state.save);
    const remote = lost.remote && new Version(lost.remote);
    return this.done(resource, { remote, changes: remote ? differences(remote, this.local) : [] });
  }

  private template(): BlockedOutcome | undefined {
    const { filledBy } = this.request;
    if (filledBy === undefined) return undefined;
    return {
      kind: "impossible",
      message: `The file is a template that ${filledBy} renders.`,
      action: "Deploy it with that tool. Mosaic only checks, previews and compares it.",
    };
  }

  /** A dry run of a template takes what is filled in from the remote. */
  private fillHoles(remote: Remote): void {
    if (!remote || !this.request.dryRun || !this.document.holes) return;
    const { etag: _, ...filled } = fillHolesFrom(this.document, remote.value) as DashboardResource;
    this.local = new Version({ ...filled, name: this.local.value.name! });
  }

  /** Asks what to do about errors; returns the outcome unless the service should validate them. */
  private async askAboutErrors(): Promise<(PushOutcome & { readonly kind: "errors" }) | undefined> {
    const errors = this.findings.filter((f) => f.severity === "error");
    this.doubted = errors;
    if (errors.length === 0) return undefined;
    const answer = await this.ports.dialogs.errors(errors);
    return answer === "ask-service" ? undefined : { kind: "errors", errors, show: answer === "show" };
  }

  /** Determines the dashboard and what to send; returns an outcome if that is not possible. */
  private async identity(): Promise<BlockedOutcome | PushOutcome | undefined> {
    const { document } = this;
    const { path, profile } = this.request;
    const unreadable = unreadableFile(document);
    if (unreadable) return { kind: "impossible", ...unreadable };
    const known = await this.ports.state.list();
    const own = identifyIn(known, path, document);
    if (!own.ok) return { kind: "impossible", message: own.message, action: own.action };
    this.id = own.id;
    const other = (await this.ports.claimants(own.id)).find((claimant) => claimant !== path);
    if (other !== undefined) {
      return {
        kind: "impossible",
        message: `${other} also has the dashboard id "${own.id}".`,
        action: `Change the "name" in one of the files, for example to "${nameOf(profile.project, `${own.id}-2`)}".`,
      };
    }
    if (own.projectInFile !== undefined && !(await this.isKnownProject(own.projectInFile))) {
      if (!(await this.ports.dialogs.otherProject(own.projectInFile, profile))) return { kind: "cancelled" };
    }
    const unfit = unsendable(document);
    if (unfit) return unfit;
    this.take(document);
    return undefined;
  }

  /** What is sent: the value of the file with the profile's name, without the file's etag. */
  private take(document: JsonDocument): void {
    this.document = document;
    const { etag: _, ...value } = requestBody(document);
    this.local = new Version({ ...value, name: nameOf(this.request.profile.project, this.id) });
  }

  /** The service answers with the project's number; a file may have that, or whatever was agreed to before. */
  private async isKnownProject(project: string): Promise<boolean> {
    return project === this.request.profile.project || (await this.ports.state.read(this.id)) !== undefined;
  }

  private async read(): Promise<Remote> {
    this.ports.progress?.("Reading");
    const { first } = this;
    this.first = undefined;
    const resource = await (first?.() ?? this.ports.service.get(this.id, { signal: this.request.signal }));
    return resource && new Version(resource);
  }

  /** The service's own check has the last word over our errors. */
  private async askService(remote: Remote): Promise<PushOutcome | undefined> {
    const errors = this.doubted;
    if (errors.length === 0) return undefined;
    this.ports.progress?.("Querying the service");
    const saved = await this.save(remote, true);
    if ("resource" in saved) {
      this.falseAlarms = errors;
      this.doubted = [];
      return undefined;
    }
    if (saved.failure.kind !== "refused") throw saved.failure;
    return { kind: "refused", failure: saved.failure, etagSent: remote !== undefined };
  }

  private plan(remote: Remote): PushPlan {
    const { id } = this;
    const { profile } = this.request;
    const shared = { id, profile, local: this.local.value, remote: remote?.value };
    if (!remote) return { ...shared, action: "create", changes: [] };
    return { ...shared, action: "update", changes: differences(remote, this.local) };
  }

  /** Decides whether the plan may be carried out; otherwise returns the outcome. */
  private async consent(plan: PushPlan, remote: Remote): Promise<PushOutcome | "merged" | undefined> {
    const { dialogs, file } = this.ports;
    const conflict = await this.conflict(plan, remote);
    const version = remote?.key ?? NO_VERSION;
    if (conflict && this.overwritten !== version) {
      if (this.request.dryRun) return { kind: "conflict", conflict };
      const answer = await dialogs.conflict(conflict);
      if (answer === "merge" && file && conflict.merged?.ok)
        return this.merge(conflict, conflict.merged, file);
      if (answer !== "overwrite") return { kind: "conflict", conflict };
      if ((await dialogs.typeName("overwrite", this.id)) !== this.id) return { kind: "conflict", conflict };
      this.overwritten = version;
    }
    if (this.request.dryRun) return { kind: "planned", plan, falseAlarms: this.falseAlarms };
    if (this.agreed === version) return undefined;
    if (!(await dialogs.confirm(plan))) return { kind: "cancelled" };
    const { profile } = this.request;
    if (profile.protected && (await dialogs.typeName("protected", profile.name)) !== profile.name) {
      return { kind: "cancelled" };
    }
    this.agreed = version;
    return undefined;
  }

  /** Merges remote edits into the file and records the remote as received. */
  private async merge(
    { remote }: PushConflict,
    { text, edits }: Merged & { readonly ok: true },
    file: MergeTarget,
  ): Promise<PushOutcome | "merged"> {
    this.ports.progress?.("Merging");
    if (!(await file.write({ before: this.document.text, after: text, edits }))) {
      return {
        kind: "impossible",
        message: "The file was edited in the meantime or cannot be saved. Nothing was merged.",
        action: "Push again.",
      };
    }
    const { path } = this.request;
    // Without this record, the merge is recognized by its content only, which is slower.
    await remember(this.ports.state, { id: this.id, path, value: remote! });
    this.take(readAgain(this.document, text));
    this.findings = await file.findings(this.document);
    this.falseAlarms = [];
    return "merged";
  }

  private async conflict(plan: PushPlan, remote: Remote): Promise<PushConflict | undefined> {
    const { bases } = this.ports;
    const { path } = this.request;
    const query = { id: this.id, path, local: this.document, remote: remote?.value };
    const found = await findBase(bases, query, remote);
    const arrived = remote && this.arrived(remote);
    const base = arrived ?? found;
    const unanswered = this.lost !== undefined && !arrived;
    const nothing = { unanswered, undone: [], merged: undefined, gap: undefined };
    if (!remote) return base && { ...plan, ...nothing, reason: "deleted", base };
    if (!base) {
      const gap = await gapOf(bases, path);
      return { ...plan, ...nothing, reason: "unknown-remote", base, undone: plan.changes, gap };
    }
    const received = new Version(base.value);
    if (received.equals(remote)) return undefined;
    const merged = merge3(received, this.document, remote);
    // The file already has all remote edits, for example through git.
    if (merged.ok && merged.incoming.length === 0) return undefined;
    // What the file alone has changed reads the same from the base as from the service.
    const own = new Set(differences(received, this.local).map(({ text }) => text));
    const undone = plan.changes.filter(({ text }) => !own.has(text));
    return { ...plan, ...nothing, reason: "changed", base, undone, merged };
  }

  /** After a lost save: what it saved, if the remote contains all of it. Then only the rest are others' edits. */
  private arrived(version: Version<DashboardResource>): Base | undefined {
    const { lost } = this;
    const remote = version.value;
    if (!lost || version.equals(new Version(lost.remote ?? {}))) return undefined;
    const there = readDocument(JSON.stringify(remote));
    if (!containsEdits(lost.remote ?? {}, there, lost.local)) return undefined;
    return {
      value: { ...lost.local, name: remote.name ?? lost.local.name! },
      origin: SAVED_WITHOUT_RESPONSE,
    };
  }

  private async save(
    remote: Remote,
    validateOnly = false,
  ): Promise<{ resource: DashboardResource } | { failure: ServiceFailure }> {
    const { service } = this.ports;
    if (!validateOnly) this.ports.progress?.(remote ? "Updating" : "Creating");
    const options = { signal: this.request.signal, validateOnly };
    const etag = remote?.value.etag;
    try {
      const resource = remote
        ? await service.patch(
            this.id,
            { ...this.local.value, ...(etag === undefined ? {} : { etag }) },
            options,
          )
        : await service.create(this.local.value, options);
      return { resource };
    } catch (failure) {
      if (!isServiceFailure(failure)) throw failure;
      return { failure };
    }
  }

  private async unchanged(resource: DashboardResource): Promise<PushOutcome> {
    // Writing replaces an unreadable record, so report it first.
    if (!this.request.dryRun) await this.ports.state.read(this.id);
    return { kind: "unchanged", ...(await this.remember({ value: resource })) };
  }

  private async done(resource: DashboardResource, { remote, changes }: Save): Promise<PushOutcome> {
    const kind = remote ? "updated" : "created";
    const altered = differences(this.local, resource);
    return {
      kind,
      changes,
      altered,
      ...(await this.remember({ value: resource, over: remote?.value ?? null })),
    };
  }

  private async remember(received: Pick<Received, "value" | "over">): Promise<PushDone> {
    const done = { id: this.id, resource: received.value, falseAlarms: this.falseAlarms };
    if (this.request.dryRun) {
      await rememberSame(this.ports.state, { id: this.id, path: this.request.path, value: received.value });
      return done;
    }
    const { path } = this.request;
    return { ...done, ...(await remember(this.ports.state, { id: this.id, path, ...received })) };
  }
}

function isSameVersion(a: Remote, b: Remote): boolean {
  return a && b ? a.equals(b) : a === b;
}
