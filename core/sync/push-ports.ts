import type { Profile } from "../config/config";
import type { JsonDocument } from "../document/reader";
import type { TextEdit } from "../edit/change";
import type { Finding } from "../finding";
import type { Base, BaseSource } from "./base";
import type { Difference } from "./compare";
import type { HistoryGap } from "./history";
import type { FirstRead } from "./listed";
import type { Merged } from "./merge";
import type { BlockedOutcome } from "./outcome";
import type { DashboardResource, DashboardService, ServiceFailure, StopSignal } from "./service";
import type { StateStore } from "./state";

export interface PushRequest {
  /** The file, relative to the folder that holds `.mosaic`, with `/`. */
  readonly path: string;
  readonly document: JsonDocument;
  readonly profile: Profile;
  /** What the checks say about the file; only errors stop a push. */
  readonly findings: readonly Finding[];
  /** The tool that renders the file, if it is a template: such a file is never sent. */
  readonly filledBy?: string | undefined;
  /** Compare and say what would happen, but save nothing. */
  readonly dryRun?: boolean;
  /** A save by an earlier try of the same push, whose response was lost. */
  readonly lost?: LostSave | undefined;
  /** What a run over many files has read of the dashboard already; it takes the place of the first read. */
  readonly first?: FirstRead | undefined;
  readonly signal?: StopSignal | undefined;
}

/** A save without a response: it may be carried out now or later. */
export interface LostSave {
  readonly failure: ServiceFailure;
  /** The version that it was to replace. */
  readonly remote: DashboardResource | undefined;
  /** What was sent. */
  readonly local: DashboardResource;
}

export interface PushPorts {
  readonly service: DashboardService;
  readonly state: StateStore;
  /** Asked in order; see `findBase`. */
  readonly bases: readonly BaseSource[];
  readonly dialogs: PushDialogs;
  /** The files below the same folder with this dashboard id, to detect duplicates. */
  claimants(id: string): Promise<readonly string[]>;
  /** Where a merge goes; without it, merging is not offered. */
  readonly file?: MergeTarget;
  /** Receives short progress messages. */
  progress?(step: string): void;
}

/** The file that is pushed, for a merge. */
export interface MergeTarget {
  /** Puts the merged text into the file. False when its text is no longer the one that was read; then it stays. */
  write(change: TextChange): Promise<boolean>;
  /** The checks of the merged text. */
  findings(document: JsonDocument): Promise<readonly Finding[]>;
}

/** A new text for a file. */
export interface TextChange {
  /** The text that the edits are against. */
  readonly before: string;
  readonly after: string;
  readonly edits: readonly TextEdit[];
}

/** Questions to the user. Every method may answer as if the user had closed the question. */
export interface PushDialogs {
  /** The checks found errors. */
  errors(errors: readonly Finding[]): Promise<"ask-service" | "show" | "cancel">;
  /** The file's own name is one of another project than the profile's. */
  otherProject(inFile: string, profile: Profile): Promise<boolean>;
  /**
   * This push would overwrite unseen edits. "merge" is for a conflict whose `merged` is ok, when there is a file to merge
   * into; the merged dashboard is then shown and confirmed like any other push.
   */
  conflict(conflict: PushConflict): Promise<"overwrite" | "merge" | "cancel">;
  confirm(plan: PushPlan): Promise<boolean>;
  /** The user types a name, which must equal `expected`. */
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

export interface PushConflict extends PushPlan {
  readonly reason:
    | /** Nothing is known about how the remote dashboard came to be. */ "unknown-remote"
    | /** Somebody changed it since the last push or pull. */ "changed"
    | /** Somebody deleted it since. */ "deleted";
  readonly base: Base | undefined;
  /** Those of `changes` that would overwrite unseen edits. */
  readonly undone: readonly Difference[];
  /** The file with those edits merged into it, or why that is not possible; undefined without a base or a remote. */
  readonly merged: Merged | undefined;
  /** The outcome of a save of this push is unknown, and the dashboard was edited since. */
  readonly unanswered: boolean;
  /** Why no base may have been found; only where there is none. */
  readonly gap: HistoryGap | undefined;
}

/** The result of a push. */
export interface PushDone {
  readonly id: string;
  readonly resource: DashboardResource;
  /** Errors of the checks that the service accepts. */
  readonly falseAlarms: readonly Finding[];
  /** Why the state could not be written although the dashboard is saved. */
  readonly stateProblem?: string;
}

export type PushOutcome =
  | ({ readonly kind: "unchanged" } & PushDone)
  | ({
      readonly kind: "created" | "updated";
      readonly changes: readonly Difference[];
      /** What the service made of it beyond what is known to change on save; normally nothing. */
      readonly altered: readonly Difference[];
    } & PushDone)
  | { readonly kind: "planned"; readonly plan: PushPlan; readonly falseAlarms: readonly Finding[] }
  | { readonly kind: "errors"; readonly errors: readonly Finding[]; readonly show: boolean }
  | { readonly kind: "conflict"; readonly conflict: PushConflict }
  | { readonly kind: "refused"; readonly failure: ServiceFailure; readonly etagSent: boolean }
  | {
      readonly kind: "failed";
      readonly failure: ServiceFailure;
      /** For another try of the same push. */
      readonly lost?: LostSave | undefined;
    }
  | { readonly kind: "cancelled"; readonly failure?: ServiceFailure }
  | BlockedOutcome;
