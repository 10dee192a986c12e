import type { Profile } from "../core/config/config";
import { type CredentialSurroundings, credentialsOf } from "./credentials/index";
import { DashboardsClient } from "./dashboards";
import { DescriptorsClient } from "./descriptors";
import { Http, type HttpOptions } from "./http";

/** What a client needs besides the profile. */
export type ProfileSurroundings = CredentialSurroundings &
  Pick<HttpOptions, "userAgent" | "log" | "timeoutMs" | "attempts" | "fetch">;

/** The client for dashboards that a profile describes. Nothing is loaded, started or sent before the first call. */
export function dashboardsOf(profile: Profile, surroundings: ProfileSurroundings): DashboardsClient {
  return new DashboardsClient(httpOf(profile, surroundings), profile.project);
}

/** The client for lists of metrics that a profile describes. Nothing is sent before the first call. */
export function descriptorsOf(profile: Profile, surroundings: ProfileSurroundings): DescriptorsClient {
  return new DescriptorsClient(httpOf(profile, surroundings), profile.project);
}

function httpOf(profile: Profile, surroundings: ProfileSurroundings): Http {
  const { userAgent, log, timeoutMs, attempts, fetch, ...credentials } = surroundings;
  return new Http({
    endpoint: profile.endpoint,
    credentials: credentialsOf(profile, credentials),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(log === undefined ? {} : { log }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
