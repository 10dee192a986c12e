import type { LiveNews } from "../../client/webview/picture/messages";
import { Dashboard } from "../../core/dashboard";
import { pictureOf } from "../../core/features/reading/picture";
import { type SessionOptions, SessionOverText } from "../support/live-session";
import type { Harness, OpenOptions, Preview } from "./harness";

/** A webview with live data of a service: what host and server do with its wishes, without either. */
export class LiveStage {
  private version = 0;

  private constructor(
    readonly preview: Preview,
    readonly over: SessionOverText,
    private readonly news: LiveNews[],
  ) {}

  static async open(
    harness: Harness,
    text: string,
    endpoint: string,
    { now, check, hour, ...options }: OpenOptions & SessionOptions = {},
  ): Promise<LiveStage> {
    const news: LiveNews[] = [];
    const own = { now: now ?? Date.now, check: check ?? 2000, hour: hour ?? 20_000 };
    const over = new SessionOverText(text, endpoint, { ...own, post: (one) => news.push(one) });
    const stage = new LiveStage(await harness.open(options), over, news);
    await stage.preview.send({ type: "mode", place: "side", editable: true, locked: false });
    await stage.show();
    over.session.ready();
    await stage.pump();
    return stage;
  }

  /** Shows the picture of the text as it is now. */
  async show(): Promise<void> {
    const { document, canonical, findings } = new Dashboard(this.over.text);
    await this.preview.show(pictureOf(document, canonical, findings, ++this.version));
  }

  /** Carries wishes and news between page and session, once. @returns whether there were any */
  async pump(): Promise<boolean> {
    let moved = false;
    for (const message of await this.preview.received()) {
      if (message.type !== "live") continue;
      moved = true;
      await this.over.session.receive(message.wish);
    }
    for (const one of this.news.splice(0)) {
      moved = true;
      await this.preview.send({ type: "live", news: one });
    }
    return moved;
  }

  /** Until nothing is on its way and everything in sight is drawn. */
  async settle(): Promise<void> {
    const isQuiet = async () => {
      const moved = await this.pump();
      const isWaiting = await this.preview.page.evaluate(() => {
        const end = document.querySelector(".viewport")?.getBoundingClientRect().bottom ?? 0;
        return [...document.querySelectorAll(".live-state-loading")].some((node) => {
          const { top } = node.closest(".tile")!.getBoundingClientRect();
          return node.checkVisibility() && top < end;
        });
      });
      return !moved && !this.over.state?.pending && !isWaiting;
    };
    const end = Date.now() + 30_000;
    for (let quiet = 0; quiet < 3; quiet = (await isQuiet()) ? quiet + 1 : 0) {
      if (Date.now() > end) throw new Error("Live data did not come to rest.");
      await this.preview.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await this.preview.drawn();
  }

  /** Switches to live data and waits for it. */
  async turnOn(): Promise<void> {
    await this.preview.page.getByRole("button", { name: "Live data" }).click();
    await this.settle();
  }
}
