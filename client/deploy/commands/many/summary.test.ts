import { expect, test } from "vitest";
import { countTally, resultOf } from "./summary";

const failure = (outcomeUnknown: boolean) =>
  Object.assign(new Error("Stopped."), { kind: "cancelled", action: "Look.", outcomeUnknown }) as never;
const texts = (...all: string[]) => all.map((text) => ({ kind: "changed", pointer: "", text }));

test("what was done is counted first, and what there is none of is left out", () => {
  const results = (["failed", "created", "failed"] as const).map((tally) => ({ path: "", tally }));
  expect([...countTally(results)]).toEqual([
    ["created", 1],
    ["failed", 2],
  ]);
});

test.each([
  ["never begun", undefined, { tally: "cancelled" }],
  ["stopped", { kind: "cancelled", failure: failure(false) }, { tally: "cancelled" }],
  [
    "stopped, but it may have arrived",
    { kind: "cancelled", failure: failure(true) },
    { tally: "failed", reason: "Stopped. Look." },
  ],
  ["not chosen", { kind: "planned", plan: {} }, { tally: "cancelled" }],
  [
    "a pull that would lose edits",
    { kind: "planned", plan: { reason: "diverged", changes: texts("a") } },
    { tally: "conflicted", reason: "a" },
  ],
  [
    "a push that would lose edits",
    { kind: "conflict", conflict: { undone: texts("a", "b", "c") } },
    { tally: "conflicted", reason: "a (+2)" },
  ],
  [
    "a save without an answer",
    { kind: "failed", failure: failure(true) },
    { tally: "failed", reason: "Stopped. It may have been saved anyway. Push again to check." },
  ],
  [
    "failed for certain",
    { kind: "failed", failure: failure(false) },
    { tally: "failed", reason: "Stopped." },
  ],
  ["errors", { kind: "errors", errors: [{ message: "bad" }] }, { tally: "failed", reason: "bad" }],
  ["no such dashboard", { kind: "missing", id: "x" }, { tally: "failed" }],
  ["done", { kind: "updated" }, { tally: "updated" }],
])("%s", (_, outcome, expected) => {
  expect(resultOf("a.json", outcome as never)).toEqual({ path: "a.json", ...expected });
});
