import { bearer, type CredentialSource, credentialError } from "./source";

/** Store of tokens: VS Code's SecretStorage. */
export interface SecretStore {
  /** The token kept under a key of `secretKey`, or undefined. */
  token(key: string): PromiseLike<string | undefined>;
}

/**
 * An access token that the user gave for one destination. It is not used for another destination of a profile with the
 * same name.
 *
 * @param profile name, for messages
 * @param key of `secretKey`
 * @param store absent where nothing can keep one
 */
export function secretCredentials(
  profile: string,
  key: string,
  store: SecretStore | undefined,
): CredentialSource {
  const action = store
    ? "Run the command Mosaic: Set Access Token."
    : 'Use "adc", "gcloud" or {"env": "NAME"}. Stored access tokens are available only in VS Code.';
  return {
    label: "the stored access token",
    action,
    headers: async () => {
      const token = await store?.token(key);
      if (!token) throw credentialError(`No access token is stored for the profile "${profile}".`, action);
      return bearer(token, "The stored access token", action);
    },
    forget: () => {},
  };
}
