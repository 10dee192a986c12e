import { credentialTargetOf, targetKey } from "../../api/trust/credential-target";
import { decideTrust } from "../../api/trust/destination";
import { chooseProfile, type Profile } from "../../core/config/config";
import { chooseUsageProfile, type UsageProfile } from "../../core/config/usage/usage";
import type { OptionTable } from "../../core/option-table";
import { CONFIG_OPTION, type ConfigRoot, configFor, withConfig } from "../config";
import { CommandLineError, Exit, type Io, visible } from "../io";
import type { Command } from "../options/command";
import { parseOptions } from "../options/parse";
import { askYesNo, processTerminal, type Terminal } from "../terminal";
import { consentFile, openConsent } from "./consent-file";
import { consentText } from "./consent-text";
import { FROM_CONFIG, knowledgeFor, NotTrusted } from "./destinations";

const OPTIONS = {
  profile: {
    type: "string",
    value: "NAME",
    help: "the profile; by default its `activeProfile`",
    complete: "profiles",
  },
  usage: { type: "boolean", help: "a profile of `usageProfiles`" },
  yes: { type: "boolean", help: "consent without a prompt" },
  list: { type: "boolean", help: "print the trusted destinations, one key per line" },
  remove: { type: "boolean", help: "withdraw consent" },
  ...CONFIG_OPTION,
} as const satisfies OptionTable;

/** `mosaic trust` */
export const TRUST: Command = {
  name: "trust",
  summary: "trust the destination of a profile's credentials",
  usage: [
    "mosaic trust [--profile NAME]",
    "mosaic trust --list",
    "mosaic trust --remove KEY…",
    "mosaic trust --remove --profile NAME",
  ],
  about: `Shows where a profile of .mosaic/config.json sends which credentials, and asks for your consent. Your consent
is stored in your user configuration folder, not in the repository, and applies to exactly this host, login host,
project and kind of credential. Google's and Genesys Cloud's own hosts need no answer, nor does a service on this
machine without credentials.`,
  options: OPTIONS,
  after: `In a pipeline, set MOSAIC_TRUST to keys or hosts, separated by spaces. A host allows adc, gcloud, and tokens
in variables that start with MOSAIC_. MOSAIC_ALLOWED_PROJECTS lists the projects that can be used.`,
  exitCodes: `0 trusted, 1 nothing to remove, 2 could not run or no consent.`,
  run: (args, io) => runTrust(args, io),
};

/** Runs `mosaic trust` and gives its exit code. */
export async function runTrust(
  args: readonly string[],
  run: Io,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const io = withConfig(run, values.config);
  if (values.list) return list(io);
  if (!values.remove && positionals.length > 0)
    throw new CommandLineError("specify a profile with --profile");
  if (values.remove && positionals.length > 0) return remove(positionals, io);
  const found = await configFor(io.cwd, io);
  const profile = profileIn(found, values.profile, values.usage);
  if (values.remove) return remove([targetKey(credentialTargetOf(profile))], io);
  return agree(profile, found, values.yes, io, terminal);
}

function profileIn({ config }: ConfigRoot, name: string | undefined, usage: boolean): Profile | UsageProfile {
  const isUsage = usage || (name !== undefined && !config.profiles.some((profile) => profile.name === name));
  const profile =
    isUsage && (usage || config.usageProfiles.some((one) => one.name === name))
      ? chooseUsageProfile(config, name)
      : chooseProfile(config, name);
  if (typeof profile === "string") throw new CommandLineError(visible(profile));
  return profile;
}

async function agree(
  profile: Profile | UsageProfile,
  { root }: ConfigRoot,
  yes: boolean,
  io: Io,
  terminal: Terminal,
): Promise<number> {
  const knowledge = await knowledgeFor({ profile, root }, io);
  const decision = decideTrust(profile, FROM_CONFIG, knowledge);
  if ("refused" in decision) throw new CommandLineError(`${decision.refused} ${decision.action}`);
  if ("destination" in decision) {
    io.out(`${targetKey(decision.destination.target)}\nThis destination is already trusted.\n`);
    return Exit.ok;
  }
  const request = decision.needsConsent;
  io.out(consentText(request));
  if (knowledge.store.inside) {
    throw new NotTrusted(
      `${consentFile(io.env)} is inside the repository, so it cannot be trusted; set XDG_CONFIG_HOME to another folder`,
    );
  }
  if (!yes && !terminal.interactive)
    throw new NotTrusted("not an interactive terminal; to consent, add --yes");
  if (!yes && !(await askYesNo(terminal, "Trust this destination?")))
    throw new NotTrusted("consent was not stored");
  await knowledge.store.grant(request.key);
  io.out(`Trusted. Stored in ${consentFile(io.env)}\n`);
  return Exit.ok;
}

async function list(io: Io): Promise<number> {
  const store = await openConsent(consentFile(io.env));
  io.out(
    store
      .list()
      .map(({ key }) => `${key}\n`)
      .join(""),
  );
  return Exit.ok;
}

async function remove(keys: readonly string[], io: Io): Promise<number> {
  const store = await openConsent(consentFile(io.env));
  let missing = 0;
  for (const key of keys) {
    const removed = await store.remove(key);
    if (removed) io.out(`${key}\nNo longer trusted.\n`);
    else {
      missing++;
      io.err(`mosaic trust: no consent found for ${key}\n`);
    }
  }
  return missing > 0 ? Exit.findings : Exit.ok;
}
