import * as vscode from "vscode";
import type { Profile } from "../../core/config/config";
import { askMessage, askText } from "../ask";
import { sayBriefly } from "../notify";
import { accountLine } from "../trust/account";

const { t } = vscode.l10n;

/**
 * A modal question before something happens on the service; a protected profile asks for its name besides.
 *
 * @param go the button that says yes
 */
export async function confirmOn(
  profile: Profile,
  question: string,
  detail: string,
  go: string,
): Promise<boolean> {
  const small = [detail, await accountLine(profile)].filter(Boolean).join("\n\n");
  if ((await askMessage("warning", question, { modal: true, detail: small }, go)) !== go) return false;
  return !profile.protected || (await typeProfile(profile, go));
}

/** The name of a protected profile, typed. */
export async function typeProfile(profile: Profile, what: string): Promise<boolean> {
  const typed = await typeExactly(
    t("{0}: Protected Profile", what),
    t("The profile is protected. Type its name to continue: {0}", profile.name),
    profile.name,
  );
  return typed === profile.name;
}

/** What the user types while it can still become `expected`; undefined when it was given up. */
export async function typeExactly(
  title: string,
  prompt: string,
  expected: string,
): Promise<string | undefined> {
  const typed = await askText({
    title,
    prompt,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text === "" || expected.startsWith(text) ? undefined : t("The text must be {0}.", expected),
  });
  // The beginning of it is no mistake while it is typed, but it is no consent either.
  if (typed !== undefined && typed !== expected)
    sayBriefly(t("Canceled: {0} was not entered.", expected), 8000);
  return typed;
}
