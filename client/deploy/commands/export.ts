import * as vscode from "vscode";
import { childAt } from "../../../core/document/node";
import { documentOf } from "../../../core/forms";
import { requestBody } from "../../../core/sync/sent";
import { askPick } from "../../ask";
import { partOf } from "../session/chosen";
import { showError } from "../session/messages";
import type { DeployParts } from "../session/session";
import { dashboardText } from "../texts/dashboard-text";
import { withoutMembers } from "../texts/import-text";
import { escapeTemplate, hclResource } from "../texts/terraform";
import { readRemote } from "./remote-side";
import { dashboardSubject } from "./target";

/** Members that the service sets; in a Terraform resource, they would be a permanent diff. */
const SERVER_MADE = ["name", "etag"];

/** *Export for Terraform*: the file's text, else the service's, for `google_monitoring_dashboard`. */
export async function exportCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const subject = await dashboardSubject(argument, parts);
  if (!subject) return;
  const { session, id, document } = subject;
  const remote = document ? undefined : await readRemote(session, id, parts);
  if (!document && !remote) return;
  const text = document?.getText() ?? dashboardText(remote!, session.profile, id);
  const parsed = documentOf(document ? document.uri.path + partOf(document, id) : "", text);
  if (parsed.root?.kind !== "object" || parsed.problems.some((p) => p.severity === "error")) {
    await showError("The file has syntax errors. Fix them first.");
    return;
  }
  const title = childAt(parsed.root, "displayName");
  const inJson = parsed.form?.yaml ? JSON.stringify(requestBody(parsed), null, 2) : text;
  const json = `${withoutMembers(inJson, SERVER_MADE).trimEnd()}\n`;
  const escaped = escapeTemplate(json);
  const choices = [
    {
      label: "Resource",
      detail: "An HCL resource with the dashboard; ${ is escaped as $${.",
      language: "terraform",
      content: () => hclResource(json, title?.kind === "string" ? title.value : id, session.profile.project),
    },
    {
      label: "JSON",
      detail:
        escaped === json
          ? 'For dashboard_json = file("…"), or to paste into a resource.'
          : "For an HCL string or templatefile(); ${ is escaped as $${.",
      language: "json",
      content: () => escaped,
    },
    ...(escaped === json
      ? []
      : [
          {
            label: "JSON for file()",
            detail: 'For dashboard_json = file("…"); ${ is not escaped.',
            language: "json",
            content: () => json,
          },
        ]),
  ];
  const chosen = await askPick(choices, { title: "Export for Terraform" });
  if (!chosen) return;
  // Without an extension for Terraform its language does not exist.
  const known = (await vscode.languages.getLanguages()).includes(chosen.language);
  const made = await vscode.workspace.openTextDocument({
    content: chosen.content(),
    language: known ? chosen.language : "plaintext",
  });
  await vscode.window.showTextDocument(made, { preview: false });
}
