import type { UsageServiceError } from "../../api/usage/index";
import type { UsageProfile } from "../../core/config/usage/usage";
import type { Failure } from "../webview/usage/messages";

type Can = Failure["can"][number];

/** A failure as the view tells it, with what can be done about it. */
export function failureOf(error: UsageServiceError, profile: UsageProfile): Failure {
  const code = error.code === undefined ? "" : ` [${error.code}]`;
  return {
    message: `${error.message}${code}`,
    action: isAboutSomeJobs(error) ? "Continuing starts new jobs for these days only." : error.action,
    can: remedies(error, profile),
    stopped: error.situation === "stopped",
  };
}

/** Some jobs of several came to nothing, and others are there. */
function isAboutSomeJobs({ situation, run }: UsageServiceError): boolean {
  const started = run?.parts.some(({ jobId }) => jobId !== undefined) ?? false;
  return started && /^job-(failed|cancelled|gone)$/.test(situation);
}

function remedies(error: UsageServiceError, profile: UsageProfile): Can[] {
  if (error.situation === "query") return ["question"];
  const started = error.run?.parts.some(({ jobId }) => jobId !== undefined) ?? false;
  const retry: Can[] = started ? ["resume", "retry"] : ["retry"];
  switch (error.kind) {
    case "credentials":
      // Only stored secrets can be entered here; environment variables are set elsewhere.
      return [profile.credentials === "secret" ? "credentials" : "configuration", ...retry];
    case "unreachable":
    case "unexpected":
      return [...retry, "configuration"];
    case "permission":
      return [...retry, "question"];
    default:
      return retry;
  }
}

/** The user entered no credentials. */
export function noCredentials(profile: UsageProfile): Failure {
  return {
    message: `No credentials are stored for the usage profile "${profile.name}".`,
    action: "Set an OAuth client or an access token. VS Code stores it in its secret storage.",
    can: ["credentials", "question"],
    stopped: true,
  };
}

/** The user gave no consent. */
export function noConsent(profile: UsageProfile): Failure {
  return {
    message: `The usage profile "${profile.name}" was not used because its hosts are not allowed.`,
    action: "Run the query again to decide, or select another profile.",
    can: ["retry", "question", "configuration"],
    stopped: true,
  };
}

/** The profile that was asked before cannot be used any more. */
export function noProfile(why: string): Failure {
  return {
    message: why,
    action: "Choose another profile.",
    can: ["question", "configuration"],
    stopped: false,
  };
}

/** A query that was interrupted by a reload or exit of VS Code. */
export function unfinished(): Failure {
  return {
    message: "The last query did not finish.",
    action: "Its jobs were started and can be reopened.",
    can: ["resume", "retry"],
    stopped: true,
  };
}
