import { secretKey } from "../trust/credential-target";
import type { Destination } from "../trust/destination";
import { applicationDefaultCredentials } from "./adc";
import { environmentCredentials } from "./env";
import { gcloudCredentials } from "./gcloud";
import { noCredentials } from "./none";
import { type SecretStore, secretCredentials } from "./secret";
import { type CredentialSource, credentialError } from "./source";

export type { SecretStore } from "./secret";
export type { CredentialSource } from "./source";

export interface CredentialEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly secrets?: SecretStore;
  /** Whether programs can be started and credential files be read. "none": not possible, as in a browser. */
  readonly programs?: "allowed" | "untrusted" | "none";
}

/** The source for a destination of dashboards. Nothing is read, loaded or started before its first use. */
export function credentialsOf(
  { target, profile, universe }: Destination,
  surroundings: CredentialEnvironment,
): CredentialSource {
  if (target.service !== "dashboards") throw new TypeError("A usage profile needs other credentials.");
  const { credentials: choice, impersonate } = target;
  if (choice === "none") return noCredentials();
  if (choice === "secret") return secretCredentials(profile, secretKey(target), surroundings.secrets);
  if (choice === "gcloud" || choice === "adc") {
    if (surroundings.programs === "untrusted") return untrusted();
    if (surroundings.programs === "none") return inBrowser(choice);
    const as = { ...(impersonate !== undefined && { impersonate }) };
    return choice === "gcloud"
      ? gcloudCredentials(as)
      : applicationDefaultCredentials(target.project, { ...as, universe });
  }
  return environmentCredentials(choice.env, surroundings.environment);
}

/** ADC is included: a credential file can name a program that makes the token. */
function untrusted(): CredentialSource {
  return without(
    "Mosaic does not use credentials in an untrusted workspace.",
    "Trust the workspace (Workspaces: Manage Workspace Trust) and try again.",
  );
}

function inBrowser(choice: "gcloud" | "adc"): CredentialSource {
  return without(
    `VS Code in a browser does not support the credentials "${choice}".`,
    'Set "credentials" of the profile to "secret", then run Mosaic: Set Access Token.',
  );
}

function without(why: string, action: string): CredentialSource {
  return {
    label: "no credentials",
    headers: async () => {
      throw credentialError(why, action);
    },
    forget: () => {},
  };
}
