import { type CredentialEnvironment, credentialsOf } from "./credentials/index";
import { DashboardsClient } from "./dashboards";
import { DescriptorsClient } from "./descriptors";
import { HttpClient, type HttpOptions } from "./http";
import type { SeriesBudget } from "./monitoring/budget";
import { MonitoringClient } from "./monitoring/client";
import { lanesOf } from "./monitoring/lanes";
import type { Destination } from "./trust/destination";

/** What a client needs besides the destination. */
export type ProfileEnvironment = CredentialEnvironment &
  Pick<HttpOptions, "userAgent" | "log" | "timeoutMs" | "attempts" | "fetch">;

/** The client for the dashboards of a destination. Nothing is loaded, started or sent before the first call. */
export function dashboardsOf(destination: Destination, surroundings: ProfileEnvironment): DashboardsClient {
  return new DashboardsClient(httpOf(destination, surroundings), projectOf(destination));
}

/** The client for the lists of metrics of a destination. Nothing is sent before the first call. */
export function descriptorsOf(destination: Destination, surroundings: ProfileEnvironment): DescriptorsClient {
  return new DescriptorsClient(httpOf(destination, surroundings), projectOf(destination));
}

/**
 * The client for the time series of a destination. Nothing is sent before the first call. Requests of all clients of a project share
 * how many run at a time.
 */
export function monitoringOf(
  destination: Destination,
  surroundings: ProfileEnvironment,
  budget?: SeriesBudget,
): MonitoringClient {
  const project = projectOf(destination);
  const { target, endpoint } = destination;
  // A token of a person is else charged to the project of the tool that made it.
  const isPerson =
    target.service === "dashboards" && target.credentials === "gcloud" && target.impersonate === undefined;
  // Half a minute is little for many series; a chart that fails three times is told so.
  const http = httpOf(destination, { timeoutMs: 90_000, attempts: 3, ...surroundings });
  return new MonitoringClient(http, project, {
    lanes: lanesOf(endpoint, project),
    budget,
    quotaProject: isPerson ? project : undefined,
  });
}

function projectOf({ target }: Destination): string {
  if (target.service !== "dashboards") throw new TypeError("A usage profile has no dashboards.");
  return target.project;
}

function httpOf(destination: Destination, surroundings: ProfileEnvironment): HttpClient {
  const { userAgent, log, timeoutMs, attempts, fetch, ...rest } = surroundings;
  return new HttpClient({
    destination,
    signIn: (to) => credentialsOf(to, rest),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(log === undefined ? {} : { log }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
