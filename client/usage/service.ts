import type * as vscode from "vscode";
import type { Destination } from "../../api/trust/destination";
import { type UsageClient, usageOf } from "../../api/usage/index";
import type { UsageProfile } from "../../core/config/usage/usage";
import { environment, isNode } from "../platform";
import type { Settings } from "../settings";
import type { Failure } from "../webview/usage/messages";
import { usageProfiles } from "./config";
import type { UsageDeps } from "./deps";
import { noConsent, noCredentials, noProfile } from "./failure";
import type { UsageRequest } from "./request";
import { askUsageSecret, needsSecret, usageSecrets } from "./secrets";

/** A profile with its client. */
export interface Service {
  readonly client: UsageClient;
  readonly profile: UsageProfile;
}

/** The profile of a question, or why it cannot be used. */
export async function profileOf(
  { profile, root }: UsageRequest,
  deps: UsageDeps,
): Promise<{ readonly profile: UsageProfile; readonly settings: Settings } | Failure> {
  const place = await usageProfiles(deps.profiles, root);
  if ("why" in place) return noProfile(place.why);
  const found = place.profiles.find(({ name }) => name === profile);
  if (!found) return noProfile(`The usage profile "${profile}" no longer exists.`);
  return { profile: found, settings: place.settings };
}

/** Clients of the profiles that were asked. Each keeps its access token until that expires. */
export class Services implements vscode.Disposable {
  private readonly clients = new Map<string, UsageClient>();
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly deps: UsageDeps,
  ) {
    // A token must not outlive the credentials it was issued for.
    this.subscription = secrets.onDidChange(() => this.clients.clear());
  }

  /** The client of a query; asks for missing credentials. */
  async serviceFor(question: UsageRequest): Promise<Service | Failure> {
    const { secrets } = this;
    const found = await profileOf(question, this.deps);
    if ("can" in found) return found;
    const { profile, settings } = found;
    // Ask for consent before the user enters a secret.
    const destination = await (await this.deps.trust()).allow(profile, settings);
    if (!destination) return noConsent(profile);
    const isMissing = await needsSecret(secrets, profile);
    if (isMissing && !(await askUsageSecret(secrets, profile))) return noCredentials(profile);
    // A profile that was edited is another one.
    const key = JSON.stringify(profile);
    const client = this.clients.get(key) ?? this.clientOf(destination, profile);
    this.clients.set(key, client);
    return { client, profile };
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private clientOf(destination: Destination, profile: UsageProfile): UsageClient {
    return usageOf(destination, {
      legacy: profile.legacy,
      environment,
      secrets: usageSecrets(this.secrets),
      // A browser sends its own.
      userAgent: isNode ? "mosaic-vscode" : undefined,
      log: (line) => this.deps.log.debug(line),
    });
  }
}
