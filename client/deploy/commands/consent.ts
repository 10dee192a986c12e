import type { Profile } from "../../../core/config/config";
import { askMessage, askText } from "../../ask";
import { sayBriefly } from "../../notify";
import { accountLine } from "../../trust/account";

/**
 * A modal question before a change on the service; for a protected profile, the user also types its name.
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

/** Asks the user to type `expected`; undefined if canceled. */
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
  // A prefix is not reported while the user types, but it is not accepted.
  if (typed !== undefined && typed !== expected) sayBriefly(`Canceled: ${expected} was not entered.`, 8000);
  return typed;
}
