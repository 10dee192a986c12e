import type { PushDialogs, PushPlan } from "../../core/sync/push";
import type { Io } from "../io";
import { askYesNo, type Terminal } from "../terminal";
import type { DeployFile } from "./inputs";
import { targetText } from "./report";
import { conflictText, mergeText, planText } from "./wording";

export interface PushOptions {
  readonly askService: boolean;
  /** Ids that may be overwritten. */
  readonly overwrite: ReadonlySet<string>;
  /** The name of a protected profile. */
  readonly confirm: string | undefined;
  readonly yes: boolean;
}

/**
 * Answers the questions of a push: by the options, by asking the user, or with no.
 *
 * @param account shown before anything is saved
 */
export function terminalPushDialogs(
  name: string,
  answers: PushOptions,
  io: Io,
  terminal: Terminal,
  account: () => Promise<string>,
): PushDialogs {
  return {
    errors: async () => (answers.askService ? "ask-service" : "show"),
    async otherProject(inFile, profile) {
      io.err(`${name}: "name" is in the project ${inFile}, but the target is ${targetText(profile)}.\n`);
      return true;
    },
    async conflict(conflict) {
      const { id, merged } = conflict;
      if (answers.overwrite.has(id)) return "overwrite";
      if (!terminal.interactive) return "cancel";
      io.err(conflictText(name, conflict));
      if (merged) io.err(mergeText(name, merged));
      if (merged?.ok && (await askYesNo(terminal, "Merge the remote edits into the file?"))) return "merge";
      return (await askYesNo(terminal, "Overwrite it?")) ? "overwrite" : "cancel";
    },
    async confirm(plan) {
      io.out(`${planText(name, plan)}  ${await account()}\n`);
      if (answers.yes) return true;
      if (!terminal.interactive) io.err(`${name}: not saved; confirm with --yes\n`);
      return askYesNo(terminal, plan.action === "create" ? "Create it?" : "Save it?");
    },
    async typeName(why, expected) {
      if (why === "overwrite" && answers.overwrite.has(expected)) return expected;
      if (why === "protected" && answers.confirm === expected) return expected;
      if (terminal.interactive) return terminal.ask(`Type ${JSON.stringify(expected)} to continue: `);
      if (why === "protected") {
        io.err(`${name}: not saved; the profile is protected: add --confirm ${JSON.stringify(expected)}\n`);
      }
      return undefined;
    },
  };
}

/** Shows all that will be saved, and asks once. */
export async function confirmMany(
  plans: readonly { readonly item: Pick<DeployFile, "name" | "target">; readonly plan: PushPlan }[],
  io: Io,
  terminal: Terminal,
): Promise<boolean> {
  for (const { item, plan } of plans) {
    io.out(`${planText(item.name, plan)}  ${await item.target.account()}\n`);
  }
  if (!terminal.interactive) io.err("Nothing was saved; confirm with --yes.\n");
  const what = plans.length === 1 ? "this dashboard" : `these ${plans.length} dashboards`;
  return askYesNo(terminal, `Save ${what}?`);
}
