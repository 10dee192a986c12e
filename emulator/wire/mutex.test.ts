import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { KeyedMutex } from "./mutex";

test("tasks with one key run one after the other, others side by side, also after a failure", async () => {
  const mutex = new KeyedMutex();
  const seen: string[] = [];
  const task = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`);
    await sleep(ms);
    seen.push(`${name} ends`);
    if (name === "a1") throw new Error("no");
    return name;
  };
  const results = await Promise.allSettled([
    mutex.run("a", task("a1", 30)),
    mutex.run("a", task("a2", 1)),
    mutex.run("b", task("b", 10)),
  ]);
  expect(results.map((result) => result.status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(seen).toEqual(["a1 begins", "b begins", "b ends", "a1 ends", "a2 begins", "a2 ends"]);
});
