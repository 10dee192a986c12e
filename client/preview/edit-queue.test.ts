import { beforeEach, describe, expect, it } from "vitest";
import type { Gesture } from "../../core/grid/moves/gesture";
import type { HostMessage } from "../webview/picture/messages";
import type { EditAnswer } from "./deps";
import { EditQueue } from "./edit-queue";

const move = (dx: number): Gesture => ({ type: "move", tiles: ["/mosaicLayout/tiles/0/widget"], dx, dy: 0 });
const edits = (version: number): EditAnswer => ({
  version,
  edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: "x" }],
  select: [`tile after ${version}`],
});

/** A document whose version the test moves on, and a server that the test answers for. */
class Setup {
  version = 1;
  readonly asked: Gesture[] = [];
  readonly applied: number[] = [];
  readonly told: HostMessage[] = [];
  readonly failures: unknown[] = [];
  answer: () => Promise<EditAnswer | null> = async () => edits(this.version);
  apply: "applied" | "failed" | undefined;
  readonly queue = new EditQueue({
    ask: (gesture) => {
      this.asked.push(gesture);
      return this.answer();
    },
    apply: async (answer) => {
      if (this.apply) return this.apply;
      if (answer.version !== this.version) return "stale";
      this.applied.push(this.version++);
      return "applied";
    },
    notify: (message) => this.told.push(message),
    failed: (error) => this.failures.push(error),
  });

  async make(...requests: readonly [edit: number, gesture: Gesture][]): Promise<void> {
    for (const [edit, gesture] of requests) this.queue.add({ edit, picture: 7, gesture });
    await this.queue.settled();
  }
}

let setup: Setup;
beforeEach(() => {
  setup = new Setup();
});

describe("edits", () => {
  it("are made one after the other, each on the text that the one before has left", async () => {
    await setup.make([1, move(1)], [2, move(2)]);
    expect(setup.asked).toEqual([move(1), move(2)]);
    expect(setup.applied).toEqual([1, 2]);
    expect(setup.told).toEqual([
      { type: "edited", edit: 1, select: ["tile after 1"] },
      { type: "edited", edit: 2, select: ["tile after 2"] },
    ]);
  });

  it("are worked out again when the text has changed meanwhile", async () => {
    let asked = 0;
    setup.answer = async () => {
      const answer = edits(setup.version);
      if (asked++ === 0) setup.version++;
      return answer;
    };
    await setup.make([1, move(1)]);
    expect(setup.asked).toHaveLength(2);
    expect(setup.told.map(({ type }) => type)).toEqual(["edited"]);
  });

  it("are refused when the text never stands still", async () => {
    setup.answer = async () => edits(setup.version++);
    await setup.make([1, move(1)]);
    expect(setup.applied).toEqual([]);
    expect(setup.told).toEqual([
      { type: "refused", edit: 1, reason: expect.stringContaining("changed during the edit") },
    ]);
  });

  it("that change nothing leave the document alone", async () => {
    setup.answer = async () => ({ version: 1, edits: [], select: ["a"] });
    await setup.make([1, move(0)]);
    expect(setup.applied).toEqual([]);
    expect(setup.told).toEqual([{ type: "edited", edit: 1, select: ["a"] }]);
  });

  it.each<[string, Partial<Setup>, RegExp]>([
    ["the server's reason", { answer: async () => ({ reason: "Because." }) }, /^Because\.$/],
    ["a closed document", { answer: async () => null }, /not open in the Mosaic language server/],
    ["a document that cannot be written", { apply: "failed" }, /read-only/],
    [
      "a server that fails",
      { answer: () => Promise.reject(new Error("boom")) },
      /output channel for details/,
    ],
  ])("are refused with a sentence: %s", async (_, change, reason) => {
    Object.assign(setup, change);
    await setup.make([1, move(1)], [2, move(2)]);
    // One that fails does not keep the next from being tried.
    expect(setup.told).toEqual(
      [1, 2].map((edit) => ({ type: "refused", edit, reason: expect.stringMatching(reason) })),
    );
  });

  it("that have not begun are forgotten with the view", async () => {
    setup.queue.add({ edit: 1, picture: 7, gesture: move(1) });
    setup.queue.dispose();
    await setup.queue.settled();
    expect(setup.asked).toEqual([]);
    expect(setup.told).toEqual([]);
  });
});
