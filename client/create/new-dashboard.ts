import * as vscode from "vscode";
import {
  type CreateParams,
  type CreateResult,
  type CreationChoice,
  type CreationsParams,
  type CreationsResult,
  type EditParams,
  type EditResult,
  type PictureParams,
  type PictureResult,
  type ReadPasteParams,
  type ReadPasteResult,
  Requests,
} from "../../server/protocol";
import { askMessage, askPick, askText } from "../ask";
import { chooseFile, createFile, folderFor, openUntitled, showCreated } from "../new-file";
import { inform, type ListItem } from "../notify";
import { applyEdit } from "../preview/apply-edit";
import type { OpenPeek } from "../preview/preview";
import type { Server } from "../server";
import { isBlank } from "../start-dashboard";
import type { Drafts } from "./drafts";

export interface CreateDeps {
  readonly server: Server;
  readonly peek: OpenPeek;
  readonly drafts: Drafts;
}

interface Choice extends ListItem {
  readonly creation?: CreationChoice;
  /** Another command that makes a dashboard. */
  readonly command?: string;
}

const ELSEWHERE: readonly Choice[] = [
  {
    label: "From a Remote Dashboard…",
    icon: "cloud-download",
    description: "Pull into a new file",
    command: "mosaic.pullDashboard",
  },
  {
    label: "From the Clipboard…",
    icon: "clippy",
    description: "JSON, YAML, gcloud output or Terraform code",
    command: "mosaic.import",
  },
];

const HEADINGS: Readonly<Record<CreationChoice["kind"], string>> = {
  start: "blank",
  template: "templates",
  service: "for a service",
};

const ICONS: Readonly<Record<CreationChoice["kind"], string>> = {
  start: "new-file",
  template: "dashboard",
  service: "cloud",
};

/**
 * *New Dashboard*: from a list, each drawn while it is chosen, into a new file below a folder.
 *
 * @param resource a folder or file of the explorer, if any
 */
export async function newDashboard(deps: CreateDeps, resource: unknown): Promise<void> {
  const folder = await folderFor(resource);
  const made = await chooseCreation(deps, folder, "New Dashboard", ELSEWHERE);
  if (!made) return;
  const { creation, answer, keep, discard } = made;
  if (!folder) {
    discard();
    const text = await textOf(deps, { id: creation.id, file: "new.dashboard.json", answer });
    if (text) await openUntitled(text);
    return;
  }
  const file = await chooseFile(folder, creation.kind === "start" ? "New dashboard" : creation.name);
  const title = file && creation.kind === "start" ? file.title : undefined;
  const params = {
    id: creation.id,
    folder: folder.uri.toString(),
    file: file?.uri.path ?? "",
    answer,
    title,
  };
  const text = file && (await textOf(deps, params));
  if (!file || !text || !(await createFile(file.uri, text))) {
    discard();
    return;
  }
  await showCreated(file.uri, keep);
}

/** Fills a file that is empty, or a dashboard without widgets. Both are one undo step. */
export async function fillDashboard(deps: CreateDeps, uri: vscode.Uri): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const made = await chooseCreation(deps, folder, "Fill the Dashboard", []);
  if (!made) return;
  made.discard();
  const { creation, answer } = made;
  const text = await textOf(deps, {
    id: creation.id,
    file: uri.path,
    folder: folder?.uri.toString(),
    answer,
  });
  if (!text) return;
  const document = await vscode.workspace.openTextDocument(uri);
  if (isBlank(document)) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
    return;
  }
  const problem = await pasteInto(deps.server, uri, text);
  if (problem) await askMessage("error", problem, {});
}

/** Puts the tiles of a dashboard into one that is open. @returns why not, if so */
async function pasteInto(server: Server, uri: vscode.Uri, text: string): Promise<string | undefined> {
  const picture: PictureParams = { uri: uri.toString() };
  const { version } = (await server.request<PictureResult>(Requests.picture, picture)) ?? {};
  const reading: ReadPasteParams = { text };
  const read = await server.request<ReadPasteResult>(Requests.readPaste, reading);
  if ("reason" in read) return read.reason;
  if (version === undefined) return "This dashboard is not open in the Mosaic language server.";
  const params: EditParams = {
    ...picture,
    known: version,
    gesture: { type: "paste", text, blocks: read.blocks },
  };
  const answer = await server.request<EditResult>(Requests.edit, params);
  if (!answer) return "This dashboard is not open in the Mosaic language server.";
  if ("reason" in answer) return answer.reason;
  const done = await applyEdit(uri, answer);
  return done === "applied"
    ? undefined
    : "The text changed during the edit, so nothing was changed. Try again.";
}

