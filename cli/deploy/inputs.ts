import { realpath } from "node:fs/promises";
import path from "node:path";
import { type JsonDocument, readDocument } from "../../core/document/reader";
import { dashboardPaths, documentOf, splitPath } from "../../core/forms";
import { idOfName, projectOfName } from "../../core/sync/identity";
import { FileClaims } from "../../core/sync/state-list";
import { isTerraformName } from "../../core/terraform/dashboards";
import { relativePath, rootOf, withConfig } from "../config";
import { readInput, readInputs } from "../files";
import { CommandLineError, type Io, visible } from "../io";
import type { Terminal } from "../terminal";
import { type DeployTarget, sharedTargets, type TargetValues } from "./target";

/** A dashboard file from the arguments, with its target. Its text is read on demand. */
export class DeployFile {
  private opened: JsonDocument | undefined;

  /**
   * @param name as the user knows it, for a terminal
   * @param path relative to the target's root, with `/`
   * @param id the dashboard that the file says it is, if it says one
   */
  constructor(
    readonly name: string,
    readonly absolute: string,
    readonly path: string,
    readonly target: DeployTarget,
    readonly id: string | undefined,
  ) {}

  /** Says which dashboard of the file it is, for `documentOf`. */
  get source(): string {
    const { id } = splitPath(this.path);
    return id === undefined ? this.absolute : `${this.absolute}#${id}`;
  }

  /** Reads the file, unless it is open. Rejects with a message for the user. */
  async open(): Promise<JsonDocument> {
    if (this.opened) return this.opened;
    const input = readInput({ name: this.name, path: this.absolute });
    if ("reason" in input) throw new Error(`The file cannot be read: ${input.reason}.`);
    this.opened = documentOf(this.source, input.text);
    return this.opened;
  }

  /** What `open` has read; empty when the file is not open. */
  get document(): JsonDocument {
    return this.opened ?? readDocument("");
  }

  /** Frees what was read. */
  close(): void {
    this.opened = undefined;
  }
}

/** All files from the arguments, and how many could not be read; those are already reported. */
export interface DeployFiles {
  readonly files: readonly DeployFile[];
  readonly unreadable: number;
  /** The files below a target's root that name each dashboard id: those from the arguments and those of the folder. */
  claimants(target: DeployTarget, id: string): Promise<readonly string[]>;
}

/**
 * The ids of dashboards that were named by their ids or by their full names.
 *
 * @param project the only project that full names may have; any when undefined
 * @throws CommandLineError when one is neither, or a full name is that of a dashboard in another project
 */
export function idsOf(names: readonly string[], project?: string): string[] {
  return names.map((name) => {
    const id = idOfName(name);
    const shown = JSON.stringify(visible(name));
    if (id === undefined)
      throw new CommandLineError(
        `${shown} is not the id of a dashboard; specify ID or projects/PROJECT/dashboards/ID`,
      );
    const own = projectOfName(name);
    if (own === undefined || project === undefined || own === project) return id;
    // Only the service knows which number a project has.
    throw new CommandLineError(
      /^\d+$/.test(own) !== /^\d+$/.test(project)
        ? `${shown} may be in another project than ${project}; specify the id alone: ${id}`
        : `${shown} is in the project ${visible(own)}, not in ${project}; specify --project ${visible(own)} or a profile of it`,
    );
  });
}

/** The ids of those dashboards, named by ids or full names, that can be meant in a project. */
export function idsIn(names: readonly string[], project: string): Set<string> {
  return new Set(idsOf(names.filter((name) => [undefined, project].includes(projectOfName(name)))));
}

