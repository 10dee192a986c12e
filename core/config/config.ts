import type { Finding } from "../finding";
import { CONFIG_PATH } from "./config-path";
import { ConfigReader } from "./read";
import type { UsageProfile } from "./usage/usage";

/** Source of credentials; `env` names an environment variable with an access token. */
export type CredentialChoice = "adc" | "gcloud" | "none" | "secret" | { readonly env: string };

/** A target to push to and pull from. It holds no secrets. */
export interface Profile {
  readonly name: string;
  /** Id or number of the project. */
  readonly project: string;
  /** Scheme, host and port, without a slash at the end. */
  readonly endpoint: string;
  readonly credentials: CredentialChoice;
  /** Email address of a service account to act as, with the rights that "adc" or "gcloud" has to. */
  readonly impersonate?: string;
  /** The user must type the profile's name before a push. */
  readonly protected: boolean;
}

export type RuleSetting = "error" | "warning" | "information" | "hint" | "off";
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

export interface RuleOverride {
  /** Globs relative to the folder that holds `.mosaic`. */
  readonly files: readonly string[];
  readonly rules: RuleSettings;
}

export type Discover = "content" | "globs";

export interface Config {
  /** The usable profiles, in the order of the file. Invalid ones are skipped. */
  readonly profiles: readonly Profile[];
  readonly activeProfile: string | undefined;
  /** The usable profiles of the usage service, in the order of the file. */
  readonly usageProfiles: readonly UsageProfile[];
  /** Globs of dashboards that are not named `*.dashboard.json`. */
  readonly dashboards: readonly string[];
  /** How dashboards are found in a folder: JSON files by what is in them, too, or by name and globs alone. */
  readonly discover: Discover;
  readonly rules: RuleSettings;
  readonly overrides: readonly RuleOverride[];
}

export const EMPTY_CONFIG: Config = {
  profiles: [],
  activeProfile: undefined,
  usageProfiles: [],
  dashboards: [],
  discover: "content",
  rules: {},
  overrides: [],
};

/**
 * Reads a `.mosaic/config.json`. Comments and trailing commas are allowed.
 *
 * @returns what could be read, and what is wrong with the rest, with ranges in `text`. Never throws.
 */
export function readConfig(text: string): { readonly config: Config; readonly findings: readonly Finding[] } {
  return new ConfigReader(text).read();
}

/**
 * The profile to use.
 *
 * @param wanted a name that the user chose; else the config's own choice counts, else its only profile
 * @returns the profile, or a sentence that says what to do
 */
export function chooseProfile(config: Config, wanted: string | undefined): Profile | string {
  const names = config.profiles.map((p) => `"${p.name}"`).join(", ");
  if (config.profiles.length === 0) {
    return `No profile is set up: add one under "profiles" in ${CONFIG_PATH}.`;
  }
  const name = wanted ?? config.activeProfile;
  if (name === undefined) {
    return config.profiles.length === 1
      ? config.profiles[0]!
      : `Choose one of the profiles ${names}, or set "activeProfile" in ${CONFIG_PATH}.`;
  }
  return (
    config.profiles.find((p) => p.name === name) ??
    `There is no valid profile "${name}" in ${CONFIG_PATH}; it has ${names}.`
  );
}
