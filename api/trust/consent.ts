import type { CredentialTarget } from "./credential-target";

/** A request for consent before credentials are sent. */
export interface ConsentRequest {
  readonly target: CredentialTarget;
  /** Key of the destination in stores of consent. */
  readonly key: string;
  /** Name of the profile that names the place. */
  readonly profile: string;
  /** Reasons for the request. */
  readonly reasons: readonly ConsentReason[];
  /** One sentence: who would get what. Contains the profile's name, which is untrusted. */
  readonly sentence: string;
}

export type ConsentReason =
  /** The host is not a known host of the service. `remark` says what is suspicious about it. */
  | { readonly kind: "host"; readonly host: string; readonly remark?: string }
  /** The login host is not the one that belongs to the API host. */
  | { readonly kind: "login"; readonly host: string; readonly remark?: string }
  /** A credential would be sent to this machine, where any program may listen. */
  | { readonly kind: "loopback"; readonly host: string }
  /** The configuration names an environment variable with an unrelated name. */
  | { readonly kind: "variable"; readonly name: string }
  /** The configuration names a service account to impersonate. */
  | { readonly kind: "impersonation"; readonly account: string };

/** What was agreed to. */
export interface Consent {
  readonly key: string;
  /** When, as an ISO date. */
  readonly at: string;
}

/** Stored consent, as `decideTrust` reads it. */
export interface ConsentLookup {
  has(key: string): boolean;
  /** Whether a host (with its port, if any) may get Mosaic's own kinds of credentials. */
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
