import * as vscode from "vscode";
import type { Profile } from "../../../core/config/config";
import { valueOf } from "../../../core/document/node";
import { documentOf } from "../../../core/forms";
import { compareDashboards } from "../../../core/grid/compare/compare";
import { summaryLines } from "../../../core/grid/compare/summary";
import type { DashboardResource } from "../../../core/sync/service";
import { type RowWords, rowLabel, setTooltip, Tooltip, treeRow } from "../../notify";
import { targetText } from "../session/location";
import { dashboardText } from "../texts/dashboard-text";
import { type DashboardEntry, type EntryState, highlights, matchesFilter } from "./entry";
import { type Grouping, groupsOf } from "./groups";
import {
  ConnectNode,
  type DashboardNode,
  EntryNode,
  FailureNode,
  GroupNode,
  MoreNode,
  TargetNode,
} from "./nodes";
import { presentationOf } from "./presentation";
import type { DashboardStore } from "./store";
import type { ProfileTarget, Waiting } from "./target";

/** Differences that a tooltip names. */
const LINES = 8;

/** The rows of the Dashboards view. */
export class DashboardTree implements vscode.TreeDataProvider<DashboardNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly subscription: vscode.Disposable;
  private words = "";
  /** Rows that the filter lets through, of how many, counted with the last drawing. */
  shown = { matching: 0, all: 0 };

  constructor(private readonly store: DashboardStore) {
    this.subscription = vscode.Disposable.from(
      store.onDidChange(() => this.changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("mosaic.dashboards.groupBy")) this.changed.fire();
      }),
    );
  }

  get filter(): string {
    return this.words;
  }

  set filter(words: string) {
    this.words = words.trim();
    this.changed.fire();
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  getChildren(parent?: DashboardNode): DashboardNode[] {
    const { targets } = this.store;
    if (!parent) {
      this.shown = { matching: 0, all: 0 };
      if (targets.length > 1) return targets.map(({ root }) => new TargetNode(root));
      return targets[0] ? this.rowsOf(targets[0], false) : [];
    }
    if (parent instanceof GroupNode) {
      const { root, profileName, group } = parent;
      return group.entries.map((entry) => new EntryNode(root, profileName, entry, group.key));
    }
    const target = parent instanceof TargetNode ? this.targetOf(parent.root) : undefined;
    return target ? this.rowsOf(target, true) : [];
  }

  getTreeItem(node: DashboardNode): vscode.TreeItem {
    if (node instanceof EntryNode) return this.entryItem(node);
    if (node instanceof TargetNode) return this.targetItem(node);
    if (node instanceof GroupNode) return groupItem(node);
    if (node instanceof MoreNode) {
      const item = treeRow({ label: "Load More…" });
      item.iconPath = new vscode.ThemeIcon("ellipsis");
      item.command = { command: "mosaic.dashboards.loadMore", title: "Load More", arguments: [node] };
      return item;
    }
    return node instanceof ConnectNode ? connectItem(node) : failureItem(node);
  }

  /** Differences are computed for the hovered row only. */
  resolveTreeItem(item: vscode.TreeItem, node: DashboardNode): vscode.TreeItem {
    if (node instanceof EntryNode) setTooltip(item, this.tooltip(node));
    return item;
  }

  targetOf(root: vscode.Uri): ProfileTarget | undefined {
    return this.store.targets.find((target) => target.root.toString() === root.toString());
  }

  private rowsOf(target: ProfileTarget, below: boolean): DashboardNode[] {
    const { root, status, session } = target;
    const { name } = session.profile;
    const entries = target.entries.filter((entry) =>
      matchesFilter(entry, this.words, presentationOf(entry.state, name).text),
    );
    this.shown.matching += entries.length;
    this.shown.all += target.entries.length;
    const groups = groupsOf(entries, groupingNow(), name);
    const rows: DashboardNode[] = groups
      ? groups.map((group) => new GroupNode(root, name, group))
      : entries.map((entry) => new EntryNode(root, name, entry));
    if (status.kind === "ready" && status.more) rows.push(new MoreNode(root));
    if (status.kind === "waiting") rows.unshift(new ConnectNode(root, status.standing));
    if (status.kind === "failed" && (below || rows.length > 0)) {
      rows.unshift(new FailureNode(root, status.failure));
    }
    if (below && status.kind === "ready" && rows.length === 0)
      rows.push(new FailureNode(root, this.words ? "No match" : "No dashboards"));
    return rows;
  }

  private entryItem(node: EntryNode): vscode.TreeItem {
    const { entry, uri } = node;
    const { title, state, id, file } = entry;
    const words = presentationOf(state, node.profileName);
    const item = treeRow({
      label: title,
      highlights: highlights(rowLabel(title), this.words),
      // What the row above says already would only take the room.
      description: [
        node.group?.startsWith("state:") ? "" : words.text,
        node.group?.startsWith("folder:") ? "" : (file?.path.split("/").pop() ?? id),
      ]
        .filter(Boolean)
        .join(" · "),
      spoken: [title, words.text, file?.path ?? id].filter(Boolean).join(", "),
    });
    item.id = `${node.root}#${node.profileName}#${entry.key}`;
    item.iconPath = new vscode.ThemeIcon(
      words.icon,
      words.color === undefined ? undefined : new vscode.ThemeColor(words.color),
    );
    item.contextValue = contextOf(state, uri !== undefined, entry.remote !== undefined);
    item.command = {
      command: "mosaic.dashboards.open",
      title: "Open",
      arguments: [node],
    };
    return item;
  }

  private targetItem(node: TargetNode): vscode.TreeItem {
    const target = this.targetOf(node.root);
    const name = node.root.path.split("/").pop() ?? "";
    const profile = target?.session.profile;
    const words = profile
      ? { label: name, description: profile.name, tooltip: targetText(profile) }
      : { label: name };
    const item = treeRow(words, vscode.TreeItemCollapsibleState.Expanded);
    item.id = node.root.toString();
    item.contextValue = "target";
    if (profile) item.iconPath = new vscode.ThemeIcon(profile.protected ? "lock" : "cloud");
    return item;
  }

  private tooltip(node: EntryNode): Tooltip {
    const { entry, profileName } = node;
    const { title, state, id, file, clash } = entry;
    const text = new Tooltip().bold(title).paragraph();
    text.text([presentationOf(state, profileName).description, clash].filter(Boolean).join(" ")).paragraph();
    if (id !== undefined) text.text(`Id: ${id}`).line();
    if (file) text.text(`File: ${file.path}`).line();
    const target = this.targetOf(node.root);
    if (target) text.text(targetText(target.session.profile));
    const differ = state !== "in-sync" && state !== "unreadable" && state !== "clash";
    if (target && differ) {
      for (const [heading, all] of whatDiffers(entry, target.session.profile)) {
        const lines = all.slice(0, LINES);
        if (all.length > LINES) lines.push(`and ${all.length - LINES} more`);
        if (lines.length === 0) continue;
        text.paragraph().text(heading).code(lines);
      }
    }
    return text;
  }
}

