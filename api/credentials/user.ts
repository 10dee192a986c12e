import type { CredentialTarget } from "../trust/credential-target";

type Environment = Readonly<Record<string, string | undefined>>;

/** What the user's files and environment variables say about credentials. Sends no request and contains no secret. */
export interface CredentialFacts {
  /** Email address; undefined where only the service could tell. */
  readonly account: string | undefined;
  /** The universe that the credential belongs to; undefined where nothing says one. */
  readonly universe: string | undefined;
}

/** Maximum size of these files, in bytes. */
const LARGEST = 256 * 1024;

/** The account of requests to a destination. Only known for "adc" and "gcloud", and not in a browser. */
export async function credentialFacts(
  place: Pick<CredentialTarget, "credentials"> & { readonly impersonate?: string },
  environment: Environment,
): Promise<CredentialFacts> {
  const variable = environment["GOOGLE_CLOUD_UNIVERSE_DOMAIN"] || undefined;
  const found =
    place.credentials === "gcloud"
      ? await gcloudFacts(environment)
      : place.credentials === "adc"
        ? await adcFacts(environment)
        : { account: undefined, universe: undefined };
  return { account: place.impersonate ?? found.account, universe: found.universe ?? variable };
}

/** An account for messages: the address, or that it is unknown. */
export function accountText(
  place: Pick<CredentialTarget, "credentials">,
  account: string | undefined,
): string {
  const { credentials } = place;
  if (credentials === "none") return "without signing in";
  if (account !== undefined) return `as ${account}`;
  switch (credentials) {
    case "adc":
      return "as an unknown account (Application Default Credentials)";
    case "gcloud":
      return "as an unknown account (gcloud)";
    case "secret":
      return "as the account of the stored token";
    default:
      return `as the account of the token in ${typeof credentials.env === "string" ? credentials.env : credentials.env.clientId}`;
  }
}

/** The properties of gcloud's active configuration, from environment variables, files and defaults. */
async function gcloudFacts(environment: Environment): Promise<CredentialFacts> {
  const folder = await gcloudFolder(environment);
  const name =
    environment["CLOUDSDK_ACTIVE_CONFIG_NAME"] ||
    (folder && (await smallText(folder, "active_config"))?.trim()) ||
    "default";
  const file = folder && /^[a-z][-a-z0-9]*$/.test(name) ? ["configurations", `config_${name}`] : undefined;
  const properties = readProperties((folder && file && (await smallText(folder, ...file))) || "");
  const property = (section: string, key: string) =>
    environment[`CLOUDSDK_${section}_${key}`.toUpperCase()] ||
    properties.get(`${section}/${key}`) ||
    undefined;
  // A token or a key file instead of an account: its owner is unknown.
  const replaced = property("auth", "access_token_file") ?? property("auth", "credential_file_override");
  const actsAs = property("auth", "impersonate_service_account")?.split(",").at(-1)?.trim();
  return {
    account: actsAs || (replaced === undefined ? property("core", "account") : undefined),
    universe: property("core", "universe_domain"),
  };
}

async function adcFacts(environment: Environment): Promise<CredentialFacts> {
  const named =
    environment["GOOGLE_APPLICATION_CREDENTIALS"] || environment["google_application_credentials"];
  const folder = await gcloudFolder(environment);
  const text = named
    ? await smallText(named)
    : folder && (await smallText(folder, "application_default_credentials.json"));
  const file = parsed(text || "");
  const universe = stringIn(file, "universe_domain");
  const url = stringIn(file, "service_account_impersonation_url");
  const actsAs = /\/serviceAccounts\/([^/:]+):generateAccessToken$/.exec(url ?? "")?.[1];
  return { account: actsAs ?? stringIn(file, "client_email") ?? stringIn(file, "account"), universe };
}

async function gcloudFolder(environment: Environment): Promise<string | undefined> {
  const own = environment["CLOUDSDK_CONFIG"];
  if (own) return own;
  const home = environment["HOME"] || environment["USERPROFILE"];
  const path = await nodePath();
  if (!path) return undefined;
  const data = environment["APPDATA"];
  if (typeof process === "object" && process.platform === "win32") return data && path.join(data, "gcloud");
  return home && path.join(home, ".config", "gcloud");
}

/** Sections and keys of gcloud's own INI files. */
function readProperties(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^\]]+)\]\s*$/.exec(line)?.[1];
    const [, key, value] = /^\s*([a-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (header !== undefined) section = header.trim();
    else if (key !== undefined && value) found.set(`${section}/${key}`, value);
  }
  return found;
}

async function smallText(...parts: string[]): Promise<string | undefined> {
  const path = await nodePath();
  if (!path) return undefined;
  const { readFile, stat } = await import("node:fs/promises");
  try {
    const file = path.join(...parts);
    const info = await stat(file);
    return info.isFile() && info.size <= LARGEST ? await readFile(file, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** Node's paths, where there is Node. */
async function nodePath(): Promise<typeof import("node:path") | undefined> {
  return typeof process === "object" && process.versions?.node ? import("node:path") : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A member that is a string of one line, and not too long to be an address or a domain. */
function stringIn(value: unknown, name: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const text = (value as Readonly<Record<string, unknown>>)[name];
  return typeof text === "string" && /^[\x21-\x7e]{1,254}$/.test(text) ? text : undefined;
}
