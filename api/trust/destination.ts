import type { Profile } from "../../core/config/config";
import type { UsageProfile } from "../../core/config/usage/usage";
import type { ConsentLookup, ConsentReason, ConsentRequest } from "./consent";
import {
  type CredentialTarget,
  credentialTargetOf,
  credentialText,
  targetKey,
  variablesOf,
} from "./credential-target";
import {
  DEFAULT_UNIVERSE,
  hostRemark,
  isLoopbackHost,
  isMonitoringHost,
  isPrivateAccessName,
  isUsagePair,
  loginRemark,
} from "./hosts";

/**
 * Who chose a destination: a file of the repository, a setting of the user, or what the user typed. Only the first needs
 * consent.
 */
export type ProfileOrigin = "repository" | "user" | "typed";

/** Origins of the parts of a place, where they differ: `--endpoint` beside a profile is typed, its credentials are not. */
export interface ProfileOrigins {
  readonly endpoint: ProfileOrigin;
  readonly credentials: ProfileOrigin;
  readonly impersonate: ProfileOrigin;
}

/** What decides besides the profile. */
export interface TrustContext {
  readonly consents: ConsentLookup;
  /** The universe of the user's own credential; `googleapis.com` by default. */
  readonly universe?: string | undefined;
  /** The only projects that may be used; all when absent. */
  readonly allowedProjects?: readonly string[] | undefined;
}

export type TrustDecision =
  | { readonly destination: Destination }
  | { readonly needsConsent: ConsentRequest }
  | { readonly refused: string; readonly action: string };

let make: (
  place: CredentialTarget,
  profile: string,
  endpoint: string,
  universe: string | undefined,
) => Destination;

/**
 * Where credentials may be sent. Only `decideTrust` creates one, and clients accept nothing else, so credentials never go
 * to an unchecked endpoint.
 */
export class Destination {
  static {
    make = (place, profile, endpoint, universe) => new Destination(place, profile, endpoint, universe);
  }

  // A private member, so that no other object has this type.
  readonly #judged = true;

  private constructor(
    /** The target with consent, or with a known host. */
    readonly target: CredentialTarget,
    /** Name of the profile, for messages. */
    readonly profile: string,
    /** Scheme, host and port that requests go to. */
    readonly endpoint: string,
    /** The only universe whose credentials may go there; undefined where the host belongs to none. */
    readonly universe: string | undefined,
  ) {
    Object.freeze(this);
  }

  /** Whether a value was made by `decideTrust`, for callers that the compiler does not check. */
  static is(value: unknown): value is Destination {
    return typeof value === "object" && value !== null && #judged in value;
  }

  /** The host that gives out tokens for the usage service; undefined for places that have none. */
  login(): Destination | undefined {
    const { target, profile } = this;
    return target.service === "usage" ? make(target, profile, target.login, undefined) : undefined;
  }
}

/**
 * Decides whether the credentials of a profile may be sent to its endpoint. Reads, asks and sends nothing.
 *
 * @param origin who wrote the profile
 */
export function decideTrust(
  profile: Profile | UsageProfile,
  origin: ProfileOrigin | ProfileOrigins,
  knowledge: TrustContext,
): TrustDecision {
  const target = credentialTargetOf(profile);
  const universe = knowledge.universe ?? DEFAULT_UNIVERSE;
  const origins =
    typeof origin === "string" ? { endpoint: origin, credentials: origin, impersonate: origin } : origin;
  const refusal = refusalOf(target, universe, knowledge.allowedProjects);
  if (refusal) return refusal;
  const known = isKnown(target, universe);
  const reasons = reasonsOf(target, known, origins, knowledge.consents);
  const key = targetKey(target);
  if (reasons.length > 0 && !knowledge.consents.has(key)) {
    const { name } = profile;
    return { needsConsent: { target, key, profile: name, reasons, sentence: sentenceOf(target, name) } };
  }
  const bound =
    target.service === "dashboards" && known && target.credentials !== "none" ? universe : undefined;
  return { destination: make(target, profile.name, target.endpoint, bound) };
}

function refusalOf(
  place: CredentialTarget,
  universe: string,
  allowed: readonly string[] | undefined,
): { readonly refused: string; readonly action: string } | undefined {
  for (const url of place.service === "usage" ? [place.endpoint, place.login] : [place.endpoint]) {
    if (!URL.canParse(url))
      return { refused: `${url} is not a valid URL.`, action: "Fix the endpoint of the profile." };
  }
  if (place.service === "usage") return undefined;
  const { host } = new URL(place.endpoint);
  if (allowed && !allowed.includes(place.project)) {
    return {
      refused: `The project ${place.project} is not one of MOSAIC_ALLOWED_PROJECTS.`,
      action: "Select another profile, or add the project to the variable.",
    };
  }
  if (isPrivateAccessName(host)) {
    return {
      refused: `${host} is not an API host.`,
      action: `With Private Google Access, keep the endpoint https://monitoring.googleapis.com. DNS resolves it to ${host}.`,
    };
  }
  if (
    place.credentials !== "none" &&
    universe !== DEFAULT_UNIVERSE &&
    isMonitoringHost(host, DEFAULT_UNIVERSE)
  ) {
    return {
      refused: `The credential belongs to the universe ${universe}, but ${host} does not.`,
      action: `Set "endpoint" of the profile to https://monitoring.${universe}, or sign in with other credentials.`,
    };
  }
  return undefined;
}

