import * as vscode from "vscode";
import { QUERY_SCHEME } from "../core/query/address";
import { TERRAFORM_RESOURCE } from "../core/terraform/resource";
import { isYamlName } from "../core/yaml/names";

/** Typing has to rest this long before a document is looked at again. */
const REST_MS = 300;

/** The languages of Terraform code, which another extension has. */
export const TERRAFORM_LANGUAGES: readonly string[] = ["terraform", "opentofu"];

/** Terraform code by its name, for when no extension gives it a language. */
export const TERRAFORM_FILES = "**/*.{tf,tofu}";

/** Whether a document is Terraform code, by its language or its name. */
export function isTerraform({ languageId, uri }: vscode.TextDocument): boolean {
  return TERRAFORM_LANGUAGES.includes(languageId) || /\.(?:tf|tofu)$/i.test(uri.path);
}

/** YAML by its name; which of these files are dashboards, their names and the configuration say. */
export const YAML_FILES = "**/*.{yaml,yml}";

/** Whether a document is YAML by its name, as the server sees it. */
export function isYaml({ uri }: vscode.TextDocument): boolean {
  return uri.scheme !== QUERY_SCHEME && isYamlName(uri.path);
}

/** Whether a document is code in which dashboards may be written; the server tells which. */
export function holdsDashboards(document: vscode.TextDocument): boolean {
  if (!isTerraform(document)) return false;
  const text = document.getText();
  // In `locals` they can be written for resources of other files.
  return text.includes(TERRAFORM_RESOURCE) || (text.includes("locals") && LAYOUT.test(text));
}

const LAYOUT = /(?:mosaic|grid|row|column)_?[Ll]ayout/;

/** Tells VS Code's menus which of the open documents are code with dashboards. */
export function registerCodeFiles(context: vscode.ExtensionContext): void {
  const known = new Set<string>();
  const timers = new Map<vscode.TextDocument, ReturnType<typeof setTimeout>>();
  const look = (document: vscode.TextDocument, holds: boolean) => {
    const path = document.uri.scheme === "file" ? document.uri.fsPath : document.uri.path;
    if (known.has(path) === holds) return;
    if (holds) known.add(path);
    else known.delete(path);
    const paths = Object.fromEntries([...known].map((one) => [one, true]));
    void vscode.commands.executeCommand("setContext", "mosaic.code", paths);
  };
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isTerraform(document)) look(document, holdsDashboards(document));
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!isTerraform(document)) return;
      clearTimeout(timers.get(document));
      const later = () => {
        timers.delete(document);
        if (!document.isClosed) look(document, holdsDashboards(document));
      };
      timers.set(document, setTimeout(later, REST_MS));
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      clearTimeout(timers.get(document));
      timers.delete(document);
      if (isTerraform(document)) look(document, false);
    }),
    {
      dispose() {
        for (const timer of timers.values()) clearTimeout(timer);
      },
    },
  );
  for (const document of vscode.workspace.textDocuments)
    if (isTerraform(document)) look(document, holdsDashboards(document));
}
