import { readFileSync } from "node:fs";
import path from "node:path";
import { glob } from "tinyglobby";
import { expect, it } from "vitest";

const root = path.resolve(__dirname, "../..");
/** Makes texts inert before they are shown. */
const OUTPUT = "client/notify.ts";

/** What shows a text in VS Code's own windows, where it may be read as a link, an icon or Markdown. */
const SINKS =
  /\.show(?:Information|Warning|Error)Message|\bwindow\.withProgress|\.(?:show|create)QuickPick|\.(?:show|create)InputBox|\.show(?:Save|Open)Dialog|\.createStatusBarItem|\.setStatusBarMessage|\.createLanguageStatusItem|\bnew (?:vscode\.)?(?:MarkdownString|TreeItem|FileDecoration)\b|\.(?:appendMarkdown|supportThemeIcons|supportHtml)\b|\.(?:tooltip|description|badge) = /g;

/** Lets a language server show messages of its own, which the client passes on as they are. */
const SERVER_SINKS = /\bconnection\.window\b|\.show(?:Information|Warning|Error)Message/g;

async function uses(patterns: string[], sinks: RegExp): Promise<string[]> {
  const files = await glob(patterns, { cwd: root, ignore: ["**/*.test.ts", "client/webview/**", OUTPUT] });
  return files
    .sort()
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), "utf8").matchAll(sinks)].map(([use]) => `${file}: ${use}`),
    );
}

it("the extension shows texts through one module only", async () => {
  expect(await uses(["client/**/*.ts"], SINKS)).toEqual([]);
});

it("the language server shows none", async () => {
  expect(await uses(["server/**/*.ts"], SERVER_SINKS)).toEqual([]);
});

it("would find each of them", () => {
  const texts = [
    "void vscode.window.showErrorMessage(x)",
    "window.withProgress(options, work)",
    "window.createQuickPick()",
    "vscode.window.showInputBox({})",
    "vscode.window.createStatusBarItem()",
    "vscode.window.setStatusBarMessage(x)",
    "new vscode.MarkdownString(x)",
    "new TreeItem(x)",
    "item.tooltip = x",
    "view.badge = x",
  ];
  for (const text of texts) expect(text.match(SINKS), text).not.toBeNull();
  expect(readFileSync(path.join(root, OUTPUT), "utf8").match(SINKS)!.length).toBeGreaterThan(15);
});
