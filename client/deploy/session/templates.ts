import * as vscode from "vscode";
import { detectTemplate, type Template } from "../../../core/template/template";
import { type TerraformFile, terraformUses } from "../../../core/template/terraform";
import { readText } from "./workspace-files";

/** More Terraform files than these in one folder are not looked through. */
const MAX_FILES = 200;

/** Determines which files are templates, from the Terraform code in their folder and its parents, which is read once. */
export class Templates {
  private readonly folders = new Map<string, Promise<readonly TerraformFile[]>>();

  /** What is known about a file as a template; undefined if its text is sent to the service unchanged. */
  async of(uri: vscode.Uri, text: string): Promise<Template | undefined> {
    if (!/[$%]\{|__[A-Z]|\{\{/.test(text)) return undefined;
    const code = (await Promise.all(foldersOf(uri).map((folder) => this.codeIn(folder)))).flat();
    const path = pathOf(uri);
    const uses = terraformUses(code, path);
    return detectTemplate(path, text, { uses, terraform: code.length > 0 });
  }

  /** The tool that renders a file, if certain. */
  async filledBy(uri: vscode.Uri, text: string): Promise<string | undefined> {
    const template = await this.of(uri, text);
    return template?.certain ? template.by : undefined;
  }

  private codeIn(folder: vscode.Uri): Promise<readonly TerraformFile[]> {
    const key = folder.toString();
    let known = this.folders.get(key);
    if (!known) this.folders.set(key, (known = readCode(folder)));
    return known;
  }
}

async function readCode(folder: vscode.Uri): Promise<readonly TerraformFile[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    () => [],
  );
  const names = entries.flatMap(([name, type]) =>
    type === vscode.FileType.File && name.endsWith(".tf") ? [name] : [],
  );
  const files = await Promise.all(
    names.slice(0, MAX_FILES).map(async (name) => {
      const uri = vscode.Uri.joinPath(folder, name);
      const text = await readText(uri).catch(() => undefined);
      return text === undefined ? [] : [{ path: pathOf(uri), text }];
    }),
  );
  return files.flat();
}

/** The path as Terraform's code would go on from it. */
function pathOf({ path }: vscode.Uri): string {
  return path.replace(/^\//, "");
}

/** The folder of a file and those above it that belong to the workspace. */
function foldersOf(uri: vscode.Uri): vscode.Uri[] {
  const folder = vscode.Uri.joinPath(uri, "..");
  const top = vscode.workspace.getWorkspaceFolder(uri)?.uri ?? folder;
  const out: vscode.Uri[] = [];
  for (let at = folder; at.path.length >= top.path.length; at = vscode.Uri.joinPath(at, "..")) {
    out.push(at);
    if (at.path === "/" || at.path === "") break;
  }
  return out;
}
