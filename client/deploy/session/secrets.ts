import type * as vscode from "vscode";
import type { SecretStore } from "../../../api/credentials/index";
import { credentialTargetOf, secretKey } from "../../../api/trust/credential-target";
import type { Profile } from "../../../core/config/config";
import { askText } from "../../ask";

/** Access tokens in VS Code's secret storage, one per destination. */
export function secretStore(secrets: vscode.SecretStorage): SecretStore {
  return { token: (key) => secrets.get(key) };
}

/** Whether the argument of a command is a profile. */
export function isProfile(value: unknown): value is Profile {
  const { name, project, endpoint, credentials } = (value ?? {}) as Partial<Profile>;
  return [name, project, endpoint].every((text) => typeof text === "string") && credentials === "secret";
}

/**
 * Asks for the access token of a profile; an empty answer deletes the stored one. A token that an earlier version stored
 * under the name of the profile is not used, because another workspace may use the name for another host.
 */
export async function setAccessToken(secrets: vscode.SecretStorage, profile: Profile): Promise<void> {
  const { project, name, endpoint } = profile;
  const nameless = `mosaic.token.${name}`;
  const hint = "For example, the output of: gcloud auth print-access-token. Leave empty to delete the token.";
  const again =
    "The token from an earlier version is not used, because it was stored by name only. Enter it again.";
  const isOld = (await secrets.get(nameless)) !== undefined;
  const token = await askText({
    title: `Access token for the profile ${name}: project ${project} at ${new URL(endpoint).host}`,
    prompt: isOld ? `${again} ${hint}` : hint,
    password: true,
    ignoreFocusOut: true,
  });
  if (token === undefined) return;
  const key = secretKey(credentialTargetOf(profile));
  if (token.trim() === "") await secrets.delete(key);
  else await secrets.store(key, token.trim());
  if (isOld) await secrets.delete(nameless);
}
