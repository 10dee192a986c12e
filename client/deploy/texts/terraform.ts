/** Dashboards in Terraform's language: written for `google_monitoring_dashboard`, and found in files of others. */

import { withoutCommonIndent } from "../../../core/extract/indent";

/** Escapes `${` and `%{` for Terraform. */
export function escapeTemplate(text: string): string {
  return text.replace(/([$%])\{/g, "$1$1{");
}

/** The text that Terraform renders from a template without expressions. */
export function unescapeTemplate(text: string): string {
  return text.replace(/([$%])\1\{/g, "$1{");
}

/** True if the text has unescaped templates. */
function hasTemplate(text: string): boolean {
  return /(?<![$%])[$%]\{/.test(text.replace(/([$%])\1\{/g, ""));
}

/**
 * A resource with the dashboard in it.
 *
 * @param json the dashboard's text
 * @param title source of the resource's name
 * @param project id of the project, when the resource is to name one
 */
export function hclResource(json: string, title: string, project: string | undefined): string {
  const body = escapeTemplate(json.trimEnd());
  // The end of the text must not stand alone on one of its lines.
  let end = "EOT";
  while (new RegExp(`^\\s*${end}\\s*$`, "m").test(body)) end += "_";
  const lines = [
    `resource "google_monitoring_dashboard" "${resourceName(title)}" {`,
    ...(project === undefined ? [] : [`  project        = ${JSON.stringify(project)}`]),
    `  dashboard_json = <<${end}`,
    body,
    end,
    "}",
    "",
  ];
  return lines.join("\n");
}

/** `Web frontend: API` → `web_frontend_api`, which Terraform takes as a name. */
export function resourceName(title: string): string {
  const name = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  if (name === "") return "dashboard";
  return /^[0-9]/.test(name) ? `dashboard_${name}` : name;
}

/** What an assignment of `dashboard_json` holds. */
export type HclValue =
  | { readonly kind: "text"; readonly text: string; readonly template: boolean }
  /** An expression that only Terraform can evaluate, such as `file` or `jsonencode`. */
  | { readonly kind: "expression"; readonly source: string };

/** Everything that is assigned to `dashboard_json` in a text of HCL, in its order. */
export function dashboardsInHcl(text: string): HclValue[] {
  const out: HclValue[] = [];
  const assignment = /^[ \t]*dashboard_json[ \t]*=[ \t]*/gm;
  for (let match = assignment.exec(text); match; match = assignment.exec(text)) {
    const at = match.index + match[0].length;
    const value = heredoc(text, at) ?? quoted(text, at);
    out.push(value ?? { kind: "expression", source: /^[^\n]*/.exec(text.slice(at))![0].trim() });
  }
  return out;
}

function heredoc(text: string, at: number): HclValue | undefined {
  const start = /^<<(-?)([A-Za-z_][\w-]*)[ \t]*\r?\n/.exec(text.slice(at));
  if (!start) return undefined;
  const body = text.slice(at + start[0].length);
  const end = new RegExp(`^[ \\t]*${start[2]}[ \\t]*\\r?$`, "m").exec(body);
  if (!end) return undefined;
  const raw = body.slice(0, end.index).replace(/\r\n/g, "\n");
  return template(start[1] ? withoutCommonIndent(raw) : raw);
}

function template(raw: string): HclValue {
  return { kind: "text", text: unescapeTemplate(raw), template: hasTemplate(raw) };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };

function quoted(text: string, at: number): HclValue | undefined {
  const match = /^"((?:[^"\\\n]|\\.)*)"/.exec(text.slice(at));
  if (!match) return undefined;
  const raw = match[1]!.replace(
    /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g,
    (whole, four?: string, eight?: string, one?: string) => {
      if (one !== undefined) return ESCAPES[one] ?? whole;
      const code = Number.parseInt((four ?? eight)!, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
  return template(raw);
}
