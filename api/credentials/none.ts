import type { CredentialSource } from "./source";

/** No credentials, for the emulator. */
export function noCredentials(): CredentialSource {
  return {
    label: "a call without credentials",
    action: 'Remove "credentials": "none" from the profile.',
    headers: async () => ({}),
    forget: () => {},
  };
}
