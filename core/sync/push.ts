import type { Profile } from "../config/config";
import { valueOf } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { Finding } from "../finding";
import { type Difference, differences, same } from "./compare";
import { identify, nameOf } from "./identity";
import { keyOf } from "./json";
import { normalForm } from "./normal-form";
import type { Impossible } from "./outcome";
import {
  type DashboardResource,
  type DashboardService,
  isServiceFailure,
  type ServiceFailure,
  type StopSignal,
} from "./service";
import { type Base, type BaseSource, findBase, idsByPath, type StateStore } from "./state";

export interface PushRequest {
  /** The file, relative to the folder that holds `.mosaic`, with `/`. */
  readonly path: string;
  readonly document: JsonDocument;
  readonly profile: Profile;
  /** What the checks say about the file; only errors stop a push. */
  readonly findings: readonly Finding[];
  /** Compare and say what would happen, but save nothing. */
  readonly dryRun?: boolean;
  readonly signal?: StopSignal | undefined;
}

export interface PushPorts {
  readonly service: DashboardService;
  readonly state: StateStore;
  /** Asked in order; see `findBase`. */
  readonly bases: readonly BaseSource[];
  readonly questions: PushQuestions;
  /** The other dashboard files below the same folder, for ids that are used twice. */
  otherFiles(): Promise<readonly { readonly path: string; readonly document: JsonDocument }[]>;
  /** Gets one word or two about what is being done. */
  progress?(step: string): void;
}

/** What is decided by people. Every method may answer as if the user had closed the question. */
export interface PushQuestions {
  /** The checks found errors. */
  errors(errors: readonly Finding[]): Promise<"ask-service" | "show" | "cancel">;
  /** The file's own name is one of another project than the profile's. */
  otherProject(inFile: string, profile: Profile): Promise<boolean>;
  /** The service has something that this push would destroy unseen. */
  conflict(conflict: Conflict): Promise<"overwrite" | "cancel">;
  confirm(plan: PushPlan): Promise<boolean>;
  /** The user types a name; it counts only when it is `expected`. */
  typeName(why: "overwrite" | "protected", expected: string): Promise<string | undefined>;
}

export interface PushPlan {
  readonly id: string;
  readonly profile: Profile;
  readonly action: "create" | "update";
  /** What the push does to the service's dashboard; empty for a create. */
  readonly changes: readonly Difference[];
  /** What would be sent, without `etag`. */
  readonly local: DashboardResource;
  readonly remote: DashboardResource | undefined;
}

export interface Conflict extends PushPlan {
  readonly reason:
    | /** Nothing is known about how the remote dashboard came to be. */ "unknown-remote"
    | /** Somebody changed it since the last push or pull. */ "changed"
    | /** Somebody deleted it since. */ "deleted";
  readonly base: Base | undefined;
  /** What the service has that the base has not: the edits that a push would lose. */
  readonly unseen: readonly Difference[];
}

interface Done {
  readonly id: string;
  readonly resource: DashboardResource;
  /** Errors of ours that the service does not share. */
  readonly falseAlarms: readonly Finding[];
  /** Why the state could not be written although the dashboard is saved. */
  readonly stateProblem?: string;
}

export type PushOutcome =
  | ({ readonly kind: "unchanged" } & Done)
  | ({
      readonly kind: "created" | "updated";
      readonly changes: readonly Difference[];
      /** What the service made of it beyond what is known to change on save; normally nothing. */
      readonly altered: readonly Difference[];
    } & Done)
  | { readonly kind: "planned"; readonly plan: PushPlan; readonly falseAlarms: readonly Finding[] }
  | { readonly kind: "errors"; readonly errors: readonly Finding[]; readonly show: boolean }
  | { readonly kind: "conflict"; readonly conflict: Conflict }
  | { readonly kind: "refused"; readonly failure: ServiceFailure; readonly etagSent: boolean }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  | { readonly kind: "cancelled"; readonly failure?: ServiceFailure }
  | Impossible;

/** How often a push starts over because the service had moved on in between. */
const ROUNDS = 4;

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
    if (!isServiceFailure(error)) throw error;
    if (error.kind === "cancelled") return { kind: "cancelled", failure: error };
    return error.kind === "refused"
      ? { kind: "refused", failure: error, etagSent: false }
      : { kind: "failed", failure: error };
  }
}

