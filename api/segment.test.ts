import { expect, it } from "vitest";
import { segment } from "./segment";

it("never changes how many segments a path has", () => {
  for (const text of ["a", "a/b", "a\\b", "a?b#c", "...", "a..", "%2e%2e", " ", "\n", "..\\..", "ä"])
    expect(new URL(`https://host.test/v1/${segment(text)}/x`).pathname.split("/"), text).toHaveLength(4);
  for (const text of ["", ".", ".."]) expect(() => segment(text), text).toThrow(TypeError);
});
