import { type JsonDocument, readDocument } from "../document/reader";
import type { Finding } from "../finding";
import { fillHolesFrom } from "../template/fill";
import { type Base, findBase, gapOf } from "./base";
import { type Difference, differences } from "./compare";
import { nameOf } from "./identity";
import type { FirstRead } from "./listed";
import { containsEdits, type Merged, merge3 } from "./merge";
import type { BlockedOutcome } from "./outcome";
import type {
  MergeTarget,
  PushConflict,
  PushDone,
  PushOutcome,
  PushPlan,
  PushPorts,
  PushRequest,
  Unanswered,
} from "./push-ports";
import { requestBody, unsendable } from "./sent";
import { type DashboardResource, isServiceFailure, type ServiceFailure } from "./service";
import { identifyIn, type Received, remember, rememberSame, StateProblem } from "./state";
import { Version } from "./version";

export type * from "./push-ports";

/** The origin of a base that is what this very push saved. */
export const SAVED_WITHOUT_RESPONSE = "this push saved it, although the response was lost";

/** How often a push starts over because the service had moved on in between. */
const ROUNDS = 5;
/** How often a save is sent again that had no answer and no effect. */
const RETRIES = 2;

/**
 * Pushes one file: read, compare, show, confirm, save, and never over something that was not seen.
 *
 * A save carries the etag of the very read that was compared and shown. When the service says that the dashboard has
 * changed, or when no answer came, everything is read and compared again. Resolves for everything that can be foreseen;
 * rejects only on bugs and on ports that reject.
 */
export async function push(request: PushRequest, ports: PushPorts): Promise<PushOutcome> {
  try {
    return await new Push(request, ports).run();
  } catch (error) {
    if (error instanceof StateProblem)
      return { kind: "impossible", message: error.message, action: error.action };
    if (!isServiceFailure(error)) throw error;
    if (error.kind === "cancelled") return { kind: "cancelled", failure: error };
    return error.kind === "refused"
      ? { kind: "refused", failure: error, etagSent: false }
      : { kind: "failed", failure: error };
  }
}

/** What the service has; undefined when it has none. */
type Remote = Version<DashboardResource> | undefined;
/** What is agreed to when there is nothing on the service; no key of a version is empty. */
const NO_VERSION = "";

class Push {
  private id = "";
  private document: JsonDocument;
  private findings: readonly Finding[];
  private local = new Version<DashboardResource>({});
  private falseAlarms: readonly Finding[] = [];
  /** Normal form of the remote that the user agreed to replace; undefined while nobody has agreed. */
  private agreed: string | undefined;
  /** The same for a remote that holds something unseen. */
  private overwritten: string | undefined;
  private first: FirstRead | undefined;
  private unanswered: Unanswered | undefined;

  constructor(
    private readonly request: PushRequest,
    private readonly ports: PushPorts,
  ) {
    this.first = request.first;
    this.unanswered = request.unanswered;
    this.document = request.document;
    this.findings = request.findings;
  }

  async run(): Promise<PushOutcome> {
    const { filledBy } = this.request;
    if (filledBy !== undefined) {
      return {
        kind: "impossible",
        message: `The file is a template that ${filledBy} renders.`,
        action: "Deploy it with that tool. Mosaic only checks, previews and compares it.",
      };
    }
    const impossible = await this.identity();
    if (impossible) return impossible;
    let unasked = await this.errors();
    if ("kind" in unasked) return unasked;
    let failure: ServiceFailure | undefined;
    /** A save without an answer. It may take effect later than the next read, and then what is sent after it is refused. */
    let open: ServiceFailure | undefined;
    let retries = 0;
    let tried: Tried | undefined;
    /** What was tried with the save without an answer. */
    let lost: Tried | undefined;
    for (let round = 0; round < ROUNDS; round++) {
      const remote = await this.read().catch((reading: unknown) => {
        // The save is what matters: whether it had an effect could not be seen.
        throw open && isServiceFailure(reading) ? open : reading;
      });
      if (remote && this.request.dryRun && this.document.holes) {
        const { etag: _, ...filled } = fillHolesFrom(this.document, remote.value) as DashboardResource;
        this.local = new Version({ ...filled, name: this.local.value.name! });
      }
      if (remote?.equals(this.local)) {
        // After a save without an answer this is the answer.
        return open && lost ? this.done(remote.value, tried ?? lost) : this.unchanged(remote.value);
      }
      // A save without an answer that had no effect is sent again: should it arrive after all, the etag or the name
      // keeps the second one from doing anything.
      const noEffect = tried && failure?.outcomeUnknown && isSameVersion(remote, tried.remote);
      if (noEffect && ++retries > RETRIES) return { kind: "failed", failure: failure! };
      if (unasked.errors.length > 0) {
        const refused = await this.askService(remote, unasked.errors);
        if (refused) return refused;
        unasked = { errors: [] };
      }
      const plan = this.plan(remote);
      const stopped = await this.consent(plan, remote);
      if (stopped === "merged") {
        unasked = await this.errors();
        if ("kind" in unasked) return unasked;
        tried = undefined;
        continue;
      }
      if (stopped) return stopped;
      tried = { remote, changes: plan.changes };
      const saved = await this.save(remote);
      if ("resource" in saved) return this.done(saved.resource, tried);
      failure = saved.failure;
      if (failure.outcomeUnknown) {
        open = failure;
        lost = tried;
        this.unanswered = { remote: remote?.value, local: this.local.value };
      }
      if (failure.kind === "refused") return { kind: "refused", failure, etagSent: remote !== undefined };
      const settled = failure.kind === "changed" || failure.kind === "exists" || failure.kind === "not-found";
      if (failure.kind === "cancelled" && failure.outcomeUnknown) throw failure;
      if (!(settled || failure.outcomeUnknown)) throw open ?? failure;
      // A project that does not exist answers a create like this; reading again would say the same forever.
      if (failure.kind === "not-found" && !remote) throw failure;
    }
    return { kind: "failed", failure: failure! };
  }

