import { expect, it } from "vitest";
import { LruCache } from "./lru-cache";

it("makes a value once while its key is asked for, and forgets those that are not", () => {
  const made: number[] = [];
  const recent = new LruCache<number, number | undefined>(3);
  const ask = (key: number) =>
    recent.get(key, () => {
      made.push(key);
      return key === 0 ? undefined : key * 2;
    });
  for (let key = 1; key < 20; key++) expect([ask(0), ask(key)]).toEqual([undefined, key * 2]);
  expect(made.filter((key) => key === 0)).toEqual([0]);
  ask(19);
  ask(1);
  expect(made).toEqual([0, ...Array.from({ length: 19 }, (_, i) => i + 1), 1]);
});

it("keeps what the caller makes of a key", () => {
  const kept: string[] = [];
  const recent = new LruCache<string, number>(8, (key) => {
    kept.push(key);
    return key;
  });
  recent.get("a", () => 1);
  recent.get("a", () => 2);
  expect(kept).toEqual(["a"]);
});
