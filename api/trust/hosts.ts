import { USAGE_REGIONS } from "../../core/config/usage/usage";

/** The default universe of Google Cloud. */
export const DEFAULT_UNIVERSE = "googleapis.com";

/** Google Cloud's regions, for the regional form of the host. A missing region only needs consent. */
const REGIONS: ReadonlySet<string> = new Set(
  `africa-south1 asia-east1 asia-east2 asia-northeast1 asia-northeast2 asia-northeast3 asia-south1 asia-south2
  asia-southeast1 asia-southeast2 asia-southeast3 australia-southeast1 australia-southeast2 europe-central2
  europe-north1 europe-north2 europe-southwest1 europe-west1 europe-west2 europe-west3 europe-west4 europe-west6
  europe-west8 europe-west9 europe-west10 europe-west12 me-central1 me-central2 me-west1 northamerica-northeast1
  northamerica-northeast2 northamerica-south1 southamerica-east1 southamerica-west1 us-central1 us-east1 us-east4
  us-east5 us-south1 us-west1 us-west2 us-west3 us-west4`.split(/\s+/),
);

/**
 * Whether a host with its port, as `URL.host` gives it, is Cloud Monitoring in a universe. Compares every label, because
 * a suffix would accept names that anyone can register.
 *
 * The forms, and where Google documents them:
 * - `monitoring.googleapis.com` and `monitoring.mtls.googleapis.com`: `rootUrl` and `mtlsRootUrl` of the API's discovery
 *   document;
 * - `monitoring.REGION.rep.googleapis.com`, with Private Service Connect `monitoring.REGION.p.rep.googleapis.com`:
 *   "About accessing regional endpoints through Private Service Connect endpoints", SERVICE.REGION[.p].rep.DOMAIN;
 * - `monitoring-NAME.p.googleapis.com`: "About accessing Google APIs through endpoints", NAME being the name of the
 *   Private Service Connect endpoint, a letter and up to 19 more letters and digits;
 * - the same below another universe's domain: `universe_domain` of a credential file.
 */
export function isMonitoringHost(host: string, universe: string): boolean {
  if (!isUniverse(universe) || !host.endsWith(`.${universe}`)) return false;
  const labels = host.slice(0, -universe.length - 1).split(".");
  const [first = "", second = "", ...rest] = labels;
  if (labels.length === 1) return first === "monitoring";
  if (labels.length === 2) {
    if (second === "mtls") return first === "monitoring";
    return second === "p" && /^monitoring-[a-z][a-z0-9]{0,19}$/.test(first);
  }
  return (
    first === "monitoring" && REGIONS.has(second) && (rest.join(".") === "rep" || rest.join(".") === "p.rep")
  );
}

/** Whether text is a domain that can stand for a universe; one label alone would be a whole top-level domain. */
function isUniverse(text: string): boolean {
  return /^(?=.{4,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/.test(text);
}

/** The names of Private Google Access. They stand for all of Google's APIs and are no host of any. */
export function isPrivateAccessName(host: string): boolean {
  return /^(restricted|private)\.googleapis\.com$/.test(host);
}

/** Whether an API host and a login host belong to the same published region of the usage service. */
export function isUsagePair(host: string, loginHost: string): boolean {
  return Object.values(USAGE_REGIONS).some(
    (domain) => host === `api.${domain}` && loginHost === `login.${domain}`,
  );
}

/** Whether a host is this machine, whatever its port. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(hostname);
}

/** What is suspicious about an unknown host. */
export function hostRemark(host: string): string | undefined {
  const [name = "", port] = host.split(/:(?=\d+$)/);
  if (/(^|\.)xn--/.test(host))
    return `${host} contains characters of other scripts, which can look like Latin letters.`;
  if (port !== undefined && (isMonitoringHost(name, DEFAULT_UNIVERSE) || isUsageHost(name)))
    return `${name} is known, but not with the port ${port}.`;
  const region = /^monitoring\.([a-z]+-[a-z]+\d+)\.(?:p\.)?rep\.googleapis\.com$/.exec(name)?.[1];
  if (region !== undefined) return `${region} is not a region of Google Cloud that Mosaic knows.`;
  if (/google|gstatic|gcp/.test(host)) return `${host} is not a known host of Google.`;
  if (/purecloud|pure\.cloud|genesys/.test(host)) return `${host} is not a known host of Genesys Cloud.`;
  return undefined;
}

/** What is suspicious about a login host that does not belong to an API host. */
export function loginRemark(login: string, host: string): string | undefined {
  return isUsageHost(login) ? `${login} does not belong to ${host}.` : hostRemark(login);
}

/** Whether a host is an API or login host of some published region of the usage service. */
function isUsageHost(host: string): boolean {
  return Object.values(USAGE_REGIONS).some(
    (domain) => host === `api.${domain}` || host === `login.${domain}`,
  );
}
