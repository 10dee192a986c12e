import { expect, it } from "vitest";
import { Rerun } from "./rerun";

/** A job that reads a value when it starts and stores it when it is let go. */
function slowReader() {
  const world = { now: "old", stored: "", runs: 0, running: 0, mostAtOnce: 0 };
  const gates: (() => void)[] = [];
  const rerun = new Rerun(async () => {
    world.runs++;
    world.mostAtOnce = Math.max(world.mostAtOnce, ++world.running);
    const read = world.now;
    await new Promise<void>((resolve) => gates.push(resolve));
    world.running--;
    if (read === "broken") throw new Error("It cannot be read.");
    world.stored = read;
  });
  const letGo = async () => {
    gates.shift()!();
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  return { world, rerun, letGo };
}

it("what is asked for during a run is read after it, once for all who ask", async () => {
  const { world, rerun, letGo } = slowReader();
  const first = rerun.run();
  world.now = "new";
  const second = rerun.run();
  const third = rerun.run();
  await letGo();
  await first;
  expect(world.stored).toBe("old");
  await letGo();
  await Promise.all([second, third]);
  expect(world).toMatchObject({ stored: "new", runs: 2, mostAtOnce: 1 });
});

it("a run that fails keeps the next one from nothing", async () => {
  const { world, rerun, letGo } = slowReader();
  world.now = "broken";
  const first = rerun.run();
  const failed = expect(first).rejects.toThrow("cannot be read");
  world.now = "whole";
  const second = rerun.run();
  await letGo();
  await failed;
  await letGo();
  await second;
  const last = rerun.run();
  await letGo();
  await last;
  expect(world).toMatchObject({ stored: "whole", runs: 3, mostAtOnce: 1 });
});
