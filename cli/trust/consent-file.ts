import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, realpath, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { Consent, ConsentStore } from "../../api/trust/consent";
import { trackedPaths, UnknownIndex } from "../../disk/git-index";
import { workTreeOf } from "../../disk/work-tree";
import { CommandLineError, type Io } from "../io";

/** The user's file of trusted destinations, outside of every repository. */
export function consentFile(env: Io["env"], platform: NodeJS.Platform = process.platform): string {
  const home = absolute(env["HOME"]) ?? homedir();
  const folder =
    platform === "win32"
      ? (absolute(env["APPDATA"]) ?? path.join(home, "AppData", "Roaming"))
      : // The XDG specification ignores relative paths; one would be in the working folder.
        (absolute(env["XDG_CONFIG_HOME"]) ?? path.join(home, ".config"));
  return path.join(folder, "mosaic", "trust.json");
}

function absolute(folder: string | undefined): string | undefined {
  return folder && path.isAbsolute(folder) ? folder : undefined;
}

/**
 * Consent that is stored in a file.
 *
 * @param root a file below this folder, or one that git tracks together with it, is ignored, because authors of the
 * repository could write it
 * @throws CommandLineError when the file is there and cannot be read
 */
export async function openConsent(
  file: string,
  root?: string,
): Promise<ConsentStore & { readonly inside: boolean }> {
  const inside = root !== undefined && (await isInside(file, root));
  let kept = inside ? [] : await readConsent(file);
  const change = async (edit: (consents: readonly Consent[]) => Consent[]) => {
    // Another process may have stored consent in the meantime.
    kept = edit(await readConsent(file));
    await writeConsent(file, kept);
  };
  return {
    inside,
    has: (key) => kept.some((consent) => consent.key === key),
    list: () => kept,
    grant: (key) =>
      change((consents) => [
        ...consents.filter((consent) => consent.key !== key),
        { key, at: new Date().toISOString() },
      ]),
    async remove(key) {
      const known = kept.some((consent) => consent.key === key);
      if (known) await change((consents) => consents.filter((consent) => consent.key !== key));
      return known;
    },
  };
}

async function isInside(file: string, root: string): Promise<boolean> {
  const real = async (name: string): Promise<string> => {
    try {
      return await realpath(name);
    } catch {
      return path.dirname(name) === name
        ? name
        : path.join(await real(path.dirname(name)), path.basename(name));
    }
  };
  const [realRoot, realFile] = await Promise.all([real(root), real(file)]);
  if (isBelow(realRoot, realFile)) return true;
  // The configuration may lie in a folder of the repository, and the file elsewhere in it.
  const tree = workTreeOf(path.dirname(realFile));
  if (!tree || !isBelow(tree.top, realRoot)) return false;
  try {
    const inTree = path.relative(tree.top, realFile).replaceAll(path.sep, "/");
    return (await trackedPaths(tree.gitFolder, inTree)).length > 0;
  } catch (error) {
    if (error instanceof UnknownIndex) return true;
    throw error;
  }
}

function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

async function readConsent(file: string): Promise<Consent[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new CommandLineError(`cannot read ${file}: ${(error as Error).message}`);
  }
  const value = parsed(text);
  if (!Array.isArray(value?.trusted)) {
    throw new CommandLineError(`${file} is not a valid consent file: fix or delete it`);
  }
  return value.trusted.flatMap((item: unknown): Consent[] => {
    const { key, at } = (item ?? {}) as Readonly<Record<string, unknown>>;
    return typeof key === "string" ? [{ key, at: typeof at === "string" ? at : "" }] : [];
  });
}

function parsed(text: string): { readonly trusted?: unknown } | undefined {
  try {
    return JSON.parse(text) as { trusted?: unknown };
  } catch {
    return undefined;
  }
}

/** Writes atomically, readable only by the user. */
async function writeConsent(file: string, trusted: readonly Consent[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(beside, "wx", 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ trusted }, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