class Push {
  private id = "";
  private local: DashboardResource = {};
  private falseAlarms: readonly Finding[] = [];
  /** Normal form of the remote that the user agreed to replace; undefined while nobody has agreed. */
  private agreed: string | undefined;
  /** The same for a remote that holds something unseen. */
  private overwritten: string | undefined;

  constructor(
    private readonly request: PushRequest,
    private readonly ports: PushPorts,
  ) {}

  async run(): Promise<PushOutcome> {
    const impossible = await this.identity();
    if (impossible) return impossible;
    const errors = this.request.findings.filter((f) => f.severity === "error");
    if (errors.length > 0) {
      const answer = await this.ports.questions.errors(errors);
      if (answer !== "ask-service") return { kind: "errors", errors, show: answer === "show" };
    }
    let failure: ServiceFailure | undefined;
    let tried: { remote: DashboardResource | undefined; changes: readonly Difference[] } | undefined;
    for (let round = 0; round < ROUNDS; round++) {
      const remote = await this.read();
      if (remote && same(this.local, remote)) {
        // After a save without an answer this is the answer.
        return tried && failure?.maybeDone
          ? this.done(tried.remote ? "updated" : "created", remote, tried.changes)
          : this.unchanged(remote);
      }
      if (tried && failure?.maybeDone && keyOf(normalForm(remote)) === keyOf(normalForm(tried.remote))) {
        return { kind: "failed", failure };
      }
      if (round === 0 && errors.length > 0) {
        const refused = await this.askService(remote, errors);
        if (refused) return refused;
      }
      const plan = this.plan(remote);
      const stopped = await this.consent(plan);
      if (stopped) return stopped;
      tried = { remote, changes: plan.changes };
      const saved = await this.save(remote);
      if ("resource" in saved) return this.done(remote ? "updated" : "created", saved.resource, plan.changes);
      failure = saved.failure;
      if (failure.kind === "refused") return { kind: "refused", failure, etagSent: remote !== undefined };
      const settled = failure.kind === "changed" || failure.kind === "exists" || failure.kind === "not-found";
      if (failure.kind === "cancelled" || !(settled || failure.maybeDone)) throw failure;
      // A project that does not exist answers a create like this; reading again would say the same for ever.
      if (failure.kind === "not-found" && !remote) throw failure;
    }
    return { kind: "failed", failure: failure! };
  }

  /** Works out which dashboard this is and what would be sent; answers with an outcome when that is not possible. */
  private async identity(): Promise<Impossible | PushOutcome | undefined> {
    const { path, document, profile } = this.request;
    const { root } = document;
    if (root?.kind !== "object" || document.problems.some((p) => p.severity === "error")) {
      return {
        kind: "impossible",
        message: "The file is not a JSON object.",
        action: "Correct the syntax errors; there is nothing that could be sent before.",
      };
    }
    const known = await idsByPath(this.ports.state);
    const own = identify(path, document, known.get(path));
    if (!own.ok) return { kind: "impossible", message: own.message, action: own.action };
    this.id = own.id;
    for (const other of await this.ports.otherFiles()) {
      if (other.path === path) continue;
      const its = identify(other.path, other.document, known.get(other.path));
      if (its.ok && its.id === own.id) {
        return {
          kind: "impossible",
          message: `${other.path} is the dashboard "${own.id}" too.`,
          action: `Give one of the two files another "name", such as "${nameOf(profile.project, `${own.id}-2`)}".`,
        };
      }
    }
    if (own.projectInFile !== undefined && !(await this.isKnownProject(own.projectInFile))) {
      if (!(await this.ports.questions.otherProject(own.projectInFile, profile)))
        return { kind: "cancelled" };
    }
    const { etag: _, ...value } = valueOf(root) as Record<string, unknown>;
    this.local = { ...value, name: nameOf(profile.project, own.id) };
    return undefined;
  }

  /** The service answers with the project's number; a file may have that, or whatever was agreed to before. */
  private async isKnownProject(project: string): Promise<boolean> {
    return project === this.request.profile.project || (await this.ports.state.read(this.id)) !== undefined;
  }

