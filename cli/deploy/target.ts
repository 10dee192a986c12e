import { dashboardsOf, type ProfileSurroundings } from "../../api/profile";
import { type Config, chooseProfile, type Profile } from "../../core/config/config";
import { DEFAULT_ENDPOINT, readEndpoint } from "../../core/config/endpoint";
import { type BaseSource, baseFromState } from "../../core/sync/base";
import { baseFromHistory } from "../../core/sync/history";
import type { DashboardService } from "../../core/sync/service";
import { type StateStore, stateStore, type TextFiles } from "../../core/sync/state";
import { diskFiles } from "../../disk/text-files";
import { trackedState } from "../../disk/tracked-state";
import { type ConfigRoot, cachedConfigs, configFor } from "../config";
import { gitHistory } from "../git";
import { type Io, UsageError } from "../io";
import { proxyFetch } from "../proxy";
import { destinationOf } from "../trust";

/** Options that choose a target, as `parseArgs` gives them. */
export const TARGET_OPTIONS = {
  profile: { type: "string" },
  project: { type: "string" },
  endpoint: { type: "string" },
  credentials: { type: "string" },
} as const;

export const TARGET_HELP = `  --profile NAME       a profile of .mosaic/config.json; by default its activeProfile
  --project ID         a project instead of a profile, with
  --endpoint URL         the service (https, or http on this machine) and
  --credentials HOW      adc (default), gcloud, none, or env:NAME for a token in a variable`;

export type TargetValues = { readonly [K in keyof typeof TARGET_OPTIONS]?: string | undefined };

/** Where a command reads from and saves to, with the folder whose `.mosaic` counts. */
export interface Target {
  readonly root: string;
  readonly config: Config;
  readonly profile: Profile;
  readonly service: DashboardService;
  /** The files below the root. */
  readonly files: TextFiles;
  readonly state: StateStore;
  readonly bases: readonly BaseSource[];
}

/**
 * The target for a file or folder. The configuration is looked for in its folder and upwards, as git does.
 *
 * @throws UsageError when no target is chosen or the configuration has mistakes
 */
export async function targetFor(place: string, values: TargetValues, io: Io): Promise<Target> {
  const found = await configFor(place, io.cwd);
  await refuseTrackedState(found.root);
  return targetOf(found, values, io);
}

/** `targetFor` with one target for all places of a configuration, so that signing in and reading the state is done once. */
export function sharedTargets(values: TargetValues, io: Io): (place: string) => Promise<Target> {
  const configs = cachedConfigs(io.cwd);
  const targets = new Map<string, Target>();
  return async (place) => {
    const found = await configs(place);
    let target = targets.get(found.root);
    if (!target) {
      await refuseTrackedState(found.root);
      target = targets.get(found.root) ?? targetOf(found, values, io);
      targets.set(found.root, target);
    }
    return target;
  };
}

async function refuseTrackedState(root: string): Promise<void> {
  const problem = await trackedState(root);
  if (problem !== undefined) throw new Error(problem);
}

/**
 * The profile for a file or folder: where `targetFor` would send to.
 *
 * @throws UsageError when none is chosen or the configuration has mistakes
 */
export async function profileFor(place: string, values: TargetValues, io: Io): Promise<Profile> {
  return profileOf((await configFor(place, io.cwd)).config, values);
}

/** What a client of either service needs besides the destination. */
export function surroundingsOf(io: Io): Pick<ProfileSurroundings, "environment" | "userAgent" | "fetch"> {
  const fetch = proxyFetch(io.env);
  return { environment: io.env, userAgent: "mosaic-cli", ...(fetch ? { fetch } : {}) };
}

function targetOf({ root, config }: ConfigRoot, values: TargetValues, io: Io): Target {
  const profile = profileOf(config, values);
  const files = diskFiles(root);
  const state = stateStore(files, profile);
  const service = dashboardsOf(destinationOf(profile), surroundingsOf(io));
  const bases = [baseFromState(state), baseFromHistory(gitHistory(root))];
  return { root, config, profile, service, files, state, bases };
}

function profileOf(config: Config, values: TargetValues): Profile {
  return values.project === undefined ? fromConfig(config, values) : fromOptions(values.project, values);
}

function fromConfig(config: Config, values: TargetValues): Profile {
  if (values.endpoint !== undefined || values.credentials !== undefined) {
    throw new UsageError("--endpoint and --credentials go with --project; a profile has its own");
  }
  const chosen = chooseProfile(config, values.profile);
  if (typeof chosen === "string") throw new UsageError(`${chosen} Or name a project with --project.`);
  return chosen;
}

function fromOptions(project: string, values: TargetValues): Profile {
  if (values.profile !== undefined) throw new UsageError("choose --profile or --project, not both");
  if (!/^[A-Za-z0-9][A-Za-z0-9.:_-]*$/.test(project)) throw new UsageError(`"${project}" is not a project`);
  const endpoint = readEndpoint(values.endpoint ?? DEFAULT_ENDPOINT);
  if (!endpoint.ok) throw new UsageError(endpoint.message);
  const plain = endpoint.endpoint.startsWith("http:");
  return {
    name: "command line",
    project,
    endpoint: endpoint.endpoint,
    credentials: credentialsFrom(values.credentials ?? (plain ? "none" : "adc")),
    protected: false,
  };
}

function credentialsFrom(text: string): Profile["credentials"] {
  if (text === "adc" || text === "gcloud" || text === "none") return text;
  const env = /^env:([A-Za-z_]\w*)$/.exec(text)?.[1];
  if (env !== undefined) return { env };
  throw new UsageError("--credentials is adc, gcloud, none or env:NAME");
}