/**
 * Reads the files in the arguments and finds the target of each. A folder means its `*.dashboard.json`, the `dashboards`
 * of the configuration, and files that were pushed or pulled before. Files recognized by content are included with
 * `discover: "config"`, for commands that change nothing.
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
    throw new CommandLineError(
      "specify files; a folder means its *.dashboard.json and *.dashboard.yaml files",
    );
  if (args.includes("-")) throw new CommandLineError("standard input has no path; specify a file");
  const files: DeployFile[] = [];
  const targetAt = sharedTargets(values, run, terminal);
  const claimsByTarget = new Map<DeployTarget, Promise<FileClaims>>();
  const claimsOf = (target: DeployTarget): Promise<FileClaims> => {
    let claims = claimsByTarget.get(target);
    if (!claims)
      claimsByTarget.set(target, (claims = target.state.list().then((list) => new FileClaims(list))));
    return claims;
  };
  let unreadable = 0;
  const also = async (folder: string) => {
    try {
      return await recordedBelow(folder, await targetAt(folder));
    } catch (error) {
      // The folder itself need not have a target, if the ones below it do.
      if (error instanceof CommandLineError) return [];
      throw error;
    }
  };
  const { plain, chosen } = splitArguments(args, io);
  for await (const input of readInputs(plain, io, {
    discover: discover === "globs" ? discover : undefined,
    also,
  })) {
    if ("reason" in input) {
      unreadable++;
      io.err(`mosaic: ${visible(input.name)}: ${input.reason}\n`);
      continue;
    }
    const absolute = input.path!;
    if (isTerraformName(absolute)) {
      unreadable++;
      io.err(
        `mosaic: ${visible(input.name)}: Terraform deploys the dashboards in this file; use terraform apply\n`,
      );
      continue;
    }
    const target = await targetAt(path.dirname(absolute));
    const relative = relativePath(target.root, absolute);
    const claims = await claimsOf(target);
    const wanted = chosen.get(absolute);
    // A name that no document has is reported like any other problem of the file.
    const found = dashboardPaths(relative, input.text);
    const missing = [...(wanted ?? [])].map((id) => `${relative}#${id}`).filter((it) => !found.includes(it));
    for (const source of [...found, ...missing]) {
      const key = splitPath(source).id;
      const id = claims.add(source, documentOf(source, input.text));
      if (wanted && !(key !== undefined && wanted.has(key))) continue;
      const name = key === undefined ? input.name : `${input.name}#${key}`;
      files.push(new DeployFile(visible(name), absolute, source, target, id));
    }
  }
  const searched = new Map<DeployTarget, Promise<void>>();
  return {
    files,
    unreadable,
    async claimants(target, id) {
      const claims = await claimsOf(target);
      let search = searched.get(target);
      if (!search) searched.set(target, (search = claimsBelow(target, claims, io)));
      await search;
      return claims.of(id);
    },
  };
}

/** Arguments such as `boards.yaml#web`: the file, and which of its dashboards are meant. */
function splitArguments(
  args: readonly string[],
  { cwd }: Io,
): { readonly plain: string[]; readonly chosen: ReadonlyMap<string, ReadonlySet<string>> } {
  const chosen = new Map<string, Set<string>>();
  const whole = new Set<string>();
  const plain = args.map((argument) => {
    const { file, id } = splitPath(argument);
    const absolute = path.resolve(cwd, file);
    if (id === undefined) whole.add(absolute);
    else chosen.set(absolute, (chosen.get(absolute) ?? new Set()).add(id));
    return file;
  });
  for (const absolute of whole) chosen.delete(absolute);
  return { plain, chosen };
}

/** Adds the ids of the dashboards below a root, except in folders with their own configuration. */
async function claimsBelow({ root }: DeployTarget, claims: FileClaims, io: Io): Promise<void> {
  for await (const input of readInputs([root], io)) {
    if ("reason" in input || rootOf(path.dirname(input.path!), { ...io, cwd: root }) !== root) continue;
    const relative = relativePath(root, input.path!);
    for (const source of dashboardPaths(relative, input.text))
      if (!claims.has(source)) claims.add(source, documentOf(source, input.text));
  }
}

/**
 * The files below a folder that the state has a record of. Records are not trusted: the file must exist and not be behind
 * a link.
 */
async function recordedBelow(folder: string, { root, state }: DeployTarget): Promise<string[]> {
  const found: string[] = [];
  const real = await realpath(folder);
  for (const recorded of (await state.list()).paths) {
    const file = path.resolve(root, recorded);
    if (!file.startsWith(folder + path.sep)) continue;
    const expected = path.join(real, path.relative(folder, file));
    if ((await realpath(file).catch(() => undefined)) === expected) found.push(file);
  }
  return found;
}
