import * as vscode from "vscode";
import { inform } from "../notify";
import { registerDashboards } from "./dashboards/register";
import type { DashboardView } from "./dashboards/view";
import type { DeployDeps } from "./deps";
import { NewFolders } from "./session/new-folders";
import { Profiles } from "./session/profiles";
import type { DeployParts, SyncedDashboard } from "./session/session";
import { ProfileStatus } from "./session/status";

type Run = (argument: unknown, parts: DeployParts, selection: unknown) => Promise<void>;

/**
 * Registers everything about the service: the commands, the status of the profile and the Dashboards view. The code for
 * the service is loaded on first use, because most sessions never need it.
 *
 * @returns `dashboards` loads the Dashboards view; for tests
 */
export function registerDeploy(
  context: vscode.ExtensionContext,
  deps: DeployDeps,
): {
  dashboards(): Promise<DashboardView>;
  readonly profiles: Profiles;
  /** Makes read-only documents of texts. */
  documents(): Promise<DeployParts["remoteTexts"]>;
} {
  const newFolders = new NewFolders(deps.log);
  const profiles = new Profiles(context.workspaceState, deps.log, newFolders);
  let parts: Promise<DeployParts> | undefined;
  const load = (): Promise<DeployParts> => {
    parts ??= loadParts(context, { ...deps, profiles, newFolders });
    return parts;
  };
  const command = (id: string, run: Run) =>
    vscode.commands.registerCommand(id, async (argument?: unknown, selection?: unknown) => {
      try {
        await run(argument, await load(), selection);
      } catch (error) {
        // Expected errors were shown already, so this is a bug: make it easy to report.
        deps.log.error(error instanceof Error ? error : String(error));
        const { showError } = await import("./session/messages");
        await showError("Internal error in Mosaic. See the log for details.");
      }
    });
  context.subscriptions.push(
    newFolders,
    profiles,
    new ProfileStatus(profiles),
    command("mosaic.push", async (argument, all, selection) =>
      (await import("./commands/push")).pushCommand(argument, all, selection),
    ),
    command("mosaic.pushAll", async (_, all) =>
      (await import("./commands/many/push-many")).pushAllCommand(all),
    ),
    command("mosaic.pullAll", async (_, all) =>
      (await import("./commands/many/pull-many")).pullAllCommand(all),
    ),
    command("mosaic.pull", async (argument, all, selection) =>
      (await import("./commands/pull")).pullCommand(argument, all, selection),
    ),
    command("mosaic.pullDashboard", async (_, all) =>
      (await import("./commands/pull")).pullDashboardCommand(all),
    ),
    command("mosaic.compare", async (argument, all, selection) => {
      const { compareCode } = await import("./commands/compare-code");
      if (await compareCode(argument, selection, all)) return;
      await (await import("./commands/remote-side")).compareCommand(argument, all);
    }),
    command("mosaic.compareAsPicture", async (argument, all, selection) => {
      const { compareCode } = await import("./commands/compare-code");
      if (await compareCode(argument, selection, all, "picture")) return;
      await (await import("./commands/remote-side")).compareCommand(argument, all, "picture");
    }),
    command("mosaic.openRemote", async (argument, all) =>
      (await import("./commands/remote-side")).openRemoteCommand(argument, all),
    ),
    command("mosaic.resolveConflict", async (argument, all) =>
      (await import("./commands/resolve")).resolveCommand(argument, all),
    ),
    command("mosaic.markResolved", async (argument, all) =>
      (await import("./commands/resolve")).markResolved(
        argument instanceof vscode.Uri ? argument : undefined,
        all,
      ),
    ),
    command("mosaic.clone", async (argument, all) =>
      (await import("./commands/clone")).cloneCommand(argument, all),
    ),
    command("mosaic.delete", async (argument, all) =>
      (await import("./commands/delete")).deleteCommand(argument, all),
    ),
    command("mosaic.restoreDeleted", async (_, all) =>
      (await import("./commands/delete")).restoreCommand(all),
    ),
    command("mosaic.copyConsoleUrl", async (argument, all) =>
      (await import("./commands/console")).copyConsoleUrlCommand(argument, all),
    ),
    command("mosaic.openInConsole", async (argument, all) =>
      (await import("./commands/console")).openInConsoleCommand(argument, all),
    ),
    command("mosaic.import", async () => (await import("./commands/import")).importCommand()),
    command("mosaic.exportTerraform", async (argument, all) =>
      (await import("./commands/export")).exportCommand(argument, all),
    ),
    command("mosaic.switchProfile", async () =>
      (await import("./commands/switch-profile")).switchProfileCommand(profiles),
    ),
    command("mosaic.openConfiguration", async () =>
      (await import("./commands/switch-profile")).openConfigurationCommand(profiles),
    ),
    command("mosaic.setAccessToken", async (argument) => {
      const [{ settingsInFront }, { isProfile, setAccessToken }] = await Promise.all([
        import("./commands/switch-profile"),
        import("./session/secrets"),
      ]);
      // A push or pull that failed says itself what it was about; it had been allowed.
      if (isProfile(argument)) return setAccessToken(context.secrets, argument);
      const settings = await settingsInFront(profiles);
      const active = settings ? profiles.active(settings) : "Open a folder first. Profiles are stored in it.";
      const named = settings?.config.profiles.find(({ name }) => name === argument);
      const profile = named ?? active;
      if (typeof profile === "string") inform(profile);
      else if (settings && (await (await deps.trust()).allow(profile, settings)))
        await setAccessToken(context.secrets, profile);
    }),
  );
  return {
    dashboards: registerDashboards(context, load),
    profiles,
    documents: async () => (await load()).remoteTexts,
  };
}

async function loadParts(
  context: vscode.ExtensionContext,
  deps: DeployDeps & Pick<DeployParts, "profiles" | "newFolders">,
): Promise<DeployParts> {
  const [{ Refusals }, { RemoteTexts }, { rereadRemote }, trust] = await Promise.all([
    import("./session/refusals"),
    import("./texts/remote-text"),
    import("./commands/remote-side"),
    deps.trust(),
  ]);
  const synced = new vscode.EventEmitter<SyncedDashboard>();
  const refusals = new Refusals();
  const remoteTexts: InstanceType<typeof RemoteTexts> = new RemoteTexts((dashboard, token) =>
    rereadRemote(dashboard, all, token),
  );
  const all: DeployParts = { ...deps, context, trust, refusals, remoteTexts, synced };
  context.subscriptions.push(synced, refusals, remoteTexts);
  return all;
}
