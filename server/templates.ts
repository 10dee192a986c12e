import type { FileForm } from "../core/forms";
import {
  detectTemplate,
  NO_TEMPLATE_CONTEXT,
  type Template,
  type TemplateContext,
} from "../core/template/template";
import { type TerraformFile, terraformUses } from "../core/template/terraform";
import { isTerraformName } from "../core/terraform/dashboards";
import { decodedUri } from "../core/uri";
import type { Runtime } from "./runtime";

/** More Terraform files than these in one folder are not looked through. */
const MAX_FILES = 200;

/**
 * Determines which documents are templates, from the Terraform code in their folder and its parents, cached until it
 * changes.
 */
export class Templates {
  /** Folders of the workspace, each with a slash at its end: nothing above them is looked at. */
  folders: readonly string[] = [];
  private readonly code = new Map<string, Promise<readonly TerraformFile[]>>();
  private readonly known = new Map<string, TemplateContext>();
  private readonly arounds = new Map<
    string,
    { readonly code: readonly TerraformFile[]; readonly around: unknown }
  >();

  constructor(private readonly runtime: Runtime) {}

  /** What is known so far about a text as a template. */
  of(uri: string, text: string): Template | undefined {
    return detectTemplate(pathOf(uri), text, this.contextOf(uri));
  }

  /** The known surroundings of a document; a new object after they change. */
  contextOf(uri: string): TemplateContext {
    return this.known.get(uri) ?? NO_TEMPLATE_CONTEXT;
  }

  /** Reads the surroundings of a document, unless its text shows that they do not matter. */
  async prepare(uri: string, text: string): Promise<void> {
    if (this.known.has(uri) || !this.runtime.listFolder || !/[$%]\{/.test(text)) return;
    const code = (await Promise.all(this.foldersOf(uri).map((folder) => this.codeIn(folder)))).flat();
    this.known.set(uri, { uses: terraformUses(code, pathOf(uri)), terraform: code.length > 0 });
  }

  /** Finds out what other files of the folder say about the dashboards of a document with a form. */
  async around(uri: string, form: FileForm): Promise<unknown> {
    if (!form.around || !this.runtime.listFolder) return undefined;
    const code = await this.codeIn(uri.slice(0, uri.lastIndexOf("/") + 1));
    let known = this.arounds.get(uri);
    if (known?.code !== code) {
      const own = pathOf(uri);
      const others = code.flatMap(({ path, text }) => (path === own ? [] : [text]));
      this.arounds.set(uri, (known = { code, around: form.around(others) }));
    }
    return known.around;
  }

  /** What `around` has found out last; the same object until it is another. */
  knownAround(uri: string): unknown {
    return this.arounds.get(uri)?.around;
  }

  /** Terraform code was created, changed or deleted. */
  reset(): void {
    this.code.clear();
    this.arounds.clear();
    this.known.clear();
  }

  /** The document's folder and those above it that belong to the workspace. */
  private foldersOf(uri: string): string[] {
    const own = uri.slice(0, uri.lastIndexOf("/") + 1);
    const top = this.folders.find((folder) => own.startsWith(folder)) ?? own;
    const out: string[] = [];
    for (let at = own; at.length >= top.length; at = at.slice(0, at.lastIndexOf("/", at.length - 2) + 1))
      out.push(at);
    return out;
  }

  private codeIn(folder: string): Promise<readonly TerraformFile[]> {
    let known = this.code.get(folder);
    if (!known) this.code.set(folder, (known = this.read(folder)));
    return known;
  }

  private async read(folder: string): Promise<readonly TerraformFile[]> {
    const names = (await this.runtime.listFolder?.(folder)) ?? [];
    const uris = names.filter(isTerraformName).slice(0, MAX_FILES);
    const files = await Promise.all(
      uris.map(async (name) => {
        const uri = folder + encodeURIComponent(name);
        const text = await this.runtime.readText(uri);
        return text === undefined ? [] : [{ path: pathOf(uri), text }];
      }),
    );
    return files.flat();
  }
}

/** The path in a URI, as written in Terraform code. */
function pathOf(uri: string): string {
  return decodedUri(uri.replace(/^[a-z][\w+.-]*:\/\/[^/]*\//i, ""));
}
