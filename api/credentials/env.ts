import { bearer, type CredentialSource, credentialError } from "./source";

/**
 * An access token in an environment variable.
 *
 * @param name name of the variable
 * @param environment where it is looked up, read again at each call
 * @param example how to create such a token, for the error message
 */
export function environmentCredentials(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  example = "for example the output of: gcloud auth print-access-token",
): CredentialSource {
  const label = `the access token in the environment variable ${name}`;
  const action = `Set ${name} to an access token, ${example}`;
  return {
    label,
    action,
    headers: async () => {
      const token = environment[name];
      if (!token) throw credentialError(`The environment variable ${name} is not set.`, action);
      return bearer(token, `The environment variable ${name}`, action);
    },
    forget: () => {},
  };
}
