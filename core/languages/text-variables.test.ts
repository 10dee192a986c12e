import { describe, expect, it } from "vitest";
import { textVariables, withVariables } from "./text-variables";

const values: Readonly<Record<string, string>> = { zone: "europe-west1-b", "zone-2": "two", empty: "" };
const valueOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);

describe("template variables in the content of a text widget", () => {
  it.each([
    ["Zone ${zone}, ${zone.value}, $zone.", "Zone europe-west1-b, europe-west1-b, europe-west1-b."],
    ["$zone-2 and $zone-3 and ${zone-2}", "two and europe-west1-b-3 and two"],
    ["[${empty}]", "[]"],
    ["${HOME} $PATH ${zone $zones $5 $$ ${zone.label}", "${HOME} $PATH ${zone $zones $5 $$ ${zone.label}"],
    ["`${zone}`", "`europe-west1-b`"],
    ["", ""],
  ])("%s", (text, expected) => {
    expect(withVariables(text, valueOf)).toBe(expected);
  });

  it("does not read a value again", () => {
    expect(withVariables("${a}", (name) => (name === "a" ? "$b ${b}" : name === "b" ? "x" : undefined))).toBe(
      "$b ${b}",
    );
  });

  it("ends on a long row of hyphens", () => {
    expect(textVariables(`$a${"-a".repeat(20_000)}`, () => false)).toEqual([]);
  });
});
