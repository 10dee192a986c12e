import { type CredentialSource, credentialError, orAborted } from "./source";

/** The part of google-auth-library that is used: a client that answers with request headers. */
export interface AuthClientLike {
  getRequestHeaders(): Promise<Headers | Record<string, string>>;
}

const LOGIN = "Run: gcloud auth application-default login";
const SCOPES = ["https://www.googleapis.com/auth/cloud-platform"];

/**
 * Application Default Credentials: the file that GOOGLE_APPLICATION_CREDENTIALS names, else the one that gcloud keeps,
 * else the service account of the machine. The library is loaded at the first call, since it costs more to load than
 * everything else here.
 *
 * @param project the profile's project
 */
export function applicationDefaultCredentials(
  project: string,
  load: (project: string) => Promise<AuthClientLike> = loadClient,
): CredentialSource {
  let client: Promise<AuthClientLike> | undefined;
  return {
    label: "the Application Default Credentials",
    action: LOGIN,
    async headers(signal) {
      client ??= load(project);
      try {
        const headers = await orAborted(
          client.then((c) => c.getRequestHeaders()),
          signal,
        );
        return headers instanceof Headers ? Object.fromEntries(headers) : { ...headers };
      } catch (error) {
        client = undefined;
        if (signal?.aborted) throw error;
        throw credentialError(
          isExpired(error)
            ? "The Application Default Credentials have expired."
            : "There are no usable Application Default Credentials on this machine.",
          LOGIN,
        );
      }
    },
    forget: () => {
      client = undefined;
    },
  };
}

async function loadClient(project: string): Promise<AuthClientLike> {
  const { GoogleAuth } = await import("google-auth-library");
  // Without a project the library looks for one: it starts gcloud, or asks a service that need not be enabled.
  return new GoogleAuth({ scopes: SCOPES, projectId: project }).getClient();
}

/** The library puts the server's words into its message; only the kind of failure is taken from it. */
function isExpired(error: unknown): boolean {
  return error instanceof Error && /invalid_grant|invalid_rapt|expired/i.test(error.message);
}
