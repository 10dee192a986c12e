import type { Profile } from "../config/config";
import type { JsonDocument } from "../document/reader";
import type { TextEdit } from "../edit/change";
import { newFileText } from "../forms";
import { memberOf } from "../schema/canonical";
import { type Base, type BaseSource, findBase } from "./base";
import { type Difference, differences } from "./compare";
import { nameOf } from "./identity";
import type { FirstRead } from "./listed";
import { type Merged, merge3 } from "./merge";
import type { BlockedOutcome } from "./outcome";
import { severalDashboards } from "./readable";
import { reconcile } from "./reconcile";
import { requestBody } from "./sent";
import {
  type DashboardResource,
  type DashboardService,
  isServiceFailure,
  type ServiceFailure,
  type StopSignal,
} from "./service";
import { identifyIn, remember, rememberSame, StateProblem, type StateStore } from "./state";
import { DocumentVersion, Version } from "./version";

export interface PullRequest {
  /** The file, relative to the folder that holds `.mosaic`, with `/`. */
  readonly path: string;
  /** Absent for a new file. */
  readonly document: JsonDocument | undefined;
  /** The text has unsaved edits. */
  readonly unsaved: boolean;
  /** The tool that renders the file, if it is a template, which a pull would destroy. */
  readonly filledBy?: string | undefined;
  readonly profile: Profile;
  /** The dashboard, if chosen from a list; otherwise the file determines it. */
  readonly id?: string;
  readonly dryRun?: boolean;
  /** The dashboard, if a run over many files has already read it. */
  readonly first?: FirstRead | undefined;
  readonly signal?: StopSignal | undefined;
}

export interface PullPorts {
  readonly service: DashboardService;
  readonly state: StateStore;
  readonly bases: readonly BaseSource[];
  /**
   * Asks about local edits that a pull would lose. "merge" requires a plan with `merged` ok; any other answer leaves the
   * file unchanged.
   */
  replace(plan: PullPlan): Promise<"replace" | "merge" | "cancel">;
  /**
   * Writes the new text. False when the text is no longer the one that was read, in which case nothing is written.
   *
   * @param edits against the text that was read; one edit of the whole for a file that is made
   */
  write(plan: PullPlan): Promise<boolean>;
  progress?(step: string): void;
}

export interface PullPlan {
  readonly id: string;
  readonly path: string;
  readonly profile: Profile;
  readonly remote: DashboardResource;
  /** What the pull does to the file; empty for a new one and for one that could not be read. */
  readonly changes: readonly Difference[];
  /** Local edits that would be lost. Undefined for a fast-forward. */
  readonly reason: "unsaved" | "diverged" | "unreadable" | undefined;
  /**
   * The file with the service's edits merged into it, or why that is not possible; undefined when nothing would be lost,
   * and without a base.
   */
  readonly merged: Merged | undefined;
  readonly before: string | undefined;
  readonly after: string;
  readonly edits: readonly TextEdit[];
}

export type PullOutcome =
  | {
      readonly kind: "unchanged";
      readonly id: string;
      readonly resource: DashboardResource;
      readonly stateProblem?: string;
    }
  /** After "merged", the plan holds what was written: `changes`, `after` and `edits` are the merge's. */
  | {
      readonly kind: "created" | "updated" | "merged";
      readonly plan: PullPlan;
      readonly stateProblem?: string;
    }
  | { readonly kind: "planned"; readonly plan: PullPlan }
  /** The file was edited while the question was open. */
  | { readonly kind: "edited-meanwhile"; readonly plan: PullPlan }
  | { readonly kind: "conflict"; readonly plan: PullPlan }
  | { readonly kind: "missing"; readonly id: string }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  | { readonly kind: "cancelled" }
  | BlockedOutcome;

/**
 * Pulls one dashboard into its file with the smallest edit.
 *
 * Only a file that is saved and that equals what was last received is edited without a question. Resolves for all
 * expected failures; rejects only on bugs and if a port rejects.
 */
