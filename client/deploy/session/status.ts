import * as vscode from "vscode";
import type { Profile } from "../../../core/config/config";
import { StatusItem } from "../../notify";
import { isDashboard } from "../../recognized";
import { remoteDashboard } from "../texts/remote-text";
import { dashboardUri, targetText } from "./location";
import type { Profiles } from "./profiles";

/** The profile in use, in the status bar, while a dashboard is in front. */
export class ProfileStatus implements vscode.Disposable {
  private readonly item = new StatusItem("mosaic.profile", "Mosaic Profile", "mosaic.switchProfile", 50);
  private readonly subscriptions: vscode.Disposable[];
  private turn = 0;
  private last: vscode.Uri | undefined;

  constructor(private readonly profiles: Profiles) {
    const update = () => void this.update();
    this.subscriptions = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.tabGroups.onDidChangeTabs(update),
      profiles.onDidChange(update),
    ];
    update();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** The dashboard in front; while a preview has the focus, the one that was in front before. */
  private uriInFront(): vscode.Uri | undefined {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const isPreview = input instanceof vscode.TabInputWebview && input.viewType.endsWith("mosaic.preview");
    if (isPreview)
      return (
        this.last ??
        vscode.window.visibleTextEditors.find(({ document }) => isDashboard(document))?.document.uri
      );
    this.last = dashboardUri(undefined);
    return this.last;
  }

  private async update(): Promise<void> {
    const turn = ++this.turn;
    const uri = this.uriInFront();
    const open = uri && vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri.toString());
    if (!uri || !open || !isDashboard(open)) {
      this.item.hide();
      return;
    }
    const remote = remoteDashboard(uri);
    const settings = await this.profiles.settingsFor(remote ? vscode.Uri.parse(remote.root) : placeOf(uri));
    // Another editor came to the front while the file was read.
    if (turn !== this.turn) return;
    const profile = this.profiles.active(settings);
    if (typeof profile === "string") {
      const spoken = `Mosaic: no profile. ${profile}`;
      this.item.show({ icon: "cloud", text: "No profile", tooltip: profile, spoken, warning: false });
      return;
    }
    this.item.show({
      icon: profile.protected ? "lock" : "cloud",
      text: profile.name,
      tooltip: settings.trusted
        ? `Mosaic pushes to ${targetText(profile)}\n${signInText(profile)}`
        : `Nothing is sent to ${targetText(profile)} because the workspace is not trusted.`,
      spoken: `Mosaic profile ${profile.name}, ${targetText(profile)}`,
      // Make a protected profile stand out.
      warning: profile.protected,
    });
  }
}

/** Where a file is, or will be: one that is not saved yet goes into the workspace. */
function placeOf(uri: vscode.Uri): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return uri.scheme === "untitled" && folder ? vscode.Uri.joinPath(folder.uri, "untitled") : uri;
}

/** How a profile signs in. */
function signInText({ credentials }: Profile): string {
  switch (credentials) {
    case "adc":
      return "Signs in with the Application Default Credentials";
    case "gcloud":
      return "Signs in with the gcloud account";
    case "secret":
      return "Signs in with the stored access token";
    case "none":
      return "Does not sign in";
    default:
      return `Signs in with the access token in ${credentials.env}`;
  }
}
