import { describe, expect, it } from "vitest";
import type { StateThreshold } from "../sketch";
import { backgroundFor, contrast, foregroundFor } from "./legible";
import { bandsOf, stateColor, stateOf } from "./states";
import { spanName, timeLabels } from "./time-labels";

const at = (value: number, color: StateThreshold["color"], above = true): StateThreshold => ({
  value,
  label: `${color} ${value}`,
  color,
  above,
});
const STATES = [at(60, "yellow"), at(80, "red"), at(5, "red", false)];

describe("states", () => {
  it.each([
    [50, undefined],
    [60, "yellow"],
    [80, "red"],
    [99, "red"],
    [5, "red"],
    [4, "red"],
  ])("a boundary belongs to its state, and red wins: %d", (value, color) => {
    expect(stateOf(value, STATES)?.color).toBe(color);
  });

  it("have colors where there are states at all", () => {
    expect(stateColor(undefined, STATES)).toBe("good");
    expect(stateColor(undefined, [at(1, "none")])).toBe(0);
    expect(stateColor(STATES[1], STATES)).toBe("bad");
  });

  it("divide a dial", () => {
    expect(bandsOf(0, 100, STATES)).toEqual([
      { to: 5, color: "bad" },
      { to: 60, color: "good" },
      { to: 80, color: "fair" },
      { to: 100, color: "bad" },
    ]);
    expect(bandsOf(0, 100, [])).toEqual([]);
    expect(bandsOf(0, 100, [at(200, "red")])).toEqual([{ to: 100, color: "good" }]);
  });
});

it("a color that is given alone gets one that it can be read with", () => {
  for (const color of ["#000000", "#ffffff", "#7b1fa2", "#ffee58", "#9e9e9e"]) {
    expect(contrast(color, backgroundFor(color, ""))).toBeGreaterThan(4.5);
    expect(contrast(color, foregroundFor("", color))).toBeGreaterThan(4.5);
  }
  expect(backgroundFor("#123456", "#654321")).toBe("#654321");
});

it("times are hours within two days, else days", () => {
  const noon = Date.UTC(2024, 0, 15, 12);
  expect(timeLabels([noon, noon + 3_600_000])).toEqual(["12:00", "13:00"]);
  expect(timeLabels([noon, noon + 5 * 86_400_000])).toEqual(["Jan 15", "Jan 20"]);
  expect(timeLabels([])).toEqual([]);
});

it.each([
  [604_800, "1 week"],
  [172_800, "2 days"],
  [5400, "90 minutes"],
  [60, "1 minute"],
])("%d seconds are %s", (seconds, name) => {
  expect(spanName(seconds)).toBe(name);
});
