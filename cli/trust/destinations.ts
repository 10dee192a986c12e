import { credentialFacts } from "../../api/credentials/user";
import type { ConsentLookup, ConsentRequest, ConsentStore } from "../../api/trust/consent";
import { credentialTargetOf } from "../../api/trust/credential-target";
import {
  type Destination,
  decideTrust,
  type ProfileOrigins,
  type TrustContext,
  type TrustDecision,
} from "../../api/trust/destination";
import type { Profile } from "../../core/config/config";
import type { UsageProfile } from "../../core/config/usage/usage";
import { inertText } from "../../core/inert-text";
import { CommandLineError, type Io } from "../io";
import { askYesNo, type Terminal } from "../terminal";
import { consentFile, openConsent } from "./consent-file";
import { consentText, reasonLines, shellQuote } from "./consent-text";
import { allowedProjects, environmentConsents } from "./environment";

/** Everything about a profile that decides whether its credentials may be sent. */
export interface Wanted {
  readonly profile: Profile | UsageProfile;
  readonly origins: ProfileOrigins;
  /** Folder of the configuration. Consent stored below it is ignored. */
  readonly root: string;
  /** More arguments of `mosaic trust` for the same consent. */
  readonly trustArguments?: readonly string[];
}

export const FROM_CONFIG: ProfileOrigins = {
  endpoint: "repository",
  credentials: "repository",
  impersonate: "repository",
};
export const TYPED: ProfileOrigins = { endpoint: "typed", credentials: "typed", impersonate: "typed" };

/** There is no consent and no terminal to ask for it. The message says what to run. */
export class NotTrusted extends Error {}

/** The context of a decision about a profile, and the stored consent. */
export async function knowledgeFor(
  { profile, root }: Pick<Wanted, "profile" | "root">,
  io: Io,
): Promise<TrustContext & { readonly store: ConsentStore & { readonly inside: boolean } }> {
  const store = await openConsent(consentFile(io.env), root);
  const variable = environmentConsents(io.env);
  const consents: ConsentLookup = {
    has: (key) => store.has(key) || variable.has(key),
    hasHost: variable.hasHost,
  };
  const { universe } = await credentialFacts(credentialTargetOf(profile), io.env);
  return { consents, store, universe, allowedProjects: allowedProjects(io.env) };
}

/**
 * The destination of a profile. In a terminal, asks for consent once.
 *
 * @throws CommandLineError when it may not go there at all
 * @throws NotTrusted without a terminal, or if the user says no
 */
export async function destinationFor(wanted: Wanted, io: Io, terminal: Terminal): Promise<Destination> {
  const knowledge = await knowledgeFor(wanted, io);
  const decision = judged(wanted, knowledge);
  if ("destination" in decision) return decision.destination;
  const request = decision.needsConsent;
  if (!terminal.interactive) throw new NotTrusted(howToAgree(request, wanted, knowledge.store.inside, io));
  io.err(consentText(request));
  if (!(await askYesNo(terminal, "Trust this destination?"))) {
    throw new NotTrusted("nothing was sent");
  }
  if (!knowledge.store.inside) await knowledge.store.grant(request.key);
  const again = judged(wanted, { ...knowledge, consents: { has: (key) => key === request.key } });
  if ("destination" in again) return again.destination;
  throw new Error("The destination is still not trusted after consent.");
}

type Settled = Exclude<TrustDecision, { readonly refused: string }>;

function judged({ profile, origins }: Wanted, knowledge: TrustContext): Settled {
  const decision = decideTrust(profile, origins, knowledge);
  if ("refused" in decision) throw new CommandLineError(`${decision.refused} ${decision.action}`);
  return decision;
}

/** What to run in a terminal and what to set in a pipeline. */
function howToAgree(
  request: ConsentRequest,
  { trustArguments = [] }: Wanted,
  inside: boolean,
  { env }: Io,
): string {
  const command = ["mosaic", "trust", `--profile=${request.profile}`, ...trustArguments]
    .map(shellQuote)
    .join(" ");
  const lines = [
    inertText(request.sentence),
    ...reasonLines(request),
    "  Nothing was sent, because this destination is not allowed yet. To allow it, run:",
    `    ${command}`,
    "  In a pipeline, set:",
    `    MOSAIC_TRUST=${shellQuote(request.key)}`,
  ];
  if (inside) lines.push(`  ${consentFile(env)} is ignored, because it is inside the repository.`);
  return lines.join("\n");
}
