import type { CredentialSource } from "./source";

/** No credentials, for the emulator. */
export function noCredentials(): CredentialSource {
  return { label: "no credentials", headers: async () => ({}), forget: () => {} };
}
