import { NO_CONSENT } from "../api/trust/consent";
import { type Destination, decide } from "../api/trust/destination";
import type { Profile } from "../core/config/config";
import type { UsageProfile } from "../core/config/usage";

/** The destination of a profile. */
export function destinationOf(profile: Profile | UsageProfile): Destination {
  const decision = decide(profile, "user", { consents: NO_CONSENT });
  if ("destination" in decision) return decision.destination;
  throw new Error("refused" in decision ? decision.refused : decision.needsConsent.sentence);
}
