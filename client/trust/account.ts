import { accountText, credentialFacts } from "../../api/credentials/user";
import type { Profile } from "../../core/config/config";
import { inertLabel } from "../inert";
import { environment } from "../platform";

/** A sentence that says as whom a profile saves, for confirmations. Nothing is asked of any service for it. */
export async function accountLine(profile: Profile): Promise<string> {
  const { account } = await credentialFacts(profile, environment);
  return `It is sent ${inertLabel(accountText(profile, account))}.`;
}
