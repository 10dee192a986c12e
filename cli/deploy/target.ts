import { accountText, credentialFacts } from "../../api/credentials/user";
import { dashboardsOf, type ProfileEnvironment } from "../../api/profile";
import { credentialTargetOf, credentialText } from "../../api/trust/credential-target";
import type { Destination, ProfileOrigins } from "../../api/trust/destination";
import { isServiceAccount } from "../../core/config/account";
import { type Config, chooseProfile, type Profile } from "../../core/config/config";
import { DEFAULT_ENDPOINT, readEndpoint } from "../../core/config/endpoint";
import type { OptionTable } from "../../core/option-table";
import { type BaseSource, baseFromState } from "../../core/sync/base";
import { baseFromHistory } from "../../core/sync/history";
import type { DashboardService } from "../../core/sync/service";
import { type StateStore, stateStore, type TextFiles, withCachedList } from "../../core/sync/state";
import { diskFiles } from "../../disk/text-files";
import { trackedState } from "../../disk/tracked-state";
import { trustSystemCertificates } from "../certificates";
import { CONFIG_OPTION, type ConfigRoot, cachedConfigs, configFor, withConfig } from "../config";
import { gitHistory } from "../git";
import { CommandLineError, type Io, visible } from "../io";
import { proxyFetch } from "../proxy";
import { processTerminal, type Terminal } from "../terminal";
import { destinationFor, FROM_CONFIG, TYPED } from "../trust/destinations";

/** Options that choose a target. */
export const TARGET_OPTIONS = {
  profile: {
    type: "string",
    value: "NAME",
    help: "a profile in `.mosaic/config.json`; its `activeProfile` by default",
    more: "If there is only one profile, it is the default.",
    complete: "profiles",
  },
  project: { type: "string", value: "ID", help: "use a project instead of a profile" },
  endpoint: {
    type: "string",
    value: "URL",
    help: "with `--project`, the service: https, or http on this machine; with a profile, it must match",
    more: "Next to a profile, it confirms the host of the profile.",
  },
  credentials: {
    type: "string",
    value: "SOURCE",
    help: "with `--project`, `adc` (default), `gcloud`, `none`, or `env:NAME` for an access token in a variable; with a profile, they must match",
    more: "Next to a profile, it confirms the credentials of the profile.",
  },
  "impersonate-service-account": {
    type: "string",
    value: "EMAIL",
    help: "impersonate this service account, with `adc` or `gcloud`",
  },
  ...CONFIG_OPTION,
} as const satisfies OptionTable;

export type TargetValues = { readonly [K in keyof typeof TARGET_OPTIONS]?: string | undefined };

/** The target of a command, with the folder of its `.mosaic`. */
export interface DeployTarget {
  readonly root: string;
  readonly config: Config;
  readonly profile: Profile;
  readonly service: DashboardService;
  /** The files below the root. */
  readonly files: TextFiles;
  readonly state: StateStore;
  readonly bases: readonly BaseSource[];
  /** The account of the requests, such as "as dev@example.com". Sends no request. */
  account(): Promise<string>;
}

/** A profile, and where each part comes from. */
interface Chosen {
  readonly profile: Profile;
  readonly origins: ProfileOrigins;
}

/**
 * The target of a file or folder, by the nearest configuration.
 *
 * @throws CommandLineError when no target is chosen or the configuration has mistakes
 * @throws NotTrusted without consent to the destination of the profile
 */
export async function targetFor(
  place: string,
  values: TargetValues,
  run: Io,
  terminal: Terminal = processTerminal(),
): Promise<DeployTarget> {
  const io = withConfig(run, values.config);
  return targetOf(await configFor(place, io), values, io, terminal);
}

/** `targetFor` with one target per configuration, so that it signs in and reads the state once. */
export function sharedTargets(
  values: TargetValues,
  run: Io,
  terminal: Terminal = processTerminal(),
): (place: string) => Promise<DeployTarget> {
  const io = withConfig(run, values.config);
  const configs = cachedConfigs(io);
  const targets = new Map<string, Promise<DeployTarget>>();
  return async (place) => {
    const found = await configs(place);
    let target = targets.get(found.root);
    if (!target) targets.set(found.root, (target = targetOf(found, values, io, terminal)));
    return target;
  };
}

async function refuseTrackedState(root: string): Promise<void> {
  const problem = await trackedState(root);
  if (problem !== undefined) throw new Error(problem);
}

/**
 * The profile for a folder and its destination, without creating a client.
 *
 * @throws CommandLineError when none is chosen or the configuration has mistakes
 * @throws NotTrusted without consent to the destination of the profile
 */
export async function chosenFor(
  place: string,
  values: TargetValues,
  run: Io,
  terminal: Terminal = processTerminal(),
): Promise<{ readonly profile: Profile; readonly destination: Destination }> {
  const io = withConfig(run, values.config);
  const found = await configFor(place, io);
  const chosen = chosenIn(found.config, values);
  return { profile: chosen.profile, destination: await destinationOf(chosen, found, values, io, terminal) };
}

