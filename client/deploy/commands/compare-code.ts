import * as vscode from "vscode";
import { readDocument } from "../../../core/document/reader";
import { readableTerraform } from "../../../core/extract/terraform";
import { fileFormOf } from "../../../core/forms";
import { idOfName } from "../../../core/sync/identity";
import type { DashboardResource } from "../../../core/sync/service";
import { fillHolesFrom } from "../../../core/template/fill";
import type { DashboardInFile } from "../../../server/protocol";
import { aroundOf } from "../../around";
import { askPick } from "../../ask";
import { chooseDashboard } from "../../choose";
import { holdsDashboards } from "../../code-files";
import { type DashboardAt, keyOf } from "../../dashboard-at";
import { inform, sayBriefly } from "../../notify";
import { dashboardUri, targetText } from "../session/location";
import { callService } from "../session/messages";
import { type DeployParts, type Session, sessionFor } from "../session/session";
import { dashboardText } from "../texts/dashboard-text";
import { showDiff } from "../texts/remote-text";
import { readRemote } from "./remote-side";

/** What fills in a dashboard of Terraform code. */
const TEMPLATE = { certain: true, by: "Terraform", template: true, braces: false };

/**
 * *Compare with Remote* for a dashboard in code: both sides as JSON, where what Terraform fills in matches anything. Which
 * dashboard of the service it is, its title tells, or the user.
 *
 * @returns false when the argument is about no code
 */
export async function compareCode(
  argument: unknown,
  address: unknown,
  parts: DeployParts,
  as: "text" | "picture" = "text",
): Promise<boolean> {
  // Something else than a file, such as a row of a view.
  if (argument !== undefined && !(argument instanceof vscode.Uri)) return false;
  const uri = dashboardUri(argument);
  const document = uri && vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (!document || !holdsDashboards(document)) return false;
  const editor = vscode.window.activeTextEditor;
  const cursor = editor?.document === document ? editor.selection.active : undefined;
  const chosen =
    typeof address === "string"
      ? { uri: document.uri, address }
      : await chooseDashboard(document, async () => listed(document, await aroundOf(document.uri)), cursor);
  if (chosen?.address !== undefined)
    await compare(document, { ...chosen, address: chosen.address }, parts, as);
  return true;
}

async function compare(
  document: vscode.TextDocument,
  { uri, address }: DashboardAt & { readonly address: string },
  parts: DeployParts,
  as: "text" | "picture",
): Promise<void> {
  const local = readableTerraform(document.getText(), address, await aroundOf(uri));
  if (!local?.ok) {
    inform(local?.reason ?? "This dashboard is no longer in the file.");
    return;
  }
  const session = await sessionFor(uri, parts);
  const id = session && (await idOfRemote(local.json, keyOf({ uri, address }), session, parts));
  const remote = id === undefined ? undefined : await readRemote(session!, id, parts);
  if (!session || id === undefined || !remote) return;
  const { profile } = session;
  const text = dashboardText(remote, profile, id, readDocument(local.json, TEMPLATE), TEMPLATE);
  if (text === local.json) sayBriefly(`${id} is the same in ${targetText(profile)}.`, 5000);
  const name = `${address.split(".").pop()}.dashboard.json`;
  const [left, right] = [parts.remoteTexts.uriFor(name, text), parts.remoteTexts.uriFor(name, local.json)];
  const title = `${id}: ${profile.name} → ${address}`;
  if (as === "text") await showDiff(left, right, title);
  else
    parts.showComparison({
      title,
      versions: [
        { name: profile.name, uri: left },
        { name: "This code", uri: right },
      ],
    });
}

/** Which dashboard was chosen for one of code, in this session. */
const choices = new Map<string, string>();

/** The id of the service's dashboard: by its name in the code, by its title, or as the user chooses. */
async function idOfRemote(
  json: string,
  key: string,
  { service, profile }: Session,
  { log }: DeployParts,
): Promise<string | undefined> {
  const document = readDocument(json, TEMPLATE);
  const all: DashboardResource[] = [];
  const title = `Listing the dashboards in ${targetText(profile)}`;
  const read = await callService(title, { log, profile }, async (signal) => {
    for await (const one of service.list({ signal, pageSize: 200 })) all.push(one);
  });
  if (!read) return undefined;
  const items = all.flatMap((one) => {
    const id = one.name === undefined ? undefined : idOfName(one.name);
    return id === undefined ? [] : [{ label: one.displayName || id, description: id, id, one }];
  });
  if (items.length === 0) {
    inform(`There are no dashboards in ${targetText(profile)}.`);
    return undefined;
  }
  const alike = items.filter(({ one }) => isSameTitle(document, one));
  if (alike.length === 1) return alike[0]!.id;
  const before = choices.get(`${key} ${targetText(profile)}`);
  const chosen = await askPick(
    [...(alike.length > 0 ? alike : items)].sort((a, b) => Number(b.id === before) - Number(a.id === before)),
    { title: "Compare with Remote", placeHolder: "Which dashboard does this code create?" },
  );
  if (chosen) choices.set(`${key} ${targetText(profile)}`, chosen.id);
  return chosen?.id;
}

/** Whether a title, with anything in the place of what is filled in, is that of a dashboard. */
function isSameTitle(document: ReturnType<typeof readDocument>, { displayName }: DashboardResource): boolean {
  const filled = fillHolesFrom(document, { displayName }) as Record<string, unknown> | undefined;
  const own = filled?.["displayName"] ?? filled?.["display_name"];
  return own !== undefined && own === displayName;
}

function listed(document: vscode.TextDocument, around: unknown): readonly DashboardInFile[] {
  const form = fileFormOf(document.uri.toString(), document.languageId);
  return (form?.read(document.getText(), around) ?? []).map(
    ({ address, name, nameSpan, part, document: read }) => ({
      address,
      name,
      isWritten: read !== undefined,
      nameRange: rangeIn(document, nameSpan),
      range: rangeIn(document, part),
    }),
  );
}

function rangeIn(document: vscode.TextDocument, { offset, length }: { offset: number; length: number }) {
  return { start: document.positionAt(offset), end: document.positionAt(offset + length) };
}
