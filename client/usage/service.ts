import * as vscode from "vscode";
import { type UsageClient, usageOf } from "../../api/usage/index";
import type { UsageProfile } from "../../core/config/usage";
import type { Failure } from "../webview/usage-messages";
import { usageProfiles } from "./config";
import type { UsageDeps } from "./deps";
import { noCredentials, noProfile } from "./failure";
import type { Question } from "./question";
import { askUsageSecret, needsSecret, usageSecrets } from "./secrets";

const { t } = vscode.l10n;

/** A profile with whatever it takes to ask it. */
export interface Service {
  readonly client: UsageClient;
  readonly profile: UsageProfile;
}

/** The profile of a question, or why it cannot be used. */
export async function profileOf(
  { profile, root }: Question,
  deps: UsageDeps,
): Promise<UsageProfile | Failure> {
  const place = await usageProfiles(deps.profiles, root);
  if ("why" in place) return noProfile(place.why);
  const found = place.profiles.find(({ name }) => name === profile);
  return found ?? noProfile(t('There is no usage profile "{0}" any more.', profile));
}

/** Whom to ask a question; somebody is asked for credentials that are missing. */
export async function serviceFor(
  question: Question,
  secrets: vscode.SecretStorage,
  deps: UsageDeps,
): Promise<Service | Failure> {
  const profile = await profileOf(question, deps);
  if ("can" in profile) return profile;
  const isMissing = await needsSecret(secrets, profile);
  if (isMissing && !(await askUsageSecret(secrets, profile))) return noCredentials(profile);
  const client = usageOf(profile, {
    environment: process.env,
    secrets: usageSecrets(secrets, profile),
    userAgent: "mosaic-vscode",
    log: (line) => deps.log.debug(line),
  });
  return { client, profile };
}