/** What a client of either service needs besides the destination. */
export function environmentOf(
  { endpoint }: Destination,
  io: Io,
): Pick<ProfileEnvironment, "environment" | "userAgent" | "fetch"> {
  if (endpoint.startsWith("https:")) trustSystemCertificates();
  const fetch = proxyFetch(io.env);
  return { environment: io.env, userAgent: "mosaic-cli", fetch };
}

async function targetOf(
  found: ConfigRoot,
  values: TargetValues,
  io: Io,
  terminal: Terminal,
): Promise<DeployTarget> {
  const { root, config } = found;
  await refuseTrackedState(root);
  const chosen = chosenIn(config, values);
  const { profile } = chosen;
  const destination = await destinationOf(chosen, found, values, io, terminal);
  const files = diskFiles(root);
  const state = withCachedList(stateStore(files, profile));
  const service = dashboardsOf(destination, environmentOf(destination, io));
  const bases = [baseFromState(state), baseFromHistory(gitHistory(root))];
  let account: Promise<string> | undefined;
  return {
    root,
    config,
    profile,
    service,
    files,
    state,
    bases,
    account: () => (account ??= accountOf(profile, io)),
  };
}

function destinationOf(
  { profile, origins }: Chosen,
  { root }: ConfigRoot,
  values: TargetValues,
  io: Io,
  terminal: Terminal,
): Promise<Destination> {
  const trustArguments = values.config === undefined ? [] : [`--config=${values.config}`];
  return destinationFor({ profile, origins, root, trustArguments }, io, terminal);
}

async function accountOf(profile: Profile, io: Io): Promise<string> {
  const { account } = await credentialFacts(profile, io.env);
  return accountText(profile, account);
}

function chosenIn(config: Config, values: TargetValues): Chosen {
  const { profile, origins } =
    values.project === undefined ? fromConfig(config, values) : fromOptions(values.project, values);
  const impersonate = values["impersonate-service-account"];
  if (impersonate === undefined) return { profile, origins };
  if (!isServiceAccount(impersonate))
    throw new CommandLineError(
      `--impersonate-service-account: "${impersonate}" is not a service account email address`,
    );
  if (profile.credentials !== "adc" && profile.credentials !== "gcloud")
    throw new CommandLineError("--impersonate-service-account requires the credentials adc or gcloud");
  return { profile: { ...profile, impersonate }, origins: { ...origins, impersonate: "typed" } };
}

/** A profile. Options next to it confirm its values, so they must be the same. */
function fromConfig(config: Config, values: TargetValues): Chosen {
  const profile = chooseProfile(config, values.profile);
  if (typeof profile === "string")
    throw new CommandLineError(`${visible(profile)} Or specify a project with --project.`);
  if (values.endpoint !== undefined) {
    const mine = credentialTargetOf({ ...profile, endpoint: endpointFrom(values.endpoint) }).endpoint;
    if (mine !== credentialTargetOf(profile).endpoint)
      throw differs("--endpoint", mine, profile, credentialTargetOf(profile).endpoint);
  }
  if (values.credentials !== undefined) {
    const mine = credentialText(credentialsFrom(values.credentials));
    const its = credentialText(profile.credentials);
    if (mine !== its) throw differs("--credentials", mine, profile, its);
  }
  return {
    profile,
    origins: {
      ...FROM_CONFIG,
      ...(values.endpoint !== undefined && { endpoint: "typed" }),
      ...(values.credentials !== undefined && { credentials: "typed" }),
    },
  };
}

function differs(option: string, typed: string, { name }: Profile, its: string): CommandLineError {
  return new CommandLineError(
    `${option} is ${typed}, but the profile ${JSON.stringify(name)} has ${its}; to use another service, pass --project`,
  );
}

function fromOptions(project: string, values: TargetValues): Chosen {
  if (values.profile !== undefined)
    throw new CommandLineError("--profile and --project are mutually exclusive");
  if (!/^[A-Za-z0-9][A-Za-z0-9.:_-]*$/.test(project))
    throw new CommandLineError(`"${project}" is not a valid project id`);
  const endpoint = endpointFrom(values.endpoint ?? DEFAULT_ENDPOINT);
  const profile: Profile = {
    name: "command line",
    project,
    endpoint,
    credentials: credentialsFrom(values.credentials ?? (endpoint.startsWith("http:") ? "none" : "adc")),
    protected: false,
  };
  return { profile, origins: TYPED };
}

function endpointFrom(text: string): string {
  const read = readEndpoint(text);
  if (!read.ok) throw new CommandLineError(read.message);
  return read.endpoint;
}

function credentialsFrom(text: string): Profile["credentials"] {
  if (text === "adc" || text === "gcloud" || text === "none") return text;
  const env = /^env:([A-Za-z_]\w*)$/.exec(text)?.[1];
  if (env !== undefined) return { env };
  throw new CommandLineError("--credentials must be adc, gcloud, none or env:NAME");
}
