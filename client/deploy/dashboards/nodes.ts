import type * as vscode from "vscode";
import type { ServiceFailure } from "../../../core/sync/service";
import { fileUri } from "../session/workspace-files";
import type { DashboardEntry } from "./entry";
import type { EntryGroup } from "./groups";
import type { Waiting } from "./target";

/** A dashboard's row. Commands get these. */
export class EntryNode {
  constructor(
    /** Folder that holds `.mosaic`. */
    readonly root: vscode.Uri,
    readonly profileName: string,
    readonly entry: DashboardEntry,
    /** Key of the group that it is in. */
    readonly group?: string,
  ) {}

  /** The file, when there is one. */
  get uri(): vscode.Uri | undefined {
    const { file } = this.entry;
    return file && fileUri(this.root, file.path);
  }
}

/** The row over the dashboards of one configuration, where a workspace has several. */
export class TargetNode {
  constructor(readonly root: vscode.Uri) {}
}

/** The row over dashboards with the same state or folder. */
export class GroupNode {
  constructor(
    readonly root: vscode.Uri,
    readonly profileName: string,
    readonly group: EntryGroup,
  ) {}
}

/** The *Load More* row. */
export class MoreNode {
  constructor(readonly root: vscode.Uri) {}
}

/** The row with the error of a target, if the view has several targets. */
export class FailureNode {
  constructor(
    readonly root: vscode.Uri,
    readonly failure: ServiceFailure | string,
  ) {}
}

/** The row to click before the first request to a target. */
export class ConnectNode {
  constructor(
    readonly root: vscode.Uri,
    readonly standing: Waiting,
  ) {}
}

export type DashboardNode = EntryNode | GroupNode | TargetNode | MoreNode | FailureNode | ConnectNode;
