import { readdirSync } from "node:fs";
import path from "node:path";
import { detectTemplate, type Template } from "../core/template/template";
import { type TerraformFile, terraformUses } from "../core/template/terraform";
import { workTreeAt } from "../disk/work-tree";
import { readSmall } from "./tree";

/** More Terraform files than these in one folder are not looked through. */
const MAX_FILES = 200;

/** Says which files are templates, by the Terraform code beside and above them, which is read once. */
export class Templates {
  private readonly folders = new Map<string, readonly TerraformFile[]>();

  constructor(private readonly cwd: string) {}

  /** What is known of a file as a template; undefined when its text reaches the service as it stands. */
  of(file: string, text: string): Template | undefined {
    if (!/[$%]\{|__[A-Z]|\{\{/.test(text)) return undefined;
    const code = foldersOf(path.dirname(file), this.cwd).flatMap((folder) => this.codeIn(folder));
    const uses = terraformUses(code, slashes(file));
    return detectTemplate(file, text, { uses, terraform: code.length > 0 });
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
    names = readdirSync(folder).filter((name) => name.endsWith(".tf"));
  } catch {
    return [];
  }
  return names.slice(0, MAX_FILES).flatMap((name) => {
    const file = path.join(folder, name);
    const text = readSmall(file);
    return text === undefined ? [] : [{ path: slashes(file), text }];
  });
}

/** A folder and those above it, up to the top of the repository, or to the working folder outside of one. */
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
