import type { ConsentRequest } from "../../api/trust/consent";
import type { CredentialTarget } from "../../api/trust/credential-target";
import { type Destination, decideTrust, type TrustContext } from "../../api/trust/destination";
import { isLoopbackHost } from "../../api/trust/hosts";
import type { Profile } from "../../core/config/config";
import type { UsageProfile } from "../../core/config/usage/usage";
import type { EditorConsents } from "./consents";

/** Trust of a profile in this editor. */
export type Standing =
  /** Requests need no click. */
  | { readonly kind: "known"; readonly destination: Destination }
  /** The host is known, but the first contact with this project needs a click. */
  | { readonly kind: "first"; readonly destination: Destination; readonly place: CredentialTarget }
  /** Needs consent before anything is sent. */
  | { readonly kind: "ask"; readonly request: ConsentRequest }
  | { readonly kind: "refused"; readonly message: string; readonly action: string };

/** Evaluates a profile from a file of the workspace. Asks and sends nothing. */
export function standingOf(
  profile: Profile | UsageProfile,
  consents: EditorConsents,
  knowledge: Omit<TrustContext, "consents"> = {},
): Standing {
  const decision = decideTrust(profile, "repository", { ...knowledge, consents });
  if ("refused" in decision) return { kind: "refused", message: decision.refused, action: decision.action };
  if ("needsConsent" in decision) return { kind: "ask", request: decision.needsConsent };
  const { destination } = decision;
  const { target } = destination;
  const isHarmless = target.credentials === "none" && isLoopbackHost(new URL(target.endpoint).hostname);
  return isHarmless || consents.hasContact(target)
    ? { kind: "known", destination }
    : { kind: "first", destination, place: target };
}