/** The differences of a row under headings, in the direction of the likely next action. */
function whatDiffers(
  { state, id, file, remote, base }: DashboardEntry,
  profile: Profile,
): (readonly [heading: string, differences: readonly string[]])[] {
  const document = file?.document;
  if (id === undefined || !document?.root || !remote) return [];
  const here = valueOf(document.root);
  // Through the file's own words, since a file may leave out its name.
  const inItsWords = (value: DashboardResource) => {
    const { root } = documentOf(
      document?.form?.yaml ? "x.yaml" : "",
      dashboardText(value, profile, id, document),
    );
    return root ? valueOf(root) : {};
  };
  const there = inItsWords(remote);
  if (state === "changed-there") return [["A pull would change:", wordsOf(here, there)]];
  if (!base) return [["A push would change:", wordsOf(there, here)]];
  const before = inItsWords(base);
  return [
    ["Changed locally:", wordsOf(before, here)],
    ["Changed remotely:", wordsOf(before, there)],
  ];
}

/** One line for each tile that differs. */
function wordsOf(before: unknown, after: unknown): readonly string[] {
  return summaryLines(compareDashboards(before, after));
}

/** Context value for `when` clauses of menus. */
function contextOf(state: EntryState, file: boolean, remote: boolean): string {
  return [
    "dashboard",
    ...(file ? ["file"] : []),
    ...(remote ? ["remote"] : []),
    ...(file && remote && state !== "in-sync" && state !== "unreadable" ? ["differs"] : []),
    state,
  ].join(" ");
}

function groupingNow(): Grouping {
  return vscode.workspace.getConfiguration("mosaic.dashboards").get<Grouping>("groupBy", "state");
}

function groupItem({ root, profileName, group }: GroupNode): vscode.TreeItem {
  const { label, entries, isQuiet, key } = group;
  const item = treeRow(
    { label, description: String(entries.length), spoken: `${label}, ${entries.length}` },
    isQuiet ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded,
  );
  item.id = `${root}#${profileName}#${key}`;
  item.contextValue = "group";
  return item;
}

/** Command of the row for the first contact with a project. */
function connectItem(node: ConnectNode): vscode.TreeItem {
  const { standing, root } = node;
  const item = treeRow(connectWords(standing));
  item.id = `${root}#connect`;
  item.contextValue = "connect";
  item.iconPath = new vscode.ThemeIcon(standing.kind === "refused" ? "circle-slash" : "plug");
  item.command = { command: "mosaic.dashboards.connect", title: "Connect", arguments: [node] };
  return item;
}

function connectWords(standing: Waiting): RowWords {
  if (standing.kind === "refused") {
    const tooltip = `${standing.message} ${standing.action}`;
    return { label: "Not connected", description: standing.message, tooltip };
  }
  const place = standing.kind === "first" ? standing.place : standing.request.target;
  const { host } = new URL(place.endpoint);
  const project = place.service === "dashboards" ? place.project : "";
  if (standing.kind === "first") {
    return {
      label: `List dashboards of ${project}`,
      description: host,
      tooltip: `Not connected to project ${project} at ${host}. Click to connect.`,
    };
  }
  return {
    label: `Connect to ${host}…`,
    description: project,
    tooltip: `${standing.request.sentence} Not connected.`,
  };
}

function failureItem({ failure, root }: FailureNode): vscode.TreeItem {
  const plain = typeof failure === "string";
  const item = treeRow(
    plain
      ? { label: failure }
      : {
          label: "The dashboards could not be read",
          description: "Retry",
          tooltip: `${failure.message} ${failure.action}`,
        },
  );
  item.id = `${root}#failure`;
  if (plain) return item;
  item.iconPath = new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  item.contextValue = failure.kind === "credentials" ? "failure credentials" : "failure";
  item.command = { command: "mosaic.dashboards.refresh", title: "Retry" };
  return item;
}