  private read(): Promise<DashboardResource | undefined> {
    this.ports.progress?.("Reading");
    return this.ports.service.get(this.id, { signal: this.request.signal });
  }

  /** The service's own check has the last word over our errors. */
  private async askService(
    remote: DashboardResource | undefined,
    errors: readonly Finding[],
  ): Promise<PushOutcome | undefined> {
    this.ports.progress?.("Asking the service");
    const saved = await this.save(remote, true);
    if ("resource" in saved) {
      this.falseAlarms = errors;
      return undefined;
    }
    if (saved.failure.kind !== "refused") throw saved.failure;
    return { kind: "refused", failure: saved.failure, etagSent: remote !== undefined };
  }

  private plan(remote: DashboardResource | undefined): PushPlan {
    const { id, local } = this;
    const { profile } = this.request;
    if (!remote) return { id, profile, action: "create", changes: [], local, remote };
    return { id, profile, action: "update", changes: differences(remote, local), local, remote };
  }

  /** Finds out whether the plan may be carried out; answers with the outcome when it may not. */
  private async consent(plan: PushPlan): Promise<PushOutcome | undefined> {
    const { questions } = this.ports;
    const conflict = await this.conflict(plan);
    const version = keyOf(normalForm(plan.remote));
    if (conflict && this.overwritten !== version) {
      if (this.request.dryRun) return { kind: "conflict", conflict };
      if ((await questions.conflict(conflict)) !== "overwrite") return { kind: "conflict", conflict };
      if ((await questions.typeName("overwrite", this.id)) !== this.id) return { kind: "conflict", conflict };
      this.overwritten = version;
    }
    if (this.request.dryRun) return { kind: "planned", plan, falseAlarms: this.falseAlarms };
    if (this.agreed === version) return undefined;
    if (!(await questions.confirm(plan))) return { kind: "cancelled" };
    const { profile } = this.request;
    if (profile.protected && (await questions.typeName("protected", profile.name)) !== profile.name) {
      return { kind: "cancelled" };
    }
    this.agreed = version;
    return undefined;
  }

  private async conflict(plan: PushPlan): Promise<Conflict | undefined> {
    const { remote } = plan;
    const base = await findBase(this.ports.bases, this.id, this.request.path, remote);
    if (!remote) return base && { ...plan, reason: "deleted", base, unseen: [] };
    if (!base) return { ...plan, reason: "unknown-remote", base, unseen: differences(this.local, remote) };
    const unseen = differences(base.value, remote);
    return unseen.length > 0 ? { ...plan, reason: "changed", base, unseen } : undefined;
  }

  private async save(
    remote: DashboardResource | undefined,
    validateOnly = false,
  ): Promise<{ resource: DashboardResource } | { failure: ServiceFailure }> {
    const { service } = this.ports;
    if (!validateOnly) this.ports.progress?.(remote ? "Updating" : "Creating");
    const options = { signal: this.request.signal, validateOnly };
    try {
      const resource = remote
        ? await service.patch(
            this.id,
            { ...this.local, ...(remote.etag === undefined ? {} : { etag: remote.etag }) },
            options,
          )
        : await service.create(this.local, options);
      return { resource };
    } catch (failure) {
      if (!isServiceFailure(failure)) throw failure;
      return { failure };
    }
  }

  private async unchanged(resource: DashboardResource): Promise<PushOutcome> {
    return { kind: "unchanged", ...(await this.remember(resource)) };
  }

  private async done(
    kind: "created" | "updated",
    resource: DashboardResource,
    changes: readonly Difference[],
  ): Promise<PushOutcome> {
    return { kind, changes, altered: differences(this.local, resource), ...(await this.remember(resource)) };
  }

  private async remember(resource: DashboardResource): Promise<Done> {
    const done = { id: this.id, resource, falseAlarms: this.falseAlarms };
    if (this.request.dryRun) return done;
    try {
      await this.ports.state.write({ id: this.id, path: this.request.path, value: resource });
      return done;
    } catch (error) {
      return { ...done, stateProblem: error instanceof Error ? error.message : String(error) };
    }
  }
}
