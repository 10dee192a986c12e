import type { HoleMarks } from "../document/holes";
import type { TerraformUse } from "./terraform";

/** What is known about a template. */
export interface Template extends HoleMarks {
  /** Whether it is known, and not only likely, that the text is filled in. */
  readonly certain: boolean;
  /** The tool that renders it: `Terraform (main.tf)`. */
  readonly by: string;
  /** How Terraform reads this very file, where all of its code agrees. */
  readonly loaded?: Loaded;
}

/** What Terraform does with the dollars of a file. */
export interface Loaded {
  /** `file` gives the text to the service as it stands; `templatefile` fills it in. */
  readonly how: TerraformUse["how"];
  /** Name of the `.tf` file. */
  readonly by: string;
  /** The names that the template gets; undefined when they are not written out. */
  readonly passes?: ReadonlySet<string> | undefined;
}

/** What lies around a file. */
export interface TemplateContext {
  readonly uses: readonly TerraformUse[];
  /** Whether there is Terraform code beside the file or above it. */
  readonly terraform: boolean;
}

export const NO_TEMPLATE_CONTEXT: TemplateContext = { uses: [], terraform: false };

/** Words in double underscores are holes everywhere. */
const PLAIN: Template = { certain: false, by: "", template: false, braces: false };

const TEMPLATE_NAME = /(?:\.tftpl|\.json[._](?:tpl|tmpl|template|tftpl|j2))$/i;

/**
 * Whether a text is a template, and which tool renders it. Terraform code that loads the file and the file name are
 * certain; the text itself is only a hint, which suppresses findings.
 *
 * @returns undefined where nothing in the text is a hole
 */
export function detectTemplate(
  path: string,
  text: string,
  { uses, terraform }: TemplateContext,
): Template | undefined {
  const loads = uses.filter(({ exact }) => exact);
  const filled = loads.find(({ how }) => how === "template");
  const loaded = loadedBy(uses);
  if (filled) return { ...whole(`Terraform (${nameOf(filled.by)})`, true), ...(loaded && { loaded }) };
  if (TEMPLATE_NAME.test(path))
    return whole(/tftpl$/i.test(path) ? "Terraform" : "the tool that reads it", true);
  if (loads.length === 0) {
    const likely = uses.find(({ how }) => how === "template");
    if (likely) return whole(`Terraform (${nameOf(likely.by)})`, false);
    if (/%\{|\$\$\{/.test(text)) return whole("Terraform", false);
    const only = undeclared(text, terraform);
    if (only.size > 0) return { certain: false, by: "another tool", template: true, only, braces: false };
  }
  if (loaded && text.includes("$${")) return { ...PLAIN, loaded };
  return text.includes("__") ? PLAIN : undefined;
}

/** How a file is loaded, when every use names this very file and does the same with it. */
function loadedBy(uses: readonly TerraformUse[]): Loaded | undefined {
  const [first] = uses;
  if (!first || !uses.every(({ exact, how }) => exact && how === first.how)) return undefined;
  const by = nameOf(first.by);
  if (first.how === "file") return uses.every(({ direct }) => direct) ? { how: "file", by } : undefined;
  const passes = uses.map((use) => use.passes);
  const known = passes.every((names) => names !== undefined);
  return { how: "template", by, passes: known ? new Set(passes.flatMap((names) => [...names!])) : undefined };
}

function whole(by: string, certain: boolean): Template {
  return { certain, by, template: true, braces: true };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * Names in `${name}` that may be another tool's: the dashboard declares them not and uses no variable of its own. Away from
 * Terraform only names in capitals, as the environment has them.
 */
function undeclared(text: string, terraform: boolean): ReadonlySet<string> {
  const declared = new Set<string>();
  for (const { 1: name } of text.matchAll(/"template_?[vV]ariable"\s*:\s*"([^"\\]{1,200})"/g))
    declared.add(name!);
  const found = new Set<string>();
  for (const { 1: name = "" } of text.matchAll(/\$\{([A-Za-z_][\w.-]{0,199})\}/g)) {
    if (declared.has(name.replace(/\.value$/, ""))) return new Set();
    if (name.startsWith("__") || /^(?:labels|resource|metric|metadata)\./.test(name)) continue;
    if (terraform || /^[A-Z][A-Z0-9_]*$/.test(name)) found.add(name);
  }
  return found;
}
