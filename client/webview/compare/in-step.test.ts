import { expect, it } from "vitest";
import { topInStep } from "./in-step";

it("is the same place without tiles that both have", () => {
  expect(topInStep(0, [])).toBe(0);
  expect(topInStep(420, [])).toBe(420);
});

it("follows rows that were moved down", () => {
  const anchors = [
    [100, 300],
    [500, 700],
  ] as const;
  expect(topInStep(0, anchors)).toBe(0);
  expect(topInStep(50, anchors)).toBe(150);
  expect(topInStep(100, anchors)).toBe(300);
  expect(topInStep(300, anchors)).toBe(500);
  expect(topInStep(900, anchors)).toBe(1100);
});

it("never goes back, although a tile moved past others", () => {
  const anchors = [
    [100, 900],
    [200, 200],
    [300, 300],
    [400, 100],
  ] as const;
  const tops = Array.from({ length: 60 }, (_, i) => topInStep(i * 20, anchors));
  expect([...tops].sort((a, b) => a - b)).toEqual(tops);
  expect(topInStep(200, anchors)).toBe(200);
});
