/** The demo's window opens with an example and its preview side by side; a window that was used before is left as it is. */
const vscode = require("vscode");

exports.activate = async () => {
  const file = process.env.MOSAIC_DEMO_OPEN;
  const inUse = vscode.window.tabGroups.all.some((group) => group.tabs.length > 0);
  if (file === undefined || inUse) return;
  await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
  await vscode.extensions.getExtension("mosaic.mosaic-dashboards")?.activate();
  await vscode.commands.executeCommand("mosaic.openPreviewToSide");
  // The next file that is opened goes beside the picture, not over it.
  await vscode.commands.executeCommand("workbench.action.focusFirstEditorGroup");
};
