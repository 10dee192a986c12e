import type { Config } from "../config";
import { CONFIG_PATH } from "../config-path";

/**
 * Source of credentials for the usage service. `env` with one name is an access token, with two names an OAuth client;
 * both hold names of environment variables. `secret` is whatever the editor keeps for the profile.
 */
export type UsageCredentialChoice =
  | "none"
  | "secret"
  | { readonly env: string }
  | { readonly env: { readonly clientId: string; readonly clientSecret: string } };

/** An organization of the usage service to ask. It holds no secrets. */
export interface UsageProfile {
  readonly name: string;
  /** Scheme, host and port of the API, without a slash at the end. */
  readonly baseUrl: string;
  /** The same of the host that gives out tokens. */
  readonly loginUrl: string;
  readonly credentials: UsageCredentialChoice;
  /** Uses the legacy usage query instead of jobs. */
  readonly legacy: boolean;
}

/** Domains of the service by the name of the AWS region that it runs in there. */
export const USAGE_REGIONS: Readonly<Record<string, string>> = {
  "us-east-1": "mypurecloud.com",
  "us-east-2": "use2.us-gov-pure.cloud",
  "us-west-2": "usw2.pure.cloud",
  "ca-central-1": "cac1.pure.cloud",
  "mx-central-1": "mxc1.pure.cloud",
  "sa-east-1": "sae1.pure.cloud",
  "eu-west-1": "mypurecloud.ie",
  "eu-west-2": "euw2.pure.cloud",
  "eu-central-1": "mypurecloud.de",
  "eu-central-2": "euc2.pure.cloud",
  "eusc-de-east-1": "edee1.eusc-pure.cloud",
  "me-central-1": "mec1.pure.cloud",
  "ap-south-1": "aps1.pure.cloud",
  "ap-southeast-1": "apse1.pure.cloud",
  "ap-southeast-2": "mypurecloud.com.au",
  "ap-northeast-1": "mypurecloud.jp",
  "ap-northeast-2": "apne2.pure.cloud",
  "ap-northeast-3": "apne3.pure.cloud",
};

/** The two addresses of a region, given by either of its names; undefined for a region that is not known. */
export function usageRegion(name: string): { baseUrl: string; loginUrl: string } | undefined {
  const lower = name.toLowerCase();
  const domain = Object.hasOwn(USAGE_REGIONS, lower) ? USAGE_REGIONS[lower] : lower;
  if (domain === undefined || !Object.values(USAGE_REGIONS).includes(domain)) return undefined;
  return { baseUrl: `https://api.${domain}`, loginUrl: `https://login.${domain}` };
}

/** The login host that belongs to an API host: `login.` for `api.`, the same host for anything else. */
export function loginUrlOf(baseUrl: string): string {
  return baseUrl.replace(/^https:\/\/api\./, "https://login.");
}

/**
 * The usage profile to use.
 *
 * @param wanted a name that the user chose; else the only profile there is
 * @returns the profile, or a sentence that says what to do
 */
export function chooseUsageProfile(config: Config, wanted: string | undefined): UsageProfile | string {
  const { usageProfiles } = config;
  const names = usageProfiles.map((profile) => `"${profile.name}"`).join(", ");
  if (usageProfiles.length === 0) {
    return `No usage profile is set up: add one under "usageProfiles" in ${CONFIG_PATH}.`;
  }
  if (wanted === undefined) {
    return usageProfiles.length === 1 ? usageProfiles[0]! : `Choose one of the usage profiles ${names}.`;
  }
  return (
    usageProfiles.find((profile) => profile.name === wanted) ??
    `There is no valid usage profile "${wanted}" in ${CONFIG_PATH}; it has ${names}.`
  );
}
