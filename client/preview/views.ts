import * as vscode from "vscode";
import { hasDashboards } from "../choose";
import { inform } from "../notify";
import { isDashboard, recognized } from "../recognized";
import type { Act } from "../webview/picture/messages";
import type { PreviewDeps } from "./deps";
import { type PictureView, sameUri } from "./picture-view";

/**
 * Every open view of a dashboard, beside the text or in its place. Keeps their pictures true to the texts and hands
 * commands to the view that is active.
 */
export class PreviewViews implements vscode.Disposable {
  private readonly views = new Set<PictureView>();
  private readonly disposables: vscode.Disposable[];

  constructor(deps: Pick<PreviewDeps, "onDidChangeFindings">) {
    const { window, workspace, commands } = vscode;
    const act = (command: string, act: Act) => commands.registerCommand(command, () => this.act(act));
    this.disposables = [
      window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        const cursor = selections[0]?.active;
        if (cursor) for (const view of this.of(textEditor.document.uri)) view.cursorAt(cursor);
      }),
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        for (const view of this.of(textEditor.document.uri)) view.textScrolled(textEditor);
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
        if (contentChanges.length > 0) for (const view of this.of(document.uri)) view.changed(reason);
      }),
      workspace.onDidOpenTextDocument((document) => {
        if (hasDashboards(document)) for (const view of this.of(document.uri)) view.changed();
      }),
      recognized.onDidChange((document) => {
        if (isDashboard(document)) for (const view of this.of(document.uri)) view.changed();
      }),
      workspace.onDidCloseTextDocument((document) => {
        for (const view of this.of(document.uri)) view.closed();
      }),
      workspace.onDidRenameFiles(({ files }) => this.renamed(files)),
      workspace.onDidDeleteFiles(({ files }) => {
        for (const view of this.views) {
          const shown = view.document;
          if (shown && files.some((file) => inside(file, shown) !== undefined)) view.deleted();
        }
      }),
      commands.registerCommand("mosaic.preview.undo", () => this.active?.undo("undo")),
      commands.registerCommand("mosaic.preview.redo", () => this.active?.undo("redo")),
      act("mosaic.exportPicture", "export"),
      act("mosaic.exportPng", "exportPng"),
      act("mosaic.copyImage", "copyImage"),
      act("mosaic.preview.addWidget", "add"),
      act("mosaic.preview.rename", "rename"),
      act("mosaic.preview.duplicate", "duplicate"),
      act("mosaic.preview.delete", "delete"),
      act("mosaic.preview.group", "group"),
      act("mosaic.preview.ungroup", "ungroup"),
      act("mosaic.preview.goToText", "goToText"),
      act("mosaic.preview.inspect", "inspect"),
      act("mosaic.preview.editQuery", "editQuery"),
      act("mosaic.preview.chooseMetric", "chooseMetric"),
      act("mosaic.preview.changeType", "changeType"),
      act("mosaic.preview.convertToMosaic", "convert"),
      act("mosaic.preview.copy", "copy"),
      act("mosaic.preview.cut", "cut"),
      act("mosaic.preview.paste", "paste"),
      act("mosaic.preview.newFromTiles", "newFromTiles"),
      act("mosaic.preview.alignLeft", "alignLeft"),
      act("mosaic.preview.alignCenter", "alignCenter"),
      act("mosaic.preview.alignRight", "alignRight"),
      act("mosaic.preview.alignTop", "alignTop"),
      act("mosaic.preview.alignMiddle", "alignMiddle"),
      act("mosaic.preview.alignBottom", "alignBottom"),
      act("mosaic.preview.distributeHorizontally", "distributeHorizontally"),
      act("mosaic.preview.distributeVertically", "distributeVertically"),
      act("mosaic.preview.swap", "swap"),
      act("mosaic.preview.find", "find"),
    ];
    if (deps.onDidChangeFindings) {
      this.disposables.push(
        deps.onDidChangeFindings(() => {
          for (const view of this.views) view.changed();
        }),
      );
    }
  }

  add(view: PictureView): void {
    this.views.add(view);
  }

  remove(view: PictureView): void {
    this.views.delete(view);
  }

  /** The view that has the focus. */
  get active(): PictureView | undefined {
    return [...this.views].find((view) => view.panel.active);
  }

  dispose(): void {
    for (const view of [...this.views]) view.dispose();
    for (const disposable of this.disposables) disposable.dispose();
  }

  private of(uri: vscode.Uri): PictureView[] {
    return [...this.views].filter((view) => view.isOf(uri));
  }

  /** Without an active view, the only one to be seen is meant. */
  private act(act: Act): void {
    const visible = [...this.views].filter((view) => view.panel.visible);
    const view = this.active ?? (visible.length === 1 ? visible[0] : undefined);
    if (view) view.act(act);
    else inform("Open the preview of a dashboard first.");
  }

  private renamed(files: readonly { readonly oldUri: vscode.Uri; readonly newUri: vscode.Uri }[]): void {
    for (const view of this.views) {
      const shown = view.document;
      if (!shown || view.place === "editor") continue;
      for (const { oldUri, newUri } of files) {
        const rest = inside(oldUri, shown);
        if (rest === undefined) continue;
        const uri = rest === "" ? newUri : vscode.Uri.joinPath(newUri, rest);
        view.follow({ uri, address: view.address });
        break;
      }
    }
  }
}

/** The path of `uri` below `folder`: empty when they are the same, undefined when it lies elsewhere. */
function inside(folder: vscode.Uri, uri: vscode.Uri): string | undefined {
  if (sameUri(folder, uri)) return "";
  if (folder.scheme !== uri.scheme || folder.authority !== uri.authority) return undefined;
  const start = folder.path.endsWith("/") ? folder.path : `${folder.path}/`;
  return uri.path.startsWith(start) ? uri.path.slice(start.length) : undefined;
}
