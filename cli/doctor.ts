import { stat } from "node:fs/promises";
import path from "node:path";
import { accountText, credentialFacts } from "../api/credentials/user";
import { decideTrust } from "../api/trust/destination";
import { cacheName } from "../core/catalog/cache";
import { chooseProfile, type Profile } from "../core/config/config";
import type { OptionTable } from "../core/option-table";
import { isServiceFailure } from "../core/sync/service";
import { gitProgram, isDubious, runGit } from "../disk/git/process";
import { hasUnusableObjects, workTreeOf } from "../disk/work-tree";
import { catalogFolder } from "./catalog-cache";
import { certificateFacts } from "./certificates";
import { CONFIG_OPTION, type ConfigRoot, configFor, withConfig } from "./config";
import { targetFor } from "./deploy/target";
import { findInputs, Tally } from "./files";
import { Exit, type Io, messageOf, visible } from "./io";
import type { Command } from "./options/command";
import { parseOptions } from "./options/parse";
import { proxyFact } from "./proxy";
import { plural } from "./report";
import { processTerminal, type Terminal } from "./terminal";
import { FROM_CONFIG, knowledgeFor } from "./trust/destinations";

declare const MOSAIC_VERSION: string;

const OPTIONS = {
  profile: {
    type: "string",
    value: "NAME",
    help: "the profile to look at; its `activeProfile` by default",
    complete: "profiles",
  },
  connect: { type: "boolean", help: "also read the list of dashboards from the service" },
  format: { type: "string", choices: ["text", "json"], default: "text", help: "output format" },
  ...CONFIG_OPTION,
} as const satisfies OptionTable;

/** `mosaic doctor` */
export const DOCTOR: Command = {
  name: "doctor",
  summary: "show what Mosaic finds on this machine, for support",
  usage: ["mosaic doctor"],
  about: `Shows the versions, the configuration, the destination, account, proxy, certificate authorities and git that Mosaic would use
in the current folder, and what is wrong with them. Sends nothing without --connect. Prints no tokens and no passwords, but
names of projects, hosts and accounts.`,
  options: OPTIONS,
  exitCodes: "0 no problems, 1 problems, 2 could not run.",
  run: (args, io) => runDoctor(args, io),
};

/** One line of the screen. */
interface Fact {
  readonly name: string;
  readonly state: "ok" | "note" | "problem";
  readonly text: string;
  /** What to do. */
  readonly action?: string;
}

const SIGNS: Readonly<Record<Fact["state"], string>> = { ok: "✓", note: "-", problem: "✗" };
const COLORS: Readonly<Record<Fact["state"], string>> = { ok: "32", note: "90", problem: "31" };

/** Runs `mosaic doctor` and gives its exit code. */
export async function runDoctor(
  args: readonly string[],
  run: Io,
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const { values } = parseOptions(OPTIONS, args, "no arguments");
  const io = withConfig(run, values.config);
  const facts: Fact[] = [
    {
      name: "Mosaic",
      state: "ok",
      text: `${MOSAIC_VERSION} with Node ${process.version} on ${process.platform} ${process.arch}`,
    },
  ];
  const [config, found] = await configFact(io);
  facts.push(config);
  const chosen = found && chooseProfile(found.config, values.profile);
  if (found && typeof chosen === "object") facts.push(...(await profileFacts(chosen, found, io)));
  else if (typeof chosen === "string") {
    const isWrong = values.profile !== undefined || (found?.config.profiles.length ?? 0) > 0;
    facts.push({ name: "Profile", state: isWrong ? "problem" : "note", text: chosen });
  }
  facts.push(await checked("Proxy", () => proxyFact(io.env)));
  facts.push(await checked("Certificates", () => certificateFacts(io.env)));
  facts.push(await gitFact(io));
  // Without a usable configuration, it is not known which files are dashboards.
  if (found) facts.push(await dashboardsFact(io));
  if (values.connect) facts.push(await connectionFact(values, run, terminal));
  else facts.push({ name: "Connection", state: "note", text: "not tried; add --connect" });
  if (values.format === "json") io.out(`${JSON.stringify(facts, null, 2)}\n`);
  else io.out(facts.map((fact) => lineOf(fact, io.color)).join(""));
  return facts.some(({ state }) => state === "problem") ? Exit.findings : Exit.ok;
}

function lineOf({ name, state, text, action }: Fact, color: boolean): string {
  const sign = color ? `\u001b[${COLORS[state]}m${SIGNS[state]}\u001b[0m` : SIGNS[state];
  // The messages of some errors have several lines.
  const lines = [text, ...(action === undefined ? [] : [action])]
    .flatMap((part) => part.split("\n"))
    .map((line) => visible(line.trim()));
  return `${sign} ${name.padEnd(16)}${lines.join(`\n${" ".repeat(18)}`)}\n`;
}

/** A fact that may fail to be found out. */
async function checked(name: string, find: () => string | Promise<string>): Promise<Fact> {
  try {
    return { name, state: "ok", text: await find() };
  } catch (error) {
    return { name, state: "problem", text: messageOf(error) };
  }
}

