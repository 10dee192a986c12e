import { type CredentialTarget, targetKey } from "./credential-target";

/** What a person has to agree to before a credential goes somewhere. */
export interface ConsentRequest {
  readonly target: CredentialTarget;
  /** Stands for the whole place in stores of consent. */
  readonly key: string;
  /** Name of the profile that names the place. */
  readonly profile: string;
  /** Why it is asked. */
  readonly reasons: readonly ConsentReason[];
  /** One sentence in English: who would get what. The profile's name in it is foreign text. */
  readonly sentence: string;
}

export type ConsentReason =
  /** The host is no published host of the service. `remark` says what is odd about it. */
  | { readonly kind: "host"; readonly host: string; readonly remark?: string }
  /** The login host is not the one that belongs to the API host. */
  | { readonly kind: "login"; readonly host: string; readonly remark?: string }
  /** A credential would be sent to this machine, where any program may listen. */
  | { readonly kind: "loopback"; readonly host: string }
  /** The configuration picks an environment variable that is not made for this. */
  | { readonly kind: "variable"; readonly name: string }
  /** The configuration picks a service account to act as. */
  | { readonly kind: "impersonation"; readonly account: string };

/** What was agreed to. */
export interface Consent {
  readonly key: string;
  /** When, as an ISO date. */
  readonly at: string;
}

/** What `decideTrust` asks about consent. */
export interface ConsentLookup {
  has(key: string): boolean;
  /** Whether a host (with its port, where it has one) may get the credentials that Mosaic takes by itself. */
  hasHost?(host: string): boolean;
}

/** Where consent is kept: outside of every repository. */
export interface ConsentStore extends ConsentLookup {
  list(): readonly Consent[];
  grant(key: string): Promise<void>;
  /** @returns false when there was none */
  remove(key: string): Promise<boolean>;
}

/** No consent at all. */
export const NO_CONSENT: ConsentLookup = { has: () => false };

/** Adds consent for the rest of a run to another source of it. */
export function withConsent(consents: ConsentLookup, ...places: readonly CredentialTarget[]): ConsentLookup {
  const keys = new Set(places.map(targetKey));
  return {
    has: (key) => keys.has(key) || consents.has(key),
    hasHost: (host) => consents.hasHost?.(host) ?? false,
  };
}
