import * as vscode from "vscode";
import type { FileCommit, GitFile } from "../../disk/git/version";
import { askPick, askText } from "../ask";
import { chooseDashboard, hasDashboards, type ListDashboards } from "../choose";
import { askForFile, inform } from "../notify";
import { isNode } from "../platform";
import type { Compared, ComparedVersion } from "./panel";

/** Makes a read-only document of a text. `path` is what a tab shows. */
export type DocumentOf = (path: string, text: string) => vscode.Uri;

const OTHER = "Another Branch, Tag or Commit…";

/** The dashboard that a command is about, as a version; undefined after a message. */
export async function versionOf(
  argument: unknown,
  list: ListDashboards,
): Promise<ComparedVersion | undefined> {
  const editor = vscode.window.activeTextEditor;
  const uri = argument instanceof vscode.Uri ? argument : editor?.document.uri;
  const document = uri && (await vscode.workspace.openTextDocument(uri));
  if (!document || !hasDashboards(document)) {
    inform("Open a dashboard first.");
    return undefined;
  }
  const cursor = editor?.document === document ? editor.selection.active : undefined;
  const chosen = await chooseDashboard(document, list, cursor);
  return chosen && { name: "This file", uri: chosen.uri, address: chosen.address };
}

/** The file, and its version in a commit that the person chooses. */
export async function withGit(after: ComparedVersion, documentOf: DocumentOf): Promise<Compared | undefined> {
  if (!isNode || after.uri.scheme !== "file") {
    inform("Compare with Git needs a file on this machine and a desktop VS Code.");
    return undefined;
  }
  const file = after.uri.fsPath;
  const { commitsOfFile, gitFile } = await import("../../disk/git/version");
  const commits = await commitsOfFile(file);
  const ref = await chooseRef(commits);
  if (!ref) return undefined;
  const read = await gitFile(file, ref);
  if (!("text" in read)) {
    inform(problemText(read.problem, ref));
    return undefined;
  }
  const name = /^[0-9a-f]{40,}$/.test(ref) ? ref.slice(0, 8) : ref;
  const before = { name, uri: documentOf(after.uri.path, read.text), address: after.address };
  return { title: `${nameOf(after.uri)}: ${name} → this file`, versions: [before, after] };
}

async function chooseRef(commits: readonly FileCommit[]): Promise<string | undefined> {
  const items = [
    { label: "HEAD", description: "Last commit of the branch", ref: "HEAD" },
    ...commits.map(({ id, subject, when }) => ({
      label: subject || id.slice(0, 8),
      description: `${id.slice(0, 8)}, ${when}`,
      ref: id,
    })),
    { label: OTHER, ref: "" },
  ];
  const options = {
    title: "Compare with Git as Picture",
    placeHolder: "Version to compare with",
    matchOnDescription: true,
  };
  const chosen = await askPick(items, options);
  if (!chosen || chosen.ref) return chosen?.ref;
  const typed = await askText({ title: options.title, prompt: "Name of a branch, a tag or a commit" });
  return typed?.trim() || undefined;
}

function problemText(problem: Extract<GitFile, { problem: string }>["problem"], ref: string): string {
  switch (problem) {
    case "no-repository":
      return "The file is not in a git work tree.";
    case "no-ref":
      return `There is no branch, tag or commit "${ref}" in this repository.`;
    case "no-file":
      return `The file does not exist in "${ref}".`;
    case "failed":
      return `Git cannot read "${ref}". Check that git works in this folder.`;
  }
}

/** The file, and another one: the second that is selected, or one that the person chooses. */
export async function withFile(
  after: ComparedVersion,
  selection: unknown,
  list: ListDashboards,
): Promise<Compared | undefined> {
  const selected = Array.isArray(selection) ? selection.filter((one) => one instanceof vscode.Uri) : [];
  const other =
    selected.find((uri) => uri.toString() !== after.uri.toString()) ?? (await askForFile("Compare"));
  if (!other) return undefined;
  const before = await versionOf(other, list);
  if (!before) return undefined;
  const [from, to] = [nameOf(before.uri), nameOf(after.uri)];
  return {
    title: `${from} → ${to}`,
    versions: [
      { ...before, name: from },
      { ...after, name: to },
    ],
  };
}

/** Both sides of the text diff in front. */
export function ofDiffInFront(): Compared | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (!(tab?.input instanceof vscode.TabInputTextDiff)) {
    inform("Open the text diff of a dashboard first.");
    return undefined;
  }
  const { original, modified } = tab.input;
  return {
    title: tab.label,
    versions: [
      { name: "Before", uri: original },
      { name: "After", uri: modified },
    ],
  };
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.split("/").pop() ?? uri.path;
}
