import { realpath } from "node:fs/promises";
import path from "node:path";
import { type JsonDocument, readDocument } from "../../core/document/reader";
import { idOfName } from "../../core/sync/identity";
import { idsByPath } from "../../core/sync/state";
import { relativePath, rootOf, withConfig } from "../config";
import { readInputs } from "../files";
import { type Io, UsageError, visible } from "../io";
import { sharedTargets, type Target, type TargetValues } from "./target";
import type { Terminal } from "./terminal";

/** A dashboard file that was named, with its target. */
export interface DeployFile {
  /** As the user knows it, for a terminal. */
  readonly name: string;
  readonly absolute: string;
  /** Relative to the target's root, with `/`. */
  readonly path: string;
  readonly document: JsonDocument;
  readonly target: Target;
}

/** Everything that was named, and how many of the names could not be read; those are reported already. */
export interface DeployFiles {
  readonly files: readonly DeployFile[];
  readonly unreadable: number;
  /** The other dashboards of a file's root: the ones that were named and the ones that the patterns find. */
  othersOf(file: DeployFile): Promise<readonly { readonly path: string; readonly document: JsonDocument }[]>;
}

/**
 * The ids of dashboards that were named by their ids or by their full names.
 *
 * @throws UsageError when one is neither
 */
export function idsOf(names: readonly string[]): string[] {
  return names.map((name) => {
    const id = idOfName(name);
    if (id === undefined) throw new UsageError(`"${name}" is not the id of a dashboard`);
    return id;
  });
}

/**
 * Reads the files that the arguments name and finds the target of each. A folder stands for its `*.dashboard.json`, the
 * `dashboards` of the configuration and the files that were pushed or pulled before. What is only recognized by its content
 * counts with `discover: "config"`, for commands that change nothing.
 */
export async function readDeployFiles(
  args: readonly string[],
  values: TargetValues,
  run: Io,
  discover: "config" | "globs" = "globs",
  terminal?: Terminal,
): Promise<DeployFiles> {
  const io = withConfig(run, values.config);
  if (args.length === 0)
    throw new UsageError("name the files; a folder stands for its *.dashboard.json files");
  if (args.includes("-")) throw new UsageError("standard input has no path; name a file");
  const files: DeployFile[] = [];
  const targetAt = sharedTargets(values, run, terminal);
  let unreadable = 0;
  const also = async (folder: string) => {
    try {
      return await recordedBelow(folder, await targetAt(folder));
    } catch (error) {
      // The folder itself need not have a target, if the ones below it do.
      if (error instanceof UsageError) return [];
      throw error;
    }
  };
  for await (const input of readInputs(args, io, { ...(discover === "globs" && { discover }), also })) {
    if ("reason" in input) {
      unreadable++;
      io.err(`mosaic: ${visible(input.name)}: ${input.reason}\n`);
      continue;
    }
    const absolute = input.path!;
    const target = await targetAt(path.dirname(absolute));
    const document = readDocument(input.text);
    files.push({
      name: visible(input.name),
      absolute,
      path: relativePath(target.root, absolute),
      document,
      target,
    });
  }
  const known = new Map<string, Promise<readonly { path: string; document: JsonDocument }[]>>();
  return {
    files,
    unreadable,
    async othersOf({ target }) {
      const { root } = target;
      let found = known.get(root);
      if (!found) known.set(root, (found = dashboardsBelow(target, io)));
      const named = files.filter((file) => file.target.root === root);
      const paths = new Set(named.map((file) => file.path));
      return [...named, ...(await found).filter((file) => !paths.has(file.path))];
    },
  };
}

/** What lies in a folder with a configuration of its own belongs to that one. */
async function dashboardsBelow(
  { root }: Target,
  io: Io,
): Promise<{ path: string; document: JsonDocument }[]> {
  const out: { path: string; document: JsonDocument }[] = [];
  for await (const input of readInputs([root], io)) {
    if ("reason" in input || rootOf(path.dirname(input.path!), { ...io, cwd: root }) !== root) continue;
    out.push({ path: relativePath(root, input.path!), document: readDocument(input.text) });
  }
  return out;
}

/** The files below a folder that the state has a record of. A record is not believed: the file has to be there, behind no link. */
async function recordedBelow(folder: string, { root, state }: Target): Promise<string[]> {
  const found: string[] = [];
  const real = await realpath(folder);
  for (const recorded of (await idsByPath(state)).keys()) {
    const file = path.resolve(root, recorded);
    if (!file.startsWith(folder + path.sep)) continue;
    const expected = path.join(real, path.relative(folder, file));
    if ((await realpath(file).catch(() => undefined)) === expected) found.push(file);
  }
  return found;
}
