import type { CredentialChoice, Profile } from "../../core/config/config";
import type { UsageCredentialChoice, UsageProfile } from "../../core/config/usage/usage";

/**
 * Everything that decides who gets which credentials. Consent and stored secrets belong to it, so two profiles with the
 * same target share them.
 */
export type CredentialTarget = DashboardsTarget | UsageTarget;

export interface DashboardsTarget {
  readonly service: "dashboards";
  /** Scheme, host and port, as the URL standard writes them. */
  readonly endpoint: string;
  readonly project: string;
  readonly credentials: CredentialChoice;
  /** Email address of the service account that the credential is exchanged for. */
  readonly impersonate?: string;
}

export interface UsageTarget {
  readonly service: "usage";
  readonly endpoint: string;
  /** The host that gets id and secret of an OAuth client. */
  readonly login: string;
  readonly credentials: UsageCredentialChoice;
}

/** The place that a profile names. */
export function credentialTargetOf(profile: Profile | UsageProfile): CredentialTarget {
  if ("baseUrl" in profile) {
    const { baseUrl, loginUrl, credentials } = profile;
    return { service: "usage", endpoint: originOf(baseUrl), login: originOf(loginUrl), credentials };
  }
  const { endpoint, project, credentials, impersonate } = profile;
  return {
    service: "dashboards",
    endpoint: originOf(endpoint),
    project,
    credentials,
    impersonate,
  };
}

/** A readable, unique key of a target without spaces, for stores of consent and `MOSAIC_TRUST`. */
export function targetKey(place: CredentialTarget): string {
  const parts = new URLSearchParams();
  if (place.service === "usage") parts.set("login", place.login);
  else parts.set("project", place.project);
  parts.set("credentials", credentialText(place.credentials));
  if (place.service === "dashboards" && place.impersonate !== undefined)
    parts.set("impersonate", place.impersonate);
  // Do not escape colons and slashes, so that people can compare the key with a configuration.
  const text = parts.toString().replaceAll("%3A", ":").replaceAll("%2F", "/").replaceAll("%40", "@");
  return `${place.service}=${place.endpoint}?${text}`;
}

/** The name under which a secret for this place is kept. */
export function secretKey(place: CredentialTarget): string {
  return `mosaic.secret:${targetKey(place)}`;
}

/** Endpoint and project only, to ask before the first contact with a known host. */
export function contactKey(place: CredentialTarget): string {
  return place.service === "usage"
    ? `usage=${place.endpoint}`
    : `dashboards=${place.endpoint}?project=${place.project}`;
}

/** A choice of credentials as it is typed after `--credentials`: adc, env:NAME, env:ID,SECRET and so on. */
export function credentialText(choice: CredentialChoice | UsageCredentialChoice): string {
  if (typeof choice === "string") return choice;
  const { env } = choice;
  return typeof env === "string" ? `env:${env}` : `env:${env.clientId},${env.clientSecret}`;
}

/** The environment variables that a choice of credentials reads. */
export function variablesOf(choice: CredentialChoice | UsageCredentialChoice): readonly string[] {
  if (typeof choice === "string") return [];
  const { env } = choice;
  return typeof env === "string" ? [env] : [env.clientId, env.clientSecret];
}

/** An invalid URL stays unchanged; `decideTrust` rejects it. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
