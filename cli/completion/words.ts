import { type Completion, type Option, optionText } from "../../core/option-table";
import { ruleEntries } from "../../core/rules/rule-entries";
import { gitProgram, runGit } from "../../disk/git/process";
import { workTreeOf } from "../../disk/work-tree";
import { configFor } from "../config";
import type { Io } from "../io";
import type { Command } from "../options/command";

/** A value that a shell offers, and what it says beside it. */
export interface Candidate {
  readonly value: string;
  readonly text?: string;
}

export interface Completions {
  readonly candidates: readonly Candidate[];
  /** Whether the shell offers files, too. */
  readonly files: boolean;
}

const NOTHING: Completions = { candidates: [], files: false };
const FILES: Completions = { candidates: [], files: true };

/**
 * Names from a repository are offered only if they mean nothing to a shell, which would otherwise run what is in them when
 * the user presses Enter.
 */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** What can stand at the end of a command line. @param words those after `mosaic`; the last one is being typed */
export async function complete(
  words: readonly string[],
  commands: readonly Command[],
  io: Io,
): Promise<Completions> {
  const found = await candidatesFor(words, commands, { ...io, err: () => undefined });
  const current = words.at(-1) ?? "";
  return {
    files: found.files,
    candidates: found.candidates.filter(({ value }) => value.startsWith(current) && PLAIN.test(value)),
  };
}

async function candidatesFor(
  words: readonly string[],
  commands: readonly Command[],
  io: Io,
): Promise<Completions> {
  const current = words.at(-1) ?? "";
  const [name, ...before] = words.slice(0, -1);
  const names = commands.map(({ name: value, summary: text }) => ({ value, text }));
  if (name === undefined)
    return {
      candidates: [
        ...names,
        { value: "--help", text: "list the commands" },
        { value: "--version", text: "print the version" },
      ],
      files: false,
    };
  if (name === "help") return NOTHING;
  const command = commands.find((one) => one.name === name);
  if (!command) return NOTHING;
  if (before.includes("--")) return valuesOf(command.arguments, commands, io);
  const optionOf = (word: string): Option | undefined =>
    word.startsWith("--") && !word.includes("=") ? command.options[word.slice(2)] : undefined;
  const open = before.length > 0 ? optionOf(before.at(-1)!) : undefined;
  if (open?.type === "string") return valuesOfOption(open, commands, io);
  const [, typed] = /^(--[\w-]+)=/.exec(current) ?? [];
  const joined = typed === undefined ? undefined : optionOf(typed);
  if (typed !== undefined) {
    if (joined?.type !== "string") return NOTHING;
    const { candidates, files } = await valuesOfOption(joined, commands, io);
    return { files, candidates: candidates.map((one) => ({ ...one, value: `${typed}=${one.value}` })) };
  }
  if (current.startsWith("-")) {
    const used = new Set(before.map((word) => word.replace(/=.*$/s, "")));
    const free = Object.entries(command.options)
      .filter(([option, { multiple }]) => multiple || !used.has(`--${option}`))
      .map(([option, spec]) => ({ value: `--${option}`, text: optionText(spec).replaceAll("`", "") }));
    return {
      candidates: [...free, { value: "--help", text: "show the help of this command" }],
      files: false,
    };
  }
  return valuesOf(command.arguments, commands, io);
}

async function valuesOfOption(
  { choices, complete: kind }: Option,
  commands: readonly Command[],
  io: Io,
): Promise<Completions> {
  return valuesOf(choices ?? kind, commands, io);
}

async function valuesOf(
  kind: Completion | readonly string[] | undefined,
  commands: readonly Command[],
  io: Io,
): Promise<Completions> {
  if (kind === undefined) return NOTHING;
  if (typeof kind !== "string") return { candidates: kind.map((value) => ({ value })), files: false };
  if (kind === "files" || kind === "dashboards") return FILES;
  return { candidates: await LISTS[kind](commands, io), files: false };
}

const LISTS: Readonly<
  Record<
    Exclude<Completion, "files" | "dashboards">,
    (commands: readonly Command[], io: Io) => Promise<readonly Candidate[]> | readonly Candidate[]
  >
> = {
  commands: (commands) => commands.map(({ name: value, summary: text }) => ({ value, text })),
  rules: () => ruleEntries().map(({ id: value, summary: text }) => ({ value, text })),
  profiles: async (_, io) =>
    (await configOf(io))?.profiles.map(({ name: value, project: text }) => ({ value, text })) ?? [],
  "usage-profiles": async (_, io) =>
    (await configOf(io))?.usageProfiles.map(({ name: value }) => ({ value })) ?? [],
  revisions: async (_, { cwd }) => {
    const tree = workTreeOf(cwd);
    if (!tree) return [];
    const listed = await runGit(gitProgram(tree.top, "git"), [
      ...["for-each-ref", "--sort=-committerdate", `--count=${MOST_REVISIONS}`, "--format=%(refname:short)"],
      ...["refs/heads", "refs/remotes", "refs/tags"],
    ]);
    return "out" in listed ? ["HEAD", ...listed.out.trim().split("\n")].map((value) => ({ value })) : [];
  },
};

const MOST_REVISIONS = 100;

/** Undefined if the configuration has mistakes, which are not what the user asks about here. */
async function configOf(io: Io) {
  return configFor(io.cwd, io).then(
    ({ config }) => config,
    () => undefined,
  );
}
