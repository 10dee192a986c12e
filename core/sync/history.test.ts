import { expect, it } from "vitest";
import { type BaseSource, findBase, gapOf } from "./base";
import { baseFromHistory, type GitHistory } from "./history";

const PATH = "web.dashboard.json";
const board = (displayName: string, more: object = {}) => ({ displayName, gridLayout: {}, ...more });
const REMOTE = { ...board("B"), name: "projects/99/dashboards/web", etag: "e" };

function history(texts: readonly string[], gap?: "shallow"): GitHistory & { read: number } {
  return {
    read: 0,
    async *versions() {
      for (const [i, text] of texts.entries()) {
        this.read++;
        yield { text, label: `c${i}` };
      }
    },
    gap: async () => gap,
  };
}
const texts = (...values: object[]) => values.map((value) => JSON.stringify(value));
const received = (displayName: string): BaseSource => ({
  find: async () => ({ value: { ...REMOTE, ...board(displayName) }, origin: "the state" }),
});

it("finds the newest version that equals what the service has, and reads no further", async () => {
  const git = history(texts(board("C"), board("B"), board("B"), board("A")));
  const base = await findBase([baseFromHistory(git)], { id: "web", path: PATH, remote: REMOTE });
  expect(base).toEqual({ value: { ...board("B"), name: REMOTE.name }, origin: "the commit c1" });
  expect(git.read).toBe(2);
});

it("skips what is broken and what was another dashboard", async () => {
  const other = { ...board("B"), name: "projects/p/dashboards/other" };
  const git = history(["{", "[]", ...texts(other, board("C"))]);
  expect(await findBase([baseFromHistory(git)], { id: "web", path: PATH, remote: REMOTE })).toBe(undefined);
  const own = { ...board("B"), name: "projects/p/dashboards/web" };
  expect(
    await findBase([baseFromHistory(history(texts(other, own)))], { id: "web", path: PATH, remote: REMOTE }),
  ).toMatchObject({
    origin: "the commit c1",
  });
});

it("counts a version that is newer than what was received here", async () => {
  const git = baseFromHistory(history(texts(board("C"), board("B"), board("A"))));
  expect(await findBase([received("A"), git], { id: "web", path: PATH, remote: REMOTE })).toMatchObject({
    origin: "the commit c1",
  });
});

it.each([
  ["older than what was received here: somebody took the newer one back", ["D", "C", "B"], "C"],
  ["of which nobody knows whether it is older", ["D", "B", "A"], "not committed"],
])("does not count a version %s", async (_, versions, known) => {
  const git = baseFromHistory(history(texts(...versions.map((v) => board(v)))));
  expect(await findBase([received(known), git], { id: "web", path: PATH, remote: REMOTE })).toMatchObject({
    origin: "the state",
  });
});

it("says why history is missing", async () => {
  expect(await gapOf([received("A"), baseFromHistory(history([], "shallow"))], PATH)).toBe("shallow");
  expect(await gapOf([baseFromHistory(history([]))], PATH)).toBe(undefined);
});
