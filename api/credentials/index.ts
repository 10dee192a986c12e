import type { Profile } from "../../core/config/config";
import { applicationDefaultCredentials } from "./adc";
import { environmentCredentials } from "./env";
import { gcloudCredentials } from "./gcloud";
import { noCredentials } from "./none";
import { type SecretStore, secretCredentials } from "./secret";
import { type CredentialSource, credentialError } from "./source";

export type { SecretStore } from "./secret";
export type { CredentialSource } from "./source";

export interface CredentialSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly secrets?: SecretStore;
  /** Whether programs may be started and credential files be read. "none": there are none, as in a browser. */
  readonly programs?: "allowed" | "untrusted" | "none";
}

/** The source that a profile names. Nothing is read, loaded or started before its first use. */
export function credentialsOf(
  profile: Pick<Profile, "name" | "project" | "credentials">,
  surroundings: CredentialSurroundings,
): CredentialSource {
  const { credentials: choice } = profile;
  if (choice === "none") return noCredentials();
  if (choice === "secret") return secretCredentials(profile.name, surroundings.secrets);
  if (choice === "gcloud" || choice === "adc") {
    if (surroundings.programs === "untrusted") return untrusted();
    if (surroundings.programs === "none") return inBrowser(choice);
    return choice === "gcloud" ? gcloudCredentials() : applicationDefaultCredentials(profile.project);
  }
  return environmentCredentials(choice.env, surroundings.environment);
}

/** ADC is included: a credential file can name a program that makes the token. */
function untrusted(): CredentialSource {
  return without(
    "This workspace is not trusted, so Mosaic does not sign in for it.",
    "Trust the workspace (Workspaces: Manage Workspace Trust) and try again.",
  );
}

function inBrowser(choice: "gcloud" | "adc"): CredentialSource {
  return without(
    `VS Code in a browser has no machine that could sign in by "${choice}".`,
    'Give the profile "credentials": "secret" and run the command Mosaic: Set Access Token.',
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
