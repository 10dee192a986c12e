import type { Profile } from "../core/config/config";
import { type CredentialSurroundings, credentialsOf } from "./credentials/index";
import { DashboardsClient } from "./dashboards";
import { Http, type HttpOptions } from "./http";

/** The client that a profile describes. Nothing is loaded, started or sent before the first call. */
export function dashboardsOf(
  profile: Profile,
  surroundings: CredentialSurroundings & Pick<HttpOptions, "userAgent" | "log" | "timeoutMs" | "attempts">,
): DashboardsClient {
  const { userAgent, log, timeoutMs, attempts, ...credentials } = surroundings;
  const http = new Http({
    endpoint: profile.endpoint,
    credentials: credentialsOf(profile, credentials),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(log === undefined ? {} : { log }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(attempts === undefined ? {} : { attempts }),
  });
  return new DashboardsClient(http, profile.project);
}
