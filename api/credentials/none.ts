import type { CredentialSource } from "./source";

/** No credentials, for the emulator. */
export function noCredentials(): CredentialSource {
  return {
    label: "a call without credentials",
    action: 'Let the profile sign in: remove "credentials": "none" from it.',
    headers: async () => ({}),
    forget: () => {},
  };
}
