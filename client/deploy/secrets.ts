import * as vscode from "vscode";
import type { SecretStore } from "../../api/credentials/index";
import { placeOf, secretKey } from "../../api/trust/place";
import type { Profile } from "../../core/config/config";
import { askText } from "../ask";

/** Access tokens in VS Code's secret storage, one a place. */
export function secretStore(secrets: vscode.SecretStorage): SecretStore {
  return { token: (key) => secrets.get(key) };
}

/** Asks for the access token of a profile; an empty answer forgets the one that is kept. */
export async function setAccessToken(secrets: vscode.SecretStorage, profile: Profile): Promise<void> {
  const token = await askText({
    title: vscode.l10n.t("Access token for the profile {0}", profile.name),
    prompt: vscode.l10n.t(
      "For example the output of: gcloud auth print-access-token. Leave it empty to forget it.",
    ),
    password: true,
    ignoreFocusOut: true,
  });
  if (token === undefined) return;
  const key = secretKey(placeOf(profile));
  if (token.trim() === "") await secrets.delete(key);
  else await secrets.store(key, token.trim());
}
