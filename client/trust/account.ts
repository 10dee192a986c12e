import { accountText, credentialFacts } from "../../api/credentials/user";
import type { Profile } from "../../core/config/config";
import { inertLabel } from "../inert";
import { environment } from "../platform";

/** A sentence with the account of a profile, for confirmations. Sends no request. */
export async function accountLine(profile: Profile): Promise<string> {
  const { account } = await credentialFacts(profile, environment);
  return `It is sent ${inertLabel(accountText(profile, account))}.`;
}
