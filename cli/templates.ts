import { readdirSync } from "node:fs";
import path from "node:path";
import { detectTemplate, type Template } from "../core/template/template";
import { type TerraformFile, terraformUses } from "../core/template/terraform";
import { isTerraformName } from "../core/terraform/dashboards";
import { workTreeAt } from "../disk/work-tree";
import { readSmall } from "./tree";

/** More Terraform files than these in one folder are not looked through. */
const MAX_FILES = 200;

/** Determines which files are templates, from the Terraform code in their folder and its parents, which is read once. */
export class Templates {
  private readonly folders = new Map<string, readonly TerraformFile[]>();

  constructor(private readonly cwd: string) {}

  /** What is known about a file as a template; undefined if its text is sent to the service unchanged. */
  of(file: string, text: string): Template | undefined {
    if (!/[$%]\{|__[A-Z]|\{\{/.test(text)) return undefined;
    const code = foldersOf(path.dirname(file), this.cwd).flatMap((folder) => this.codeIn(folder));
    const uses = terraformUses(code, slashes(file));
    return detectTemplate(file, text, { uses, terraform: code.length > 0 });
  }

  /** The other Terraform files in the folder of a file. */
  beside(file: string): string[] {
    const own = slashes(file);
    return this.codeIn(path.dirname(file)).flatMap(({ path: other, text }) => (other === own ? [] : [text]));
  }

  private codeIn(folder: string): readonly TerraformFile[] {
    let known = this.folders.get(folder);
    if (!known) this.folders.set(folder, (known = readCode(folder)));
    return known;
  }
}

function readCode(folder: string): TerraformFile[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter(isTerraformName);
  } catch {
    return [];
  }
  return names.slice(0, MAX_FILES).flatMap((name) => {
    const file = path.join(folder, name);
    const text = readSmall(file);
    return text === undefined ? [] : [{ path: slashes(file), text }];
  });
}

/** A folder and its parents up to the top of the repository or, outside of one, the working folder. */
function foldersOf(folder: string, cwd: string): string[] {
  const chain: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    chain.push(at);
    if (workTreeAt(at)) return chain;
    if (path.dirname(at) === at) break;
  }
  const end = chain.indexOf(cwd);
  return chain.slice(0, end + 1 || 1);
}

const slashes = (file: string) => file.replaceAll(path.sep, "/").replace(/^\//, "");