export async function pull(request: PullRequest, ports: PullPorts): Promise<PullOutcome> {
  const { path, document, filledBy } = request;
  if (filledBy !== undefined) {
    return {
      kind: "impossible",
      message: `The file is a template that ${filledBy} renders.`,
      action: "A pull would replace its placeholders. Compare, and change the template by hand.",
    };
  }
  const several = document && severalDashboards(document);
  if (several) return { kind: "impossible", ...several };
  let id = request.id;
  if (id === undefined) {
    if (!document) throw new TypeError("To pull into a new file, specify the dashboard id.");
    const own = identifyIn(await ports.state.list(), path, document);
    if (!own.ok) return { kind: "impossible", message: own.message, action: own.action };
    id = own.id;
  }
  let remote: DashboardResource | undefined;
  try {
    ports.progress?.("Reading");
    remote = await (request.first?.() ?? ports.service.get(id, { signal: request.signal }));
  } catch (failure) {
    if (!isServiceFailure(failure)) throw failure;
    return failure.kind === "cancelled" ? { kind: "cancelled" } : { kind: "failed", failure };
  }
  if (!remote) return { kind: "missing", id };
  const local = document && isReadable(document) ? document : undefined;
  let base: Base | undefined;
  try {
    base = await findBase(ports.bases, { id, path, local, remote });
  } catch (problem) {
    if (!(problem instanceof StateProblem)) throw problem;
    return { kind: "impossible", message: problem.message, action: problem.action };
  }
  const held = local && requestBody(local);
  const received = { id, path, value: remote, had: base?.value, held };
  const plan = makePlan(request, id, remote, base);
  if ("kind" in plan) return plan;
  if (plan.before === plan.after) {
    const unchanged = { kind: "unchanged", id, resource: remote } as const;
    if (!request.dryRun) return { ...unchanged, ...(await remember(ports.state, received)) };
    await rememberSame(ports.state, received);
    return unchanged;
  }
  if (request.dryRun) return { kind: "planned", plan };
  const answer = plan.reason === undefined ? "replace" : await ports.replace(plan);
  const done = answer === "replace" ? plan : answer === "merge" ? mergedPlan(plan) : undefined;
  if (!done) return { kind: "conflict", plan };
  // A file that holds all of it already needs no writing.
  if (done.edits.length > 0) {
    try {
      if (!(await ports.write(done))) return { kind: "edited-meanwhile", plan: done };
    } catch (error) {
      // For example, the disk is full: continue with the other files of a run.
      const message = error instanceof Error ? error.message : String(error);
      return {
        kind: "impossible",
        message,
        action: "The file was not changed. Fix the problem, then pull again.",
      };
    }
  }
  const kind = answer === "merge" ? "merged" : document ? "updated" : "created";
  return { kind, plan: done, ...(await remember(ports.state, received)) };
}

function isReadable({ root, problems }: JsonDocument): boolean {
  return root?.kind === "object" && !problems.some((p) => p.severity === "error");
}

function mergedPlan(plan: PullPlan): PullPlan | undefined {
  const { merged } = plan;
  if (!merged?.ok) return undefined;
  return { ...plan, changes: merged.incoming, after: merged.text, edits: merged.edits };
}

function makePlan(
  request: PullRequest,
  id: string,
  remote: DashboardResource,
  base: Base | undefined,
): PullPlan | BlockedOutcome {
  const { path, document, profile } = request;
  const value = fileValue(remote, profile, id);
  const before = document?.text;
  const shared = { id, path, profile, remote, before };
  if (!document || !isReadable(document)) {
    const after = newFileText(path, value);
    const edits = [{ offset: 0, length: before?.length ?? 0, text: after }];
    const empty = before === undefined || before.trim() === "";
    const reason = empty ? undefined : ("unreadable" as const);
    return { ...shared, changes: [], reason, merged: undefined, after, edits };
  }
  const local = new DocumentVersion(document);
  const target = new Version(fileValue(remote, profile, id, document));
  const result = reconcile(local, target);
  if (!result.ok) {
    return {
      kind: "impossible",
      message: `The file could not be edited: ${result.reason}.`,
      action: "Pull into a new file and compare the two.",
    };
  }
  const changes = differences(local, target);
  const loses = !local.equals(target) && !isSeen(local, base, hasName(document));
  const reason = request.unsaved ? "unsaved" : loses ? "diverged" : undefined;
  const merged = loses && base ? merge3(base.value, document, remote) : undefined;
  return {
    ...shared,
    changes,
    reason: result.edits.length === 0 ? undefined : reason,
    merged,
    after: result.text,
    edits: result.edits,
  };
}

/** Whether the file has no edits since the base. */
function isSeen(local: Version, base: Base | undefined, named: boolean): boolean {
  if (!base) return false;
  const { name, ...rest } = base.value;
  return local.equals(new Version(named ? base.value : rest));
}

function hasName(document: JsonDocument): boolean {
  return memberOf(document.root, "name") !== undefined;
}

/**
 * What a file holds of a dashboard: everything but the etag, with the project as the profile names it. A file that needs
 * no name, because the state or its base name says which dashboard it is, does not get one.
 *
 * @param document the file, when there is one already
 */
export function fileValue(
  remote: DashboardResource,
  profile: Profile,
  id: string,
  document?: JsonDocument,
): DashboardResource {
  const { etag: _, name: __, ...value } = remote;
  if (document?.root && !hasName(document)) return value;
  return { name: nameOf(profile.project, id), ...value };
}
