import type { Profile } from "../../../core/config/config";
import { askMessage, askText } from "../../ask";
import { sayBriefly } from "../../notify";
import { accountLine } from "../../trust/account";

/**
 * A modal question before something happens on the service; a protected profile asks for its name besides.
 *
 * @param go the button that says yes
 */
export async function confirmOnProfile(
  profile: Profile,
  question: string,
  detail: string,
  go: string,
): Promise<boolean> {
  const small = [detail, await accountLine(profile)].filter(Boolean).join("\n\n");
  if ((await askMessage("warning", question, { modal: true, detail: small }, go)) !== go) return false;
  return !profile.protected || (await confirmProfileName(profile, go));
}

/** The name of a protected profile, typed. */
export async function confirmProfileName(profile: Profile, what: string): Promise<boolean> {
  const typed = await confirmByTyping(
    `${what}: Protected Profile`,
    `The profile is protected. Type its name to continue: ${profile.name}`,
    profile.name,
  );
  return typed === profile.name;
}

/** What the user types while it can still become `expected`; undefined when it was given up. */
export async function confirmByTyping(
  title: string,
  prompt: string,
  expected: string,
): Promise<string | undefined> {
  const typed = await askText({
    title,
    prompt,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text === "" || expected.startsWith(text) ? undefined : `The text must be ${expected}.`,
  });
  // The beginning of it is no mistake while it is typed, but it is no consent either.
  if (typed !== undefined && typed !== expected) sayBriefly(`Canceled: ${expected} was not entered.`, 8000);
  return typed;
}
