import type * as vscode from "vscode";
import { credentialTargetOf, secretKey } from "../../api/trust/credential-target";
import type { UsageSecret, UsageSecretStore } from "../../api/usage/index";
import type { UsageProfile } from "../../core/config/usage/usage";
import { askPick, askText } from "../ask";

/** A secret belongs to all of its place: a profile that is pointed elsewhere does not take it along. */
function keyOf(profile: UsageProfile): string {
  return secretKey(credentialTargetOf(profile));
}

/** What VS Code's secret storage has for usage profiles. */
export function usageSecrets(secrets: vscode.SecretStorage): UsageSecretStore {
  return {
    async usageSecret(key) {
      const text = await secrets.get(key);
      return text === undefined ? undefined : readSecret(text);
    },
  };
}

/** Whether the profile needs a secret that is not stored. */
export async function needsSecret(secrets: vscode.SecretStorage, profile: UsageProfile): Promise<boolean> {
  if (profile.credentials !== "secret") return false;
  return (await usageSecrets(secrets).usageSecret(keyOf(profile))) === undefined;
}

/** Asks for credentials and stores them. @returns false if the user cancels */
export async function askUsageSecret(secrets: vscode.SecretStorage, profile: UsageProfile): Promise<boolean> {
  const host = new URL(profile.baseUrl).host;
  const kinds = [
    {
      label: "OAuth Client",
      detail: "Client id and secret, grant type Client Credentials",
      what: "client",
    },
    { label: "Access Token", detail: "Works until it expires", what: "token" },
    { label: "Delete Stored Credentials", what: "forget" },
  ];
  // What an earlier version kept did not say which login host gets it, so it is not taken over.
  const nameless = `mosaic.usage.${profile.name}@${host}`;
  const isOld = (await secrets.get(nameless)) !== undefined;
  const login = new URL(profile.loginUrl).host;
  const chosen = await askPick(kinds, {
    title: `Credentials for ${profile.name} (${login === host ? host : `${host}, ${login}`})`,
    placeHolder: isOld ? "Credentials from an earlier version are not used. Enter them again." : undefined,
  });
  if (!chosen) return false;
  if (isOld) await secrets.delete(nameless);
  if (chosen.what === "forget") {
    await secrets.delete(keyOf(profile));
    return false;
  }
  const secret = chosen.what === "client" ? await askClient() : await askToken();
  if (!secret) return false;
  await secrets.store(keyOf(profile), JSON.stringify(secret));
  return true;
}

async function askClient(): Promise<UsageSecret | undefined> {
  const clientId = await askText({ title: "Id of the OAuth Client", ignoreFocusOut: true });
  if (!clientId?.trim()) return undefined;
  const clientSecret = await askText({
    title: "Secret of the OAuth Client",
    password: true,
    ignoreFocusOut: true,
  });
  return clientSecret?.trim() ? { clientId: clientId.trim(), clientSecret: clientSecret.trim() } : undefined;
}

async function askToken(): Promise<UsageSecret | undefined> {
  const token = await askText({ title: "Access Token", password: true, ignoreFocusOut: true });
  return token?.trim() ? { token: token.trim() } : undefined;
}

function readSecret(text: string): UsageSecret | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const { token, clientId, clientSecret } = value as Record<string, unknown>;
    if (typeof token === "string") return { token };
    return typeof clientId === "string" && typeof clientSecret === "string"
      ? { clientId, clientSecret }
      : undefined;
  } catch {
    return undefined;
  }
}
