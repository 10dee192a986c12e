import { expect, it } from "vitest";
import type { Io } from "../io";
import { progressOf } from "./progress";

function setUp(progress: boolean, total: number) {
  const printed: string[] = [];
  const io: Io = {
    cwd: "/",
    env: {},
    color: false,
    ...(progress ? { progress: (text) => void printed.push(`line ${text}`) } : {}),
    out: (text) => void printed.push(`out ${text}`),
    err: (text) => void printed.push(`err ${text}`),
    stdin: async () => "",
  };
  const line = progressOf(io, { interactive: true, ask: async (question) => question }, "Pushing", total);
  return { line, printed };
}

it("shows a line that gives way to what is printed and asked", async () => {
  const { line, printed } = setUp(true, 3);
  line.io.out("one: unchanged\n");
  line.show(1);
  const asked = line.terminal.ask("Save it?");
  line.show(2);
  expect(await asked).toBe("Save it?");
  line.io.err("two: saved\n");
  line.show(3);
  line.end();
  line.show(3);
  const clear = "line ";
  expect(printed).toEqual([
    "line Pushing 0/3",
    clear,
    "out one: unchanged\n",
    "line Pushing 1/3",
    clear,
    "err two: saved\n",
    "line Pushing 3/3",
    clear,
  ]);
});

it("shows nothing without a terminal, or for one file", () => {
  for (const [progress, total] of [
    [false, 9],
    [true, 1],
  ] as const) {
    const { line, printed } = setUp(progress, total);
    line.show(1);
    line.io.out("text");
    line.end();
    expect(printed).toEqual(["out text"]);
  }
});