  /** The errors that the service is to judge, or the outcome when it is not to be asked. */
  private async errors(): Promise<
    { readonly errors: readonly Finding[] } | (PushOutcome & { readonly kind: "errors" })
  > {
    const errors = this.findings.filter((f) => f.severity === "error");
    if (errors.length === 0) return { errors };
    const answer = await this.ports.dialogs.errors(errors);
    return answer === "ask-service" ? { errors } : { kind: "errors", errors, show: answer === "show" };
  }

  /** Works out which dashboard this is and what would be sent; answers with an outcome when that is not possible. */
  private async identity(): Promise<BlockedOutcome | PushOutcome | undefined> {
    const { document } = this;
    const { path, profile } = this.request;
    const { root } = document;
    if (root?.kind !== "object" || document.problems.some((p) => p.severity === "error")) {
      return {
        kind: "impossible",
        message: "The file is not a JSON object.",
        action: "Fix the syntax errors first.",
      };
    }
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

  /** What is sent: the file's own value under the profile's name, and never an etag that stands in the file. */
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
  private async askService(remote: Remote, errors: readonly Finding[]): Promise<PushOutcome | undefined> {
    this.ports.progress?.("Querying the service");
    const saved = await this.save(remote, true);
    if ("resource" in saved) {
      this.falseAlarms = errors;
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

  /** Finds out whether the plan may be carried out; answers with the outcome when it may not. */
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

  /** Merges what the service has into the file, and counts it as received: the file holds all of it now. */
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
    // Without this the merge is only recognized by what the file holds, which takes longer.
    await remember(this.ports.state, { id: this.id, path, value: remote! });
    this.take(readDocument(text));
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
    const unanswered = this.unanswered !== undefined && !arrived;
    const nothing = { unanswered, undone: [], merged: undefined, gap: undefined };
    if (!remote) return base && { ...plan, ...nothing, reason: "deleted", base };
    if (!base) {
      const gap = await gapOf(bases, path);
      return { ...plan, ...nothing, reason: "unknown-remote", base, undone: plan.changes, gap };
    }
    const received = new Version(base.value);
    if (received.equals(remote)) return undefined;
    const merged = merge3(received, this.document, remote);
    // The file has all of it already, as it came from somebody else by way of git.
    if (merged.ok && merged.incoming.length === 0) return undefined;
    // What the file alone has changed reads the same from the base as from the service.
    const own = new Set(differences(received, this.local).map(({ text }) => text));
    const undone = plan.changes.filter(({ text }) => !own.has(text));
    return { ...plan, ...nothing, reason: "changed", base, undone, merged };
  }

  /**
   * After a save without an answer: what it saved, when what the service has now holds all of it. Then only what is there
   * beyond that is somebody else's.
   */
  private arrived(version: Version<DashboardResource>): Base | undefined {
    const { unanswered } = this;
    const remote = version.value;
    if (!unanswered || version.equals(new Version(unanswered.remote ?? {}))) return undefined;
    const there = readDocument(JSON.stringify(remote));
    if (!containsEdits(unanswered.remote ?? {}, there, unanswered.local)) return undefined;
    return {
      value: { ...unanswered.local, name: remote.name ?? unanswered.local.name! },
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
    return { kind: "unchanged", ...(await this.remember({ value: resource })) };
  }

  private async done(resource: DashboardResource, { remote, changes }: Tried): Promise<PushOutcome> {
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

/** A save that was sent. */
interface Tried {
  /** The version that it was to replace. */
  readonly remote: Remote;
  readonly changes: readonly Difference[];
}

function isSameVersion(a: Remote, b: Remote): boolean {
  return a && b ? a.equals(b) : a === b;
}
