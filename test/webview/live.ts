import type { WebviewMessage } from "../../client/webview/picture/messages";
import { Dashboard } from "../../core/dashboard";
import { copyTiles, readPaste } from "../../core/features/changing/clipboard";
import { fixesOf } from "../../core/features/changing/fixes";
import { applyGesture } from "../../core/features/changing/gestures";
import { findTiles } from "../../core/features/reading/find-tiles";
import { PictureTracker } from "../../core/features/reading/picture";
import type { Finding } from "../../core/finding";
import type { Gesture } from "../../core/grid/moves/gesture";
import { inspect } from "../../core/inspector/inspect";
import { changeQuery } from "../../core/query-builder/write";
import type { Harness, OpenOptions, Preview } from "./harness";
import { queryAnswer } from "./query-answers";

/** A webview with a text behind it: what the host and the server do with gestures, without either. */
export class LiveDashboard {
  private readonly keeper = new PictureTracker(1);
  private known: number | undefined;
  /** Gestures that were sent, in order. */
  readonly gestures: Gesture[] = [];
  /** Everything else that was sent since the last look. */
  private readonly others: WebviewMessage[] = [];

  private constructor(
    readonly preview: Preview,
    public text: string,
  ) {}

  static async open(
    harness: Harness,
    dashboard: object | string,
    options: OpenOptions & {
      readonly editable?: boolean;
      readonly place?: "side" | "editor";
      readonly inspector?: boolean;
    } = {},
  ): Promise<LiveDashboard> {
    const text = typeof dashboard === "string" ? dashboard : JSON.stringify(dashboard, null, 2);
    const live = new LiveDashboard(await harness.open(options), text);
    const { editable = true, place = "side", inspector } = options;
    await live.preview.send({ type: "mode", place, editable, locked: false, inspector });
    await live.show();
    await live.sent();
    return live;
  }

  /** Sends the picture of the text as it is now. */
  async show(): Promise<void> {
    const { document, canonical, findings } = new Dashboard(this.text);
    const answer = this.keeper.answer(document, canonical, findings, this.known);
    this.known = answer.version;
    const { picture, patch } = answer;
    if (picture) await this.preview.show(picture);
    else if (patch) await this.preview.send({ type: "patch", patch });
    else await this.preview.send({ type: "unchanged" });
  }

  /** Makes what was asked for since the last time, as host and server would. @returns how many edits that were. */
  async settle(): Promise<number> {
    let made = 0;
    for (const message of await this.preview.received()) {
      if (message.type === "clipboard" || message.type === "ask") await this.answer(message);
      if (message.type !== "edit") {
        this.others.push(message);
        continue;
      }
      made++;
      this.gestures.push(message.gesture);
      await this.make(message);
    }
    return made;
  }

  /** What was sent that is no edit. */
  async sent(): Promise<WebviewMessage[]> {
    await this.settle();
    return this.others.splice(0);
  }

  /** The dashboard as it is written now. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they please.
  get value(): any {
    return JSON.parse(this.text);
  }

  /** `[x, y, w, h]` of a tile by its title. */
  rect(title: string): number[] {
    const tile = this.value.mosaicLayout.tiles.find(
      (one: { widget: { title?: string } }) => one.widget.title === title,
    );
    return [tile.xPos ?? 0, tile.yPos ?? 0, tile.width, tile.height];
  }

  /** Text of the clipboard, which any number of dashboards share. */
  clipboard = "";

  private async answer(message: Extract<WebviewMessage, { type: "clipboard" | "ask" }>): Promise<void> {
    const dashboard = new Dashboard(this.text);
    if (message.type === "ask") {
      const result = this.resultOf(dashboard, message);
      await this.preview.send({ type: "answer", ask: message.ask, result });
      return;
    }
    const { action, tiles } = message;
    if (action === "copy" || action === "cut") {
      this.clipboard = copyTiles(dashboard, tiles) ?? "";
      await this.preview.send({ type: "copied", tiles, cut: action === "cut" });
    } else if (action === "paste") {
      const read = readPaste(this.clipboard);
      await this.preview.send(
        read.ok
          ? { type: "clipboard", text: this.clipboard, blocks: read.blocks }
          : { type: "refused", edit: 0, reason: read.reason },
      );
    }
  }

  /** What the server says to a question. */
  private resultOf(
    dashboard: Dashboard,
    { method, params }: Extract<WebviewMessage, { type: "ask" }>,
  ): unknown {
    if (method === "mosaic/findTiles") return findTiles(dashboard, String(params["text"]));
    if (method !== "mosaic/inspect") return queryAnswer(dashboard, method, params);
    const fixes = (finding: Finding) => fixesOf(dashboard, finding).map(({ title }) => title);
    return inspect(dashboard, params["tiles"] as string[], dashboard.findings, 1, fixes) ?? null;
  }

  private async make(message: Extract<WebviewMessage, { type: "edit" }>): Promise<void> {
    const { edit, gesture } = message;
    const dashboard = new Dashboard(this.text);
    const result = applyGesture(
      dashboard,
      gesture,
      (finding) => fixesOf(dashboard, finding),
      (query, seen, change) => changeQuery(dashboard, query, seen, change),
    );
    if (!result.ok) {
      await this.preview.send({ type: "refused", edit, reason: result.reason });
      return;
    }
    for (const { offset, length, text } of [...result.edits].sort((a, b) => b.offset - a.offset)) {
      this.text = this.text.slice(0, offset) + text + this.text.slice(offset + length);
    }
    await this.preview.send({
      type: "edited",
      edit,
      select: result.select,
      ...(result.also && { also: result.also }),
    });
    await this.show();
  }
}
