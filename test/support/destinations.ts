import { NO_CONSENT } from "../../api/trust/consent";
import { type Destination, decideTrust } from "../../api/trust/destination";
import type { Profile } from "../../core/config/config";
import type { UsageProfile } from "../../core/config/usage/usage";

/** The destination of a profile that a person has typed: what is known and what is not are the same to it. */
export function typedDestination(profile: Profile | UsageProfile): Destination {
  const decision = decideTrust(profile, "typed", { consents: NO_CONSENT });
  if ("destination" in decision) return decision.destination;
  throw new Error("refused" in decision ? decision.refused : decision.needsConsent.sentence);
}

/** A destination for dashboards; an emulator's without credentials unless told otherwise. */
export function dashboardsDestination(endpoint: string, more: Partial<Profile> = {}): Destination {
  return typedDestination({
    name: "test",
    project: "test-project",
    endpoint,
    credentials: "none",
    protected: false,
    ...more,
  });
}
