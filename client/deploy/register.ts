import * as vscode from "vscode";
import type { DeployDeps } from "./deps";
import { Profiles } from "./profiles";
import type { DeployParts } from "./session";
import { ProfileStatus } from "./status";

/**
 * Registers the commands that push and pull, and the status of the profile. What compares and talks to the service is
 * loaded with the first command, since most sessions never use it.
 */
export function registerDeploy(context: vscode.ExtensionContext, deps: DeployDeps): void {
  const profiles = new Profiles(context.workspaceState);
  let parts: Promise<DeployParts> | undefined;
  const load = async (): Promise<DeployParts> => {
    const [{ Refusals }, { RemoteTexts }] = await Promise.all([
      import("./refusals"),
      import("./remote-text"),
    ]);
    const [refusals, remoteTexts] = [new Refusals(), new RemoteTexts()];
    context.subscriptions.push(refusals, remoteTexts);
    return { ...deps, context, profiles, refusals, remoteTexts };
  };
  const command = (id: string, run: (argument: unknown, parts: DeployParts) => Promise<void>) =>
    vscode.commands.registerCommand(id, async (argument?: unknown) => {
      try {
        parts ??= load();
        await run(argument, await parts);
      } catch (error) {
        // Whatever was foreseen has been shown already: this is a bug, and it should be easy to report.
        deps.log.error(error instanceof Error ? error : String(error));
        const { showProblem } = await import("./messages");
        await showProblem(vscode.l10n.t("Mosaic ran into an error of its own; the log has the details."));
      }
    });
  context.subscriptions.push(
    profiles,
    new ProfileStatus(profiles),
    command("mosaic.push", async (argument, all) => (await import("./push")).pushCommand(argument, all)),
    command("mosaic.pull", async (argument, all) => (await import("./pull")).pullCommand(argument, all)),
    command("mosaic.pullDashboard", async (_, all) => (await import("./pull")).pullDashboardCommand(all)),
    command("mosaic.switchProfile", async () =>
      (await import("./switch-profile")).switchProfileCommand(profiles),
    ),
    command("mosaic.setAccessToken", async () => {
      const [{ settingsInFront }, { setAccessToken }] = await Promise.all([
        import("./switch-profile"),
        import("./secrets"),
      ]);
      const settings = await settingsInFront(profiles);
      const profile = settings
        ? profiles.active(settings)
        : vscode.l10n.t("Open a folder first: profiles are kept in it.");
      if (typeof profile === "string") void vscode.window.showInformationMessage(profile);
      else await setAccessToken(context.secrets, profile.name);
    }),
  );
}