async function configFact(io: Io): Promise<[Fact, ConfigRoot | undefined]> {
  const name = "Configuration";
  try {
    const found = await configFor(io.cwd, io);
    if (found.file === undefined)
      return [{ name, state: "note", text: `none; the root is ${found.root}` }, found];
    const { profiles, usageProfiles, rules } = found.config;
    const parts = [
      plural(profiles.length, "profile"),
      ...(usageProfiles.length > 0 ? [plural(usageProfiles.length, "usage profile")] : []),
      ...(Object.keys(rules).length > 0 ? [plural(Object.keys(rules).length, "rule setting")] : []),
    ];
    return [{ name, state: "ok", text: `${found.file}: ${parts.join(", ")}` }, found];
  } catch (error) {
    return [{ name, state: "problem", text: messageOf(error) }, undefined];
  }
}

async function profileFacts(profile: Profile, { root }: ConfigRoot, io: Io): Promise<Fact[]> {
  const { project, endpoint } = profile;
  const host = endpoint.replace(/^https:\/\//, "");
  const facts: Fact[] = [
    {
      name: "Profile",
      state: "ok",
      text: `"${profile.name}": project ${project} at ${host}${profile.protected ? ", protected" : ""}`,
    },
  ];
  const knowledge = await knowledgeFor({ profile, root }, io);
  const decision = decideTrust(profile, FROM_CONFIG, knowledge);
  if ("destination" in decision) facts.push({ name: "Destination", state: "ok", text: "trusted" });
  else if ("refused" in decision)
    facts.push({ name: "Destination", state: "problem", text: decision.refused, action: decision.action });
  else
    facts.push({
      name: "Destination",
      state: "problem",
      text: decision.needsConsent.sentence,
      action: `To allow it, run: mosaic trust --profile=${profile.name}`,
    });
  const { credentials } = profile;
  const { account } = await credentialFacts(profile, io.env);
  const isMissing = typeof credentials === "object" && !io.env[credentials.env];
  facts.push(
    isMissing
      ? { name: "Account", state: "problem", text: `the variable ${credentials.env} is not set` }
      : {
          name: "Account",
          state: "ok",
          text:
            typeof credentials === "object" && account === undefined
              ? credentialName(profile)
              : `${credentialName(profile)}, ${accountText(profile, account)}`,
        },
  );
  facts.push(await catalogFact(profile, io));
  return facts;
}

function credentialName({ credentials }: Profile): string {
  return typeof credentials === "object" ? `the token in ${credentials.env}` : `credentials "${credentials}"`;
}

async function catalogFact(profile: Profile, io: Io): Promise<Fact> {
  const folder = catalogFolder(io.env);
  const file = folder && path.join(folder, cacheName(profile));
  const info = file === undefined ? undefined : await stat(file).catch(() => undefined);
  return {
    name: "Metric catalog",
    ...(info
      ? { state: "ok", text: `of this project, from ${info.mtime.toISOString().slice(0, 10)}` }
      : { state: "note", text: "the shipped one; mosaic catalog refresh adds custom metrics" }),
  };
}

async function gitFact({ cwd }: Io): Promise<Fact> {
  const name = "git";
  const tree = workTreeOf(cwd);
  const git = gitProgram(tree?.top ?? cwd, "git");
  const version = await runGit(git, ["--version"]);
  if ("error" in version)
    return { name, state: "note", text: "not found; push then knows only the sync state as base" };
  const number = version.out.trim().replace(/^git version /, "");
  if (!tree) return { name, state: "note", text: `${number}; this folder is in no repository` };
  if (hasUnusableObjects(tree))
    return { name, state: "problem", text: `${number}; the repository borrows objects from another machine` };
  const shallow = await runGit(git, ["rev-parse", "--is-shallow-repository"]);
  if (isDubious(shallow))
    return {
      name,
      state: "problem",
      text: `${number} rejects ${tree.top}, which belongs to another user`,
      action: `To allow it, run: git config --global --add safe.directory ${tree.top}`,
    };
  if ("out" in shallow && shallow.out.trim() === "true")
    return {
      name,
      state: "note",
      text: `${number}; ${tree.top} is a shallow clone`,
      action:
        "push looks for the base in the history; fetch all of it, in GitHub Actions with fetch-depth: 0",
    };
  return { name, state: "ok", text: `${number}; ${tree.top}` };
}

async function dashboardsFact(io: Io): Promise<Fact> {
  const tally = new Tally();
  let count = 0;
  for await (const found of findInputs([], { ...io, err: () => undefined }, { tally, terraform: true }))
    if (!("reason" in found)) count++;
  const skipped = tally.ignored > 0 ? `; ${plural(tally.ignored, "JSON file")} ignored by git` : "";
  return {
    name: "Dashboards",
    state: count > 0 ? "ok" : "note",
    text: `${plural(count, "file")} below this folder${skipped}`,
  };
}

async function connectionFact(
  values: { readonly profile: string | undefined; readonly config: string | undefined },
  io: Io,
  terminal: Terminal,
): Promise<Fact> {
  const name = "Connection";
  try {
    const { service } = await targetFor(io.cwd, values, io, terminal);
    let some = false;
    for await (const _ of service.list({ pageSize: 1 })) {
      some = true;
      break;
    }
    return {
      name,
      state: "ok",
      text: some ? "the dashboards can be listed" : "the project has no dashboards",
    };
  } catch (error) {
    const action = isServiceFailure(error) ? { action: error.action } : {};
    return { name, state: "problem", text: messageOf(error), ...action };
  }
}