interface Made {
  readonly creation: CreationChoice;
  readonly answer?: string;
  /** Goes on with the preview for a file. */
  readonly keep: (uri: vscode.Uri) => void;
  readonly discard: () => void;
}

/** Lets somebody choose what to create, with a picture of it beside, and answers its question. */
async function chooseCreation(
  deps: CreateDeps,
  folder: { readonly uri: vscode.Uri } | undefined,
  title: string,
  elsewhere: readonly Choice[],
): Promise<Made | undefined> {
  const uri = folder?.uri;
  const params: CreationsParams = { folder: uri?.toString() };
  const all = await deps.server.request<CreationsResult>(Requests.creations, params);
  if (all.length === 0) {
    inform("The Mosaic language server does not respond. See the *Mosaic* output channel for details.");
    return undefined;
  }
  const preview = new ChoicePreview(deps, uri);
  const items = listOf(all, elsewhere);
  const chosen = await askPick(items, {
    title,
    placeHolder: "Search templates and services, such as load balancer or Pub/Sub",
    matchOnDescription: true,
    matchOnDetail: true,
    // The preview that opens may take the focus for a moment.
    ignoreFocusOut: true,
    onDidSelectItem: (item) => preview.choose((item as { readonly item?: Choice }).item?.creation),
  });
  const { creation, command } = chosen ?? {};
  if (command) await vscode.commands.executeCommand(command);
  const answer = creation?.input && (await ask(creation.input));
  if (!creation || (creation.input && answer === undefined)) {
    preview.discard();
    return undefined;
  }
  return {
    creation,
    ...(answer && { answer }),
    keep: (file) => preview.keep(file),
    discard: () => preview.discard(),
  };
}

function listOf(all: CreationsResult, elsewhere: readonly Choice[]): Choice[] {
  const items: Choice[] = [];
  for (const kind of ["start", "template", "service"] as const) {
    items.push({ label: HEADINGS[kind], kind: vscode.QuickPickItemKind.Separator });
    for (const creation of all) {
      if (creation.kind !== kind) continue;
      const { id, name, about } = creation;
      const isService = kind === "service";
      items.push({ label: name, icon: ICONS[kind], description: isService ? id : about, creation });
    }
    if (kind === "start" && elsewhere.length > 0) {
      items.push({ label: "from elsewhere", kind: vscode.QuickPickItemKind.Separator }, ...elsewhere);
    }
  }
  return items;
}

async function ask(input: NonNullable<CreationChoice["input"]>): Promise<string | undefined> {
  const pattern = new RegExp(input.pattern);
  return askText({
    title: "New Dashboard",
    prompt: input.prompt,
    placeHolder: input.example,
    ignoreFocusOut: true,
    validateInput: (text) => (pattern.test(text) ? undefined : input.problem),
  });
}

async function textOf(
  { server }: CreateDeps,
  { answer, title, folder, ...rest }: CreateParams,
): Promise<string | undefined> {
  const params: CreateParams = {
    ...rest,
    ...(folder && { folder }),
    ...(answer && { answer }),
    ...(title && { title }),
  };
  return (await server.request<CreateResult>(Requests.create, params)) ?? undefined;
}

/** The picture of what is highlighted in the list: opened with the first one, and one at a time. */
class ChoicePreview {
  private peek: ReturnType<OpenPeek> | undefined;
  private wanted: CreationChoice | undefined;
  private isDrawing = false;
  private isOver = false;

  constructor(
    private readonly deps: CreateDeps,
    private readonly folder: vscode.Uri | undefined,
  ) {}

  choose(creation: CreationChoice | undefined): void {
    this.wanted = creation ?? this.wanted;
    if (!this.isDrawing) void this.draw();
  }

  keep(uri: vscode.Uri): void {
    this.isOver = true;
    if (this.peek?.isOpen) this.peek.keep(uri);
    else void vscode.commands.executeCommand("mosaic.openPreviewToSide", uri);
  }

  discard(): void {
    this.isOver = true;
    this.peek?.dispose();
  }

  private async draw(): Promise<void> {
    this.isDrawing = true;
    try {
      for (let drawn: CreationChoice | undefined; this.wanted !== drawn && !this.isOver; ) {
        drawn = this.wanted!;
        const { id, name } = drawn;
        const file = "draft.dashboard.json";
        const text = await textOf(this.deps, { id, file, folder: this.folder?.toString() });
        if (text === undefined || this.isOver) continue;
        this.peek ??= this.deps.peek();
        if (this.peek.isOpen) await this.deps.drafts.show(this.peek, name, text);
      }
    } finally {
      this.isDrawing = false;
      if (this.isOver && this.peek?.isOpen && this.peek.isDraft) this.peek.dispose();
    }
  }
}
