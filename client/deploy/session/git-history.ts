import * as vscode from "vscode";
import type { GitHistory } from "../../../core/sync/history";

/** The part of the API of VS Code's git extension (version 1) that is used. */
interface GitApi {
  getRepository(uri: vscode.Uri): Repository | null;
  openRepository?(root: vscode.Uri): Promise<Repository | null>;
}
interface Repository {
  readonly rootUri: vscode.Uri;
  log(options: {
    readonly maxEntries: number;
    readonly path: string;
  }): Promise<readonly { readonly hash: string }[]>;
  show(ref: string, path: string): Promise<string>;
}
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** Commits asked for at a time; most files have fewer. */
const COMMITS = 200;

/** The history of files below `root`, as VS Code's own git sees it. */
export function gitHistory(root: vscode.Uri): GitHistory {
  const uriOf = (path: string) => vscode.Uri.joinPath(root, ...path.split("/"));
  return {
    async *versions(path) {
      const uri = uriOf(path);
      const repository = await repositoryOf(uri);
      if (typeof repository === "string") return;
      // Git wants the path of the file system, which is the same for every scheme that git works on.
      const commits = await repository.log({ maxEntries: COMMITS, path: uri.fsPath }).catch(() => []);
      for (const { hash } of commits) {
        // A commit that deletes the file has no text of it.
        const text = await repository.show(hash, uri.fsPath).catch(() => undefined);
        if (text !== undefined) yield { text, label: hash.slice(0, 8) };
      }
    },
    async gap(path) {
      const repository = await repositoryOf(uriOf(path));
      if (typeof repository === "string") return repository;
      const shallow = vscode.Uri.joinPath(repository.rootUri, ".git", "shallow");
      return vscode.workspace.fs.stat(shallow).then(
        () => "shallow" as const,
        () => undefined,
      );
    },
  };
}

async function repositoryOf(uri: vscode.Uri): Promise<Repository | "no-git" | "no-repository"> {
  const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
  if (!extension) return "no-git";
  try {
    const git = extension.isActive ? extension.exports : await extension.activate();
    if (!git.enabled) return "no-git";
    return git.getAPI(1).getRepository(uri) ?? "no-repository";
  } catch {
    return "no-git";
  }
}
