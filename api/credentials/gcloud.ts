import { type RunProgram, runProgram } from "./program";
import { abortable, bearer, type CredentialSource, credentialError } from "./source";

export interface GcloudOptions {
  /** Email address of a service account to impersonate; validated by the caller. */
  readonly impersonate?: string;
  readonly run?: RunProgram;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Tokens live an hour; asking again well before that costs little. */
const KEEP_MS = 10 * 60_000;
const LOGIN = "Run: gcloud auth login";

/**
 * The account that `gcloud` is signed in with.
 *
 * Never put gcloud's output into a message, because its standard output is the token.
 */
export function gcloudCredentials({
  impersonate,
  run = runProgram,
  now = Date.now,
}: GcloudOptions = {}): CredentialSource {
  const args = [
    "auth",
    "print-access-token",
    "--quiet",
    ...(impersonate === undefined ? [] : [`--impersonate-service-account=${impersonate}`]),
  ];
  let kept: { headers: Record<string, string>; until: number } | undefined;
  return {
    label: impersonate === undefined ? "the gcloud access token" : `a token for ${impersonate}`,
    action: LOGIN,
    async headers(signal) {
      if (kept && now() < kept.until) return kept.headers;
      let output: string;
      try {
        output = await abortable(run("gcloud", args, signal), signal);
      } catch (error) {
        if (signal?.aborted) throw error;
        throw failureOf(error, impersonate);
      }
      kept = { headers: bearer(output, "gcloud", LOGIN), until: now() + KEEP_MS };
      return kept.headers;
    },
    forget: () => {
      kept = undefined;
    },
  };
}

function failureOf(error: unknown, impersonate: string | undefined): Error {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") {
    return credentialError(
      "The gcloud command was not found.",
      'Install the Google Cloud CLI, or set "credentials" of the profile to "adc".',
    );
  }
  if (impersonate === undefined) return credentialError("No account is signed in to gcloud.", LOGIN);
  return credentialError(
    `gcloud returned no token for ${impersonate}.`,
    "Sign in with gcloud auth login, or request the role roles/iam.serviceAccountTokenCreator on that account.",
  );
}
