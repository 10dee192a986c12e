import { describe, expect, test } from "vitest";
import { readPageToken, writePageToken } from "./page-token";

const NOW = Date.parse("2026-03-01T08:00:00Z");
const HOUR = 3_600_000;

describe("page tokens", () => {
  test("lead back to their position for a day", () => {
    const token = writePageToken({ scope: "s", after: "pears ✓" }, NOW);
    expect(readPageToken(token, "s", NOW + 24 * HOUR)).toBe("pears ✓");
    expect(() => readPageToken(token, "s", NOW + 25 * HOUR)).toThrow("page token is not valid");
  });

  test("cannot be made up, changed or used elsewhere", () => {
    const token = writePageToken({ scope: "s", after: "pears" }, NOW);
    const changed = Buffer.from(token, "base64url").toString().replace("pears", "plums");
    for (const bad of ["x", Buffer.from(changed).toString("base64url"), token.slice(0, -4)]) {
      expect(() => readPageToken(bad, "s", NOW)).toThrow("page token is not valid");
    }
    expect(() => readPageToken(token, "t", NOW)).toThrow("page token is not valid");
  });
});
