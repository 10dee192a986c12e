import { bearer, type CredentialSource, credentialError, orAborted } from "./source";

/** Starts a program and gives its standard output; rejects with `code` "ENOENT" when there is none of that name. */
export type RunProgram = (program: string, args: readonly string[], signal?: AbortSignal) => Promise<string>;

/** Tokens live an hour; asking again well before that costs little. */
const KEEP_MS = 10 * 60_000;
const LOGIN = "Run: gcloud auth login";

/**
 * The account that `gcloud` is signed in with.
 *
 * What gcloud writes is never repeated in a message: its standard output is the token itself.
 */
export function gcloudCredentials(
  run: RunProgram = runProgram,
  now: () => number = Date.now,
): CredentialSource {
  let kept: { headers: Record<string, string>; until: number } | undefined;
  return {
    label: "the access token of gcloud",
    action: LOGIN,
    async headers(signal) {
      if (kept && now() < kept.until) return kept.headers;
      let output: string;
      try {
        output = await orAborted(run("gcloud", ["auth", "print-access-token", "--quiet"], signal), signal);
      } catch (error) {
        if (signal?.aborted) throw error;
        if ((error as NodeJS.ErrnoException).code === "ENOENT") {
          throw credentialError(
            "The program gcloud was not found.",
            'Install the Google Cloud CLI, or set "credentials" of the profile to "adc".',
          );
        }
        throw credentialError("gcloud has no account that is signed in.", LOGIN);
      }
      kept = { headers: bearer(output, "gcloud", LOGIN), until: now() + KEEP_MS };
      return kept.headers;
    },
    forget: () => {
      kept = undefined;
    },
  };
}

const runProgram: RunProgram = async (program, args, signal) => {
  const { execFile } = await import("node:child_process");
  const windows = process.platform === "win32";
  return new Promise((resolve, reject) => {
    // On Windows gcloud is a .cmd file, which only a shell can start; the arguments are fixed words.
    const options = { timeout: 60_000, windowsHide: true, shell: windows, ...(signal ? { signal } : {}) };
    execFile(windows ? `${program}.cmd` : program, [...args], options, (error, stdout) => {
      if (error) reject(error);
      else resolve(String(stdout));
    });
  });
};
