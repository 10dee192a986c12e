import { type Node, type ObjectNode, type StringNode, valueOf } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { syntaxErrors } from "../document/reader";
import { escapeForJson, StringMap } from "../document/string-map";
import { type LocalUse, type TerraformDashboard, terraformDashboards } from "../terraform/dashboards";
import { type Extraction, type NoExtraction, noExtraction } from "./extraction";
import { withoutCommonIndent } from "./indent";
import { AS_WRITTEN, type Naming, TemplateVariables } from "./variables";

/**
 * The dashboard of a resource as a JSON file, with `file` or `templatefile` in the place of the heredoc or of `jsonencode`.
 * What Terraform fills in becomes variables of a template.
 *
 * @param address of the resource, as the form has it
 * @param around what the form knows of other files
 */
export function extractFromTerraform(
  text: string,
  address: string,
  around?: unknown,
): Extraction | NoExtraction | undefined {
  const found = dashboardAt(text, address, around);
  if (!found) return undefined;
  const { document, source, name } = found;
  if (document && !source)
    return noExtraction("Another file has the jsonencode(…) for this object. Move the object there first.");
  const variables = new TemplateVariables();
  const made = printed(found, variables);
  if (typeof made !== "string" || !document || !source) return made as NoExtraction;
  const isTemplate = variables.size > 0;
  const json = isTemplate ? made : made.replace(/([$%])\1\{/g, "$1{");
  const indent = indentAt(text, source.offset);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return {
    ok: true,
    name,
    json,
    span: source,
    reference(file) {
      const path = `"\${path.module}/${file}"`;
      if (!isTemplate) return `file(${path})`;
      const lines = variables.assignments().map((line) => `${indent}  ${line}`);
      return [`templatefile(${path}, {`, ...lines, `${indent}})`].join(eol);
    },
    notes: notesOf(found, document, isTemplate),
  };
}

/** The dashboard of a resource as JSON for people to read, with what Terraform fills in as it is written. */
export function readableTerraform(
  text: string,
  address: string,
  around?: unknown,
): { readonly ok: true; readonly json: string } | NoExtraction | undefined {
  const found = dashboardAt(text, address, around);
  const json = found && printed(found, AS_WRITTEN);
  return typeof json === "string" ? { ok: true, json } : json;
}

function dashboardAt(text: string, address: string, around: unknown): TerraformDashboard | undefined {
  const [plain, nth] = /^(.*?)(?:#(\d+))?$/.exec(address)!.slice(1);
  const uses = around as readonly LocalUse[] | undefined;
  return terraformDashboards(text, uses).filter((each) => each.address === plain)[Number(nth ?? 1) - 1];
}

/** The dashboard as a template of Terraform's. */
function printed(found: TerraformDashboard, naming: Naming): string | NoExtraction {
  const { document, path } = found;
  if (!document?.root) {
    return noExtraction(
      path === undefined
        ? "Terraform computes this dashboard, so its JSON is not in the file."
        : `This dashboard is in a file already: ${path}`,
    );
  }
  if (syntaxErrors(document).length > 0) return noExtraction("Fix the syntax errors of the dashboard first.");
  if (document.shaped || document.holes?.some(({ kind }) => kind === "directive"))
    return noExtraction("The dashboard has %{ } directives, which only Terraform can evaluate.");
  return found.form === "heredoc"
    ? heredocText(found, document, naming)
    : new Printer(document, naming).print();
}

function notesOf({ form, body }: TerraformDashboard, document: JsonDocument, isTemplate: boolean): string[] {
  const notes: string[] = [];
  const code = document.text.slice(body.offset, body.offset + body.length);
  if (form === "jsonencode" && hasComments(code, document))
    notes.push("JSON has no comments, so they were left out.");
  if (form === "jsonencode" && isTemplate)
    notes.push(
      "Terraform inserts values into strings as they are: quotes and backslashes in them have to be escaped.",
    );
  return notes;
}

/** Whether a comment stands outside of all strings. */
function hasComments(code: string, { text, root }: JsonDocument): boolean {
  let rest = code;
  const start = text.indexOf(code);
  const blank = (node: Node): void => {
    if (node.kind === "object") for (const { value } of node.properties) value && blank(value);
    else if (node.kind === "array") node.items.forEach(blank);
    else {
      const from = node.offset - start;
      rest = rest.slice(0, from) + " ".repeat(node.length) + rest.slice(from + node.length);
    }
  };
  if (root) blank(root);
  return /#|\/\/|\/\*/.test(rest);
}

/** The body of a heredoc without its indentation, and with variables for its expressions. */
function heredocText(
  { body }: TerraformDashboard,
  { text, root, holes = [] }: JsonDocument,
  naming: Naming,
): string {
  let out = "";
  let copied = body.offset;
  for (const { kind, offset, length } of holes) {
    if (kind !== "value") continue;
    const expression = text.slice(offset + 2, offset + length - 1).replace(/^~|~$/g, "");
    const name = naming.inString(expression, keyAround(root, offset));
    out += `${text.slice(copied, offset)}\${${name}}`;
    copied = offset + length;
  }
  out += text.slice(copied, body.offset + body.length);
  return `${withoutCommonIndent(out).trim()}\n`;
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)![0];
}

/** The key of the value in which an offset lies. */
function keyAround(root: Node | undefined, offset: number): string {
  let key = "";
  for (let node = root; node; ) {
    if (node.property) key = node.property.key;
    const inner: readonly Node[] =
      node.kind === "object"
        ? node.properties.flatMap(({ value }) => value ?? [])
        : node.kind === "array"
          ? node.items
          : [];
    node = inner.find((one) => offset >= one.offset && offset < one.offset + one.length);
  }
  return key;
}

/** Writes an object of Terraform's as JSON, as a template of Terraform's. */
class Printer {
  private refusal: NoExtraction | undefined;

  constructor(
    private readonly document: JsonDocument,
    private readonly naming: Naming,
  ) {}

  print(): string | NoExtraction {
    const { root } = this.document;
    if (root?.kind !== "object") return noExtraction("The dashboard is not written out as an object.");
    const text = `${this.value(root, "\n")}\n`;
    return this.refusal ?? text;
  }

  private value(node: Node, newLine: string): string {
    switch (node.kind) {
      case "object":
        return this.object(node, newLine);
      case "array": {
        const inner = `${newLine}  `;
        const items = node.items.map((item) => this.value(item, inner));
        return items.length === 0 ? "[]" : `[${inner}${items.join(`,${inner}`)}${newLine}]`;
      }
      case "string":
        return this.string(node);
      default:
        return this.scalar(node);
    }
  }

  private object({ properties }: ObjectNode, newLine: string): string {
    const inner = `${newLine}  `;
    const members = properties.map(({ key, keyOffset, keyLength, value }) => {
      const isHole = this.document.holes?.some(
        ({ offset }) => offset >= keyOffset && offset < keyOffset + keyLength,
      );
      if (isHole || !value) this.refusal ??= noExtraction("A key of the dashboard is computed by Terraform.");
      return `${JSON.stringify(key)}: ${value ? this.value(value, inner) : "null"}`;
    });
    return members.length === 0 ? "{}" : `{${inner}${members.join(`,${inner}`)}${newLine}}`;
  }

  /** A value that is no string, or an expression that may give anything. */
  private scalar(node: Node): string {
    const { text, holes = [] } = this.document;
    const hole = holes.find(({ offset, length }) => offset === node.offset && length === node.length);
    if (!hole) return JSON.stringify(valueOf(node));
    const expression = text.slice(node.offset, node.offset + node.length);
    const name = this.naming.asValue(expression, node.property?.key ?? "item");
    return `\${${name}}`;
  }

  private string(node: StringNode): string {
    const { text, holes = [] } = this.document;
    const map = new StringMap(text, node);
    let out = "";
    let copied = 0;
    for (const { kind, offset, length } of holes) {
      if (kind !== "value" || offset < node.offset || offset + length > node.offset + node.length) continue;
      const at = map.toDecoded(offset);
      const name = this.naming.inString(
        text.slice(offset + 2, offset + length - 1).replace(/^~|~$/g, ""),
        node.property?.key ?? "text",
      );
      out += `${escaped(node.value.slice(copied, at))}\${${name}}`;
      copied = at + length;
    }
    return `"${out}${escaped(node.value.slice(copied))}"`;
  }
}

/** As a part of a JSON string in a template. */
function escaped(text: string): string {
  return escapeForJson(text).replace(/([$%])\{/g, "$1$1{");
}
