import { abortable, type CredentialSource, credentialError } from "./source";

/** The part of google-auth-library that is used: a client that returns request headers. */
export interface AuthClientLike {
  getRequestHeaders(): Promise<Headers | Record<string, string>>;
  readonly universeDomain?: string | undefined;
}

export interface AdcOptions {
  /** Email address of a service account to act as. */
  readonly impersonate?: string;
  /** The only universe whose credentials may be sent. */
  readonly universe?: string;
  readonly load?: (project: string, impersonate?: string) => Promise<AuthClientLike>;
}

const LOGIN = "Run: gcloud auth application-default login";
const SCOPES = ["https://www.googleapis.com/auth/cloud-platform"];

/**
 * Application Default Credentials: the file in GOOGLE_APPLICATION_CREDENTIALS, otherwise gcloud's, otherwise the service
 * account of the machine. Loads the library on the first call, because it is larger than everything else here.
 *
 * @param project the profile's project
 */
export function applicationDefaultCredentials(
  project: string,
  { impersonate, universe, load = loadClient }: AdcOptions = {},
): CredentialSource {
  let client: Promise<AuthClientLike> | undefined;
  const signIn = async () => {
    client ??= load(project, impersonate);
    const loaded = await client;
    const own = loaded.universeDomain;
    if (universe !== undefined && own !== undefined && own !== universe) throw new OtherUniverse(own);
    return loaded.getRequestHeaders();
  };
  return {
    label: impersonate === undefined ? "the Application Default Credentials" : `a token for ${impersonate}`,
    action: LOGIN,
    async headers(signal) {
      try {
        const headers = await abortable(signIn(), signal);
        return headers instanceof Headers ? Object.fromEntries(headers) : { ...headers };
      } catch (error) {
        client = undefined;
        if (signal?.aborted) throw error;
        throw failureOf(error, impersonate, universe);
      }
    },
    forget: () => {
      client = undefined;
    },
  };
}

class OtherUniverse extends Error {
  constructor(readonly universe: string) {
    super();
  }
}

function failureOf(error: unknown, impersonate: string | undefined, universe: string | undefined): Error {
  if (error instanceof OtherUniverse) {
    return credentialError(
      `The Application Default Credentials belong to the universe ${error.universe}, but the endpoint belongs to ${universe}.`,
      "Change the endpoint of the profile, or sign in with other credentials.",
    );
  }
  if (isExpired(error)) return credentialError("The Application Default Credentials have expired.", LOGIN);
  if (impersonate !== undefined && isRefusedImpersonation(error)) {
    return credentialError(
      `The Application Default Credentials cannot impersonate ${impersonate}.`,
      "Request the role roles/iam.serviceAccountTokenCreator on that service account.",
    );
  }
  return credentialError("No valid Application Default Credentials were found on this machine.", LOGIN);
}

async function loadClient(project: string, impersonate?: string): Promise<AuthClientLike> {
  const { GoogleAuth, Impersonated } = await import("google-auth-library");
  // Without a project, the library searches for one: it starts gcloud, or calls a service that may be disabled.
  const client = await new GoogleAuth({ scopes: SCOPES, projectId: project }).getClient();
  if (impersonate === undefined) return client;
  return new Impersonated({
    sourceClient: client,
    targetPrincipal: impersonate,
    targetScopes: SCOPES,
    delegates: [],
    lifetime: 3600,
    universeDomain: client.universeDomain,
  });
}

/** The library's message contains text of the server, so only the kind of failure is used. */
function isExpired(error: unknown): boolean {
  return error instanceof Error && /invalid_grant|invalid_rapt|expired/i.test(error.message);
}

function isRefusedImpersonation(error: unknown): boolean {
  return error instanceof Error && /impersonate|PERMISSION_DENIED|getAccessToken/i.test(error.message);
}
