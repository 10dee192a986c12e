import { describe, expect, it } from "vitest";
import type { StateThreshold } from "../../../core/grid/sketch";
import { contrast, groundFor, inkFor } from "./legible";
import { bandsOf, stateColour, stateOf } from "./states";
import { spanName, timeLabels } from "./time-labels";

const at = (value: number, colour: StateThreshold["colour"], above = true): StateThreshold => ({
  value,
  label: `${colour} ${value}`,
  colour,
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
  ])("a boundary belongs to its state, and red wins: %d", (value, colour) => {
    expect(stateOf(value, STATES)?.colour).toBe(colour);
  });

  it("have colors where there are states at all", () => {
    expect(stateColour(undefined, STATES)).toBe("good");
    expect(stateColour(undefined, [at(1, "none")])).toBe(0);
    expect(stateColour(STATES[1], STATES)).toBe("bad");
  });

  it("divide a dial", () => {
    expect(bandsOf(0, 100, STATES)).toEqual([
      { to: 5, colour: "bad" },
      { to: 60, colour: "good" },
      { to: 80, colour: "fair" },
      { to: 100, colour: "bad" },
    ]);
    expect(bandsOf(0, 100, [])).toEqual([]);
    expect(bandsOf(0, 100, [at(200, "red")])).toEqual([{ to: 100, colour: "good" }]);
  });
});

it("a color that is given alone gets one that it can be read with", () => {
  for (const colour of ["#000000", "#ffffff", "#7b1fa2", "#ffee58", "#9e9e9e"]) {
    expect(contrast(colour, groundFor(colour, ""))).toBeGreaterThan(4.5);
    expect(contrast(colour, inkFor("", colour))).toBeGreaterThan(4.5);
  }
  expect(groundFor("#123456", "#654321")).toBe("#654321");
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
