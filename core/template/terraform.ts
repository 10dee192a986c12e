import { passedNames } from "./call";

/** A `.tf` file that may load other files. */
export interface TerraformFile {
  /** Path with `/`, in the same terms as the path of the file that is asked about. */
  readonly path: string;
  readonly text: string;
}

/** How Terraform's code around a file reads it. */
export interface TerraformUse {
  /** `templatefile` fills it in; `file` takes it as it is. */
  readonly how: "template" | "file";
  /** The code names this very file, and does not compose the name. */
  readonly exact: boolean;
  /** The `.tf` file. */
  readonly by: string;
  /** The result is a dashboard as it is: `dashboard_json = file("…")`. */
  readonly direct: boolean;
  /** The names that are passed to a template, when the code writes them out. */
  readonly passes?: ReadonlySet<string> | undefined;
}

/** Calls that name a file. `template_file` is the older resource, whose `template` is a `file(…)`. */
const CALL = /\b(templatefile|file|filebase64)\s*\(\s*"((?:[^"\\\n]|\\.){1,500})"/g;

/** What may stand between the attribute and the call without changing the dashboard. */
const DIRECT = /\bdashboard_json\s*=\s*(?:(?:jsonencode|jsondecode|trimspace|chomp)\s*\(\s*)*$/;

/** A `.tf` file that is larger is not looked through. */
const MAX_LENGTH = 1_000_000;

/** Every use of a file in the Terraform code beside or above it. */
export function terraformUses(files: readonly TerraformFile[], path: string): TerraformUse[] {
  const uses: TerraformUse[] = [];
  for (const { path: by, text } of files) {
    if (text.length > MAX_LENGTH) continue;
    const code = text.replace(/^\s*(?:#|\/\/).*$/gm, "");
    for (const { 0: whole, 1: call, 2: written = "", index } of code.matchAll(CALL)) {
      const match = matchPath(written, by, path);
      if (!match) continue;
      const before = code.slice(Math.max(0, index - 100), index);
      const isTemplate = call === "templatefile" || /\btemplate\s*=\s*$/.test(before);
      uses.push({
        how: isTemplate ? "template" : "file",
        exact: match === "exact",
        by,
        direct: DIRECT.test(before),
        passes: call === "templatefile" ? passedNames(code, index + whole.length) : undefined,
      });
    }
  }
  return uses;
}

/** Whether a path in Terraform's code is that of a file. What starts at a module's folder is known, the rest by its end. */
function matchPath(written: string, by: string, path: string): "exact" | "likely" | undefined {
  const folder = by.includes("/") ? by.slice(0, by.lastIndexOf("/") + 1) : "";
  const inModule = /^\$\{path\.module\}\//.exec(written);
  const rest = written.replace(/^\$\{[^{}]*\}\/?/, "").replace(/^\.\//, "");
  const isComposed = /[$%]\{/.test(rest);
  if (!isComposed && (inModule || !written.startsWith("${"))) {
    if (normal(folder + rest) === path) return "exact";
    if (inModule) return undefined;
  }
  const pattern = rest.replace(/^(?:\.\.\/)+/, "").replace(/[$%]\{[^{}]*\}/g, "*");
  // A name that is composed as a whole says nothing.
  if (/^\**$/.test(pattern)) return undefined;
  return endsLike(path.split("/"), pattern.split("/")) ? (isComposed ? "likely" : "exact") : undefined;
}

function normal(path: string): string {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && out.length > 0 && out.at(-1) !== "..") out.pop();
    else if (part !== "." && part !== "") out.push(part);
  }
  return out.join("/");
}

function endsLike(path: readonly string[], pattern: readonly string[]): boolean {
  if (pattern.length > path.length) return false;
  const end = path.slice(path.length - pattern.length);
  return pattern.every((part, i) => likeName(part, end[i]!));
}

/** `*` stands for any characters; from left to right is enough, because the last piece has to end the name. */
function likeName(pattern: string, name: string): boolean {
  const pieces = pattern.split("*");
  if (pieces.length === 1) return pattern === name;
  const [first, last] = [pieces[0]!, pieces.at(-1)!];
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}
