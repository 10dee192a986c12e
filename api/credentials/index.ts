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
  /** False in a workspace that is not trusted: no program is started then. True by default. */
  readonly mayRunPrograms?: boolean;
}

/** The source that a profile names. Nothing is read, loaded or started before its first use. */
export function credentialsOf(
  profile: Pick<Profile, "name" | "project" | "credentials">,
  surroundings: CredentialSurroundings,
): CredentialSource {
  const { credentials: choice } = profile;
  if (choice === "none") return noCredentials();
  if (choice === "secret") return secretCredentials(profile.name, surroundings.secrets);
  if (choice === "gcloud") return surroundings.mayRunPrograms === false ? untrusted() : gcloudCredentials();
  if (choice === "adc")
    return surroundings.mayRunPrograms === false
      ? untrusted()
      : applicationDefaultCredentials(profile.project);
  return environmentCredentials(choice.env, surroundings.environment);
}

/** ADC is included: a credential file can name a program that makes the token. */
function untrusted(): CredentialSource {
  return {
    label: "no credentials",
    headers: async () => {
      throw credentialError(
        "This workspace is not trusted, so Mosaic does not sign in for it.",
        "Trust the workspace (Workspaces: Manage Workspace Trust) and try again.",
      );
    },
    forget: () => {},
  };
}
