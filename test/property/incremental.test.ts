import { expect, it } from "vitest";
import { Dashboard } from "../../core/dashboard";
import { generatedDashboard } from "../bench/dashboards";
import { walk } from "./incremental-walk";

/** `MOSAIC_WALKS=25000` compares a million versions. */
const WALKS = Number(process.env["MOSAIC_WALKS"] ?? 150);
const SEED = 1000 * Number(process.env["MOSAIC_SEED"] ?? 1);

it(
  "finds after any edit what a fresh check finds, in every detail",
  () => {
    let steps = 0;
    let quick = 0;
    for (let i = 0; i < WALKS; i++) {
      const done = walk(SEED + i, 40);
      steps += done.steps;
      quick += done.quick;
    }
    // Otherwise nothing was compared but fresh checks with fresh checks.
    expect(quick).toBeGreaterThan(steps / 10);
  },
  30_000 + WALKS * 2000,
);

it("checks tile by tile whatever is typed inside of a tile or between them, unless the syntax is broken", () => {
  const text = generatedDashboard(12);
  let before = new Dashboard(text);
  void before.findings;
  for (const [from, to, byTile] of [
    ["CPU of group 3", "CPU of group 33", true],
    ["ALIGN_MEAN", "ALIGN_NONE", true],
    ['"width": 12', '"width": 12.5', true],
    ['"xPos": 24', '"xPos": 23', true],
    ['"displayName": "', '"displayName": "My ', true],
    ['"title": "Note 9"', '"title": "Note 9", "id"', false],
    ['"title": "Note 9", "id"', '"title": "Note 9", "id": "note"', true],
  ] as const) {
    const now = new Dashboard(before.text.replace(from, to), undefined, undefined, before);
    expect(now.findings).toEqual(new Dashboard(now.text).findings);
    expect([from, now.isOutlined]).toEqual([from, byTile]);
    before = now;
  }
});
