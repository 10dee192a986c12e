/** Starts a program and gives its standard output; rejects with `code` "ENOENT" when there is none of that name. */
export type RunProgram = (program: string, args: readonly string[], signal?: AbortSignal) => Promise<string>;

/**
 * Finds a program by name in the absolute folders of PATH only. Windows would search the working folder first, which may
 * be an untrusted repository.
 *
 * @returns undefined when there is none
 */
export async function findProgram(
  name: string,
  {
    environment,
    platform,
    exists,
  }: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly platform: string;
    readonly exists: (file: string) => Promise<boolean>;
  },
): Promise<string | undefined> {
  const windows = platform === "win32";
  const { posix, win32 } = await import("node:path");
  const paths = windows ? win32 : posix;
  const variable = windows ? Object.keys(environment).find((key) => /^path$/i.test(key)) : "PATH";
  const folders = (environment[variable ?? "PATH"] ?? "").split(paths.delimiter);
  // The Google Cloud CLI is a .cmd file on Windows.
  const names = windows ? [`${name}.cmd`, `${name}.exe`] : [name];
  for (const folder of folders.map((text) => text.replace(/^"(.*)"$/, "$1"))) {
    // A path such as \tools has no drive, so it would depend on the working folder.
    const absolute = windows ? /^([a-z]:[\\/]|\\\\[^\\])/i.test(folder) : folder.startsWith("/");
    if (!absolute || folder.includes("%") || folder.includes('"')) continue;
    for (const file of names) {
      const candidate = paths.join(folder, file);
      if (await exists(candidate)) return candidate;
    }
  }
  return undefined;
}

/** Starts a program that PATH knows, in its own folder. */
export const runProgram: RunProgram = async (name, args, signal) => {
  const { execFile } = await import("node:child_process");
  const { access, constants, stat } = await import("node:fs/promises");
  const { dirname } = await import("node:path");
  const windows = process.platform === "win32";
  const exists = async (file: string) => {
    try {
      if (!(await stat(file)).isFile()) return false;
      await access(file, windows ? constants.F_OK : constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  const program = await findProgram(name, { environment: process.env, platform: process.platform, exists });
  if (program === undefined) throw Object.assign(new Error(`${name} was not found`), { code: "ENOENT" });
  return new Promise((resolve, reject) => {
    const options = {
      timeout: 60_000,
      windowsHide: true,
      // The program's own children must not be found in an untrusted repository either.
      cwd: dirname(program),
      env: { ...process.env, ...(windows && { NoDefaultCurrentDirectoryInExePath: "1" }) },
      // Only a shell starts a .cmd file; the arguments are fixed words and checked addresses.
      shell: windows,
      ...(signal ? { signal } : {}),
    };
    execFile(windows ? `"${program}"` : program, [...args], options, (error, stdout) => {
      if (error) reject(error);
      else resolve(String(stdout));
    });
  });
};
