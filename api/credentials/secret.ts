import { bearer, type CredentialSource, credentialError } from "./source";

/** Where tokens are kept by whoever uses the API: VS Code's SecretStorage. */
export interface SecretStore {
  /** The token kept for the profile, or undefined. */
  token(profile: string): PromiseLike<string | undefined>;
}

/** An access token that the user gave for this profile. `store` is absent where nothing can keep one. */
export function secretCredentials(profile: string, store: SecretStore | undefined): CredentialSource {
  const action = store
    ? "Run the command Mosaic: Set Access Token."
    : 'Use "adc", "gcloud" or {"env": "NAME"} here; a kept token exists in the editor only.';
  return {
    label: "the kept access token",
    action,
    headers: async () => {
      const token = await store?.token(profile);
      if (!token) throw credentialError(`No access token is kept for the profile "${profile}".`, action);
      return bearer(token, "The kept access token", action);
    },
    forget: () => {},
  };
}
