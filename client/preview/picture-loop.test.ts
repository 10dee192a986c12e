import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PictureAnswer } from "../../core/features/reading/picture";
import { drawPicture, type Picture } from "../../core/grid/picture";
import { diffPicture } from "../../core/grid/picture-patch";
import type { HostMessage } from "../webview/picture/messages";
import { PictureLoop } from "./picture-loop";

const picture = (version: number, title = `v${version}`): Picture =>
  drawPicture(
    { displayName: title, gridLayout: { widgets: [{ title, blank: {} }] } },
    undefined,
    undefined,
    version,
  );
const whole = (version: number): PictureAnswer => ({ version, picture: picture(version) });
const patch = (from: number, to: number): PictureAnswer => ({
  version: to,
  patch: diffPicture(picture(from), picture(to)),
});

/** A server whose answers the test gives by hand. */
class Setup {
  readonly asked: (number | undefined)[] = [];
  readonly posted: HostMessage[] = [];
  readonly titles: (string | undefined)[] = [];
  readonly failures: unknown[] = [];
  private readonly waiting: { resolve(answer: PictureAnswer | null): void; reject(error: unknown): void }[] =
    [];
  readonly loop = new PictureLoop("file:///a", {
    ask: (known) => {
      this.asked.push(known);
      return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
    },
    post: (message) => this.posted.push(structuredClone(message)),
    drawn: (drawn) => this.titles.push(drawn?.title),
    failed: (error) => this.failures.push(error),
  });

  async answer(answer: PictureAnswer | null | Error): Promise<void> {
    const { resolve, reject } = this.waiting.shift()!;
    if (answer instanceof Error) reject(answer);
    else resolve(answer);
    await vi.runAllTimersAsync();
  }

  /** Types of what was posted since the last call. */
  posts(): string[] {
    return this.posted.splice(0).map((message) => message.type);
  }
}

let setup: Setup;
beforeEach(() => {
  vi.useFakeTimers();
  setup = new Setup();
});
afterEach(() => {
  setup.loop.dispose();
  vi.useRealTimers();
});

async function shown(): Promise<void> {
  setup.loop.webviewReady();
  await vi.runAllTimersAsync();
  await setup.answer(whole(1));
  expect(setup.posts()).toEqual(["picture"]);
}

describe("asking", () => {
  it("waits for the webview, then asks once", async () => {
    setup.loop.changed();
    await vi.runAllTimersAsync();
    expect(setup.asked).toEqual([]);
    await shown();
    expect(setup.asked).toEqual([undefined]);
  });

  it("has one request in flight, however fast the typing, and one more for all the rest", async () => {
    await shown();
    for (let i = 0; i < 20; i++) {
      setup.loop.changed();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(setup.asked).toEqual([undefined, 1]);
    await setup.answer(patch(1, 2));
    expect(setup.asked).toEqual([undefined, 1, 2]);
    await setup.answer({ version: 2 });
    expect(setup.asked).toHaveLength(3);
    expect(setup.posts()).toEqual(["patch", "unchanged"]);
  });

  it("stops while the webview is hidden, and shows the kept picture at once when it is back", async () => {
    await shown();
    setup.loop.webviewGone();
    setup.loop.changed();
    await vi.runAllTimersAsync();
    expect(setup.asked).toHaveLength(1);
    setup.loop.webviewReady();
    expect(setup.posts()).toEqual(["picture"]);
    await vi.runAllTimersAsync();
    expect(setup.asked).toEqual([undefined, 1]);
    await setup.answer(patch(1, 2));
    expect(setup.posts()).toEqual(["patch"]);
  });

  it("does nothing with an answer that comes after the end", async () => {
    await shown();
    setup.loop.changed();
    await vi.runAllTimersAsync();
    setup.loop.dispose();
    await setup.answer(patch(1, 2));
    expect(setup.posts()).toEqual([]);
  });
});

describe("answers", () => {
  it("bring the title of the picture", async () => {
    await shown();
    setup.loop.changed();
    await vi.runAllTimersAsync();
    await setup.answer(patch(1, 2));
    expect(setup.titles).toEqual(["v1", "v2"]);
  });

  it("that do not fit lead to the whole picture", async () => {
    await shown();
    setup.loop.changed();
    await vi.runAllTimersAsync();
    await setup.answer(patch(7, 8));
    expect(setup.asked).toEqual([undefined, 1, undefined]);
    await setup.answer(whole(8));
    expect(setup.posts()).toEqual(["picture"]);
  });

  it("about broken text keep the picture and mark it, until it is whole again", async () => {
    await shown();
    setup.loop.changed();
    await vi.runAllTimersAsync();
    await setup.answer({ version: 1, stale: { problems: 2 } });
    expect(setup.posted.splice(0)).toEqual([{ type: "unchanged", stale: { problems: 2 } }]);
    setup.loop.changed();
    await vi.runAllTimersAsync();
    await setup.answer({ version: 1 });
    expect(setup.posted.splice(0)).toEqual([{ type: "unchanged" }]);
  });

  it("about text that never was whole say so", async () => {
    setup.loop.webviewReady();
    await vi.runAllTimersAsync();
    await setup.answer({ version: 0, stale: { problems: 3 } });
    expect(setup.posted.splice(0)).toEqual([
      { type: "nothing", document: "file:///a", reason: "invalid", problems: 3 },
    ]);
  });

  it("that fail are told once and leave the picture; the next change asks again", async () => {
    await shown();
    setup.loop.changed();
    await vi.runAllTimersAsync();
    await setup.answer(new Error("server is gone"));
    expect(setup.failures).toHaveLength(1);
    expect(setup.posts()).toEqual(["unchanged"]);
    await vi.runAllTimersAsync();
    expect(setup.asked).toHaveLength(2);
    setup.loop.changed();
    await vi.runAllTimersAsync();
    await setup.answer(patch(1, 2));
    expect(setup.posts()).toEqual(["patch"]);
  });

  it.each([null, new Error("no server")])(
    "that there are none are told when there is no picture",
    async (none) => {
      setup.loop.webviewReady();
      await vi.runAllTimersAsync();
      await setup.answer(none);
      expect(setup.posted.splice(0)).toMatchObject([{ type: "nothing", reason: "unavailable" }]);
    },
  );
});

describe("a document that is closed", () => {
  it("keeps its picture without asking, until it is open again", async () => {
    await shown();
    setup.loop.freeze();
    setup.loop.webviewGone();
    setup.loop.webviewReady();
    await vi.runAllTimersAsync();
    expect(setup.posts()).toEqual(["picture"]);
    expect(setup.asked).toHaveLength(1);
    setup.loop.changed();
    await vi.runAllTimersAsync();
    expect(setup.asked).toHaveLength(2);
  });

  it("and deleted has no picture", async () => {
    await shown();
    setup.loop.close();
    expect(setup.posted.splice(0)).toMatchObject([{ type: "nothing", reason: "closed" }]);
    expect(setup.titles.at(-1)).toBeUndefined();
  });
});
