import { bearer, type CredentialSource, credentialError } from "./source";

/**
 * An access token in an environment variable.
 *
 * @param name name of the variable
 * @param environment where it is looked up, read anew at each call
 */
export function environmentCredentials(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): CredentialSource {
  const label = `the environment variable ${name}`;
  const action = `Set ${name} to an access token, for example the output of: gcloud auth print-access-token`;
  return {
    label,
    headers: async () => {
      const token = environment[name];
      if (!token) throw credentialError(`The environment variable ${name} is not set.`, action);
      return bearer(token, `The environment variable ${name}`, action);
    },
    forget: () => {},
  };
}
