import * as vscode from "vscode";
import type { SecretStore } from "../../api/credentials/index";
import { askText } from "../ask";

const key = (profile: string) => `mosaic.token.${profile}`;

/** Access tokens in VS Code's secret storage, one a profile. */
export function secretStore(secrets: vscode.SecretStorage): SecretStore {
  return { token: (profile) => secrets.get(key(profile)) };
}

/** Asks for the access token of a profile; an empty answer forgets the one that is kept. */
export async function setAccessToken(secrets: vscode.SecretStorage, profile: string): Promise<void> {
  const token = await askText({
    title: vscode.l10n.t("Access token for the profile {0}", profile),
    prompt: vscode.l10n.t(
      "For example the output of: gcloud auth print-access-token. Leave it empty to forget it.",
    ),
    password: true,
    ignoreFocusOut: true,
  });
  if (token === undefined) return;
  if (token.trim() === "") await secrets.delete(key(profile));
  else await secrets.store(key(profile), token.trim());
}