function isKnown(place: CredentialTarget, universe: string): boolean {
  const { host, hostname, protocol } = new URL(place.endpoint);
  if (place.credentials === "none" && isLoopbackHost(hostname)) {
    return place.service === "dashboards" || isLoopbackHost(new URL(place.login).hostname);
  }
  if (protocol !== "https:") return false;
  return place.service === "dashboards"
    ? isMonitoringHost(host, universe)
    : isUsagePair(host, new URL(place.login).host);
}

function reasonsOf(
  place: CredentialTarget,
  known: boolean,
  origins: ProfileOrigins,
  consents: ConsentLookup,
): readonly ConsentReason[] {
  const reasons: ConsentReason[] = [];
  if (!known && origins.endpoint === "repository") {
    const isOpen = (host: string) => !consents.hasHost?.(host);
    reasons.push(...hostReasons(place).filter((reason) => !("host" in reason) || isOpen(reason.host)));
  }
  if (origins.credentials === "repository") {
    for (const name of variablesOf(place.credentials)) {
      if (!isMadeForThis(name, place, known)) reasons.push({ kind: "variable", name });
    }
  }
  if (
    place.service === "dashboards" &&
    place.impersonate !== undefined &&
    origins.impersonate === "repository"
  )
    reasons.push({ kind: "impersonation", account: place.impersonate });
  return reasons;
}

function hostReasons(place: CredentialTarget): readonly ConsentReason[] {
  const { host, hostname } = new URL(place.endpoint);
  const remarked = (kind: "host" | "login", name: string): ConsentReason => {
    const remark = kind === "login" ? loginRemark(name, host) : hostRemark(name);
    return { kind, host: name, remark };
  };
  if (place.service === "dashboards")
    return [isLoopbackHost(hostname) ? { kind: "loopback", host } : remarked("host", host)];
  const login = new URL(place.login).host;
  const apiKnown = isUsagePair(host, host.replace(/^api\./, "login."));
  return [
    ...(apiKnown
      ? []
      : [isLoopbackHost(hostname) ? { kind: "loopback" as const, host } : remarked("host", host)]),
    ...(apiKnown || login !== host ? [remarked("login", login)] : []),
  ];
}

/** Whether the name of an environment variable shows that it is for Mosaic or for the receiving service. */
function isMadeForThis(variable: string, { service }: CredentialTarget, known: boolean): boolean {
  if (variable.startsWith("MOSAIC_")) return true;
  if (!known) return false;
  return service === "dashboards"
    ? /^(GOOGLE|CLOUDSDK)_/.test(variable)
    : /^(GENESYS|PURECLOUD_)/.test(variable);
}

function sentenceOf(place: CredentialTarget, profile: string): string {
  const { host } = new URL(place.endpoint);
  const what = credentialWords(place);
  if (place.service === "dashboards")
    return `The profile "${profile}" would send ${what} to ${host}, for the project ${place.project}.`;
  const login = new URL(place.login).host;
  return `The usage profile "${profile}" would send ${what} to ${login === host ? host : `${host} and ${login}`}.`;
}

/** The credentials of requests to a destination, for messages. */
function credentialWords(place: CredentialTarget): string {
  const { credentials } = place;
  if (place.service === "dashboards" && place.impersonate !== undefined)
    return `a token for the service account ${place.impersonate}`;
  switch (credentials) {
    case "none":
      return "requests without credentials";
    case "adc":
      return "your Application Default Credentials";
    case "gcloud":
      return "the gcloud access token";
    case "secret":
      return "its stored secret";
    default:
      return `the value of ${variablesOf(credentials).join(" and ")}`;
  }
}

/** Labels and values that describe a destination in a request for consent. */
export function targetLines(place: CredentialTarget): readonly (readonly [label: string, value: string])[] {
  return place.service === "usage"
    ? [
        ["service", "API usage"],
        ["endpoint", place.endpoint],
        ["login host", place.login],
        ["credentials", credentialText(place.credentials)],
      ]
    : [
        ["service", "dashboards and metrics"],
        ["endpoint", place.endpoint],
        ["project", place.project],
        ["credentials", credentialText(place.credentials)],
        ...(place.impersonate === undefined ? [] : [["acts as", place.impersonate] as const]),
      ];
}
