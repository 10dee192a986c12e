import fc from "fast-check";
import { expect, it } from "vitest";
import type { StringNode } from "./node";
import { readDocument } from "./reader";
import { escapeForJson, StringMap } from "./string-map";

/** Random text written with random spellings of each character: plain, short escape or \u escape. */
const spelled = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom('"', "\\", "/", "\n", "\t", "é", "漢", "\ud83d\ude00"),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
    fc.nat(2),
  ),
);

function spell(char: string, how: number): string {
  if (how === 2)
    return [...Array(char.length).keys()]
      .map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, "0")}`)
      .join("");
  if (how === 1 && char === "/") return "\\/";
  return escapeForJson(char);
}

it("maps every decoded offset to its source and back", () => {
  fc.assert(
    fc.property(spelled, fc.string(), (parts, before) => {
      const key = JSON.stringify(before);
      const sources = parts.map(([char, how]) => spell(char, how));
      const text = `{${key}: "${sources.join("")}"}`;
      const node = (readDocument(text).root as { properties: { value: StringNode }[] } & StringNode)
        .properties[0]!.value;
      expect(node.value).toBe(parts.map(([char]) => char).join(""));
      const map = new StringMap(text, node);
      let decoded = 0;
      let source = node.offset + 1;
      for (const [i, [char, how]] of parts.entries()) {
        expect(map.toSource(decoded)).toBe(source);
        expect(map.toDecoded(source)).toBe(decoded);
        if (sources[i]!.length > 1 && char.length === 1 && how !== 0)
          expect(map.toDecoded(source + 1)).toBe(decoded);
        decoded += char.length;
        source += sources[i]!.length;
      }
      expect(map.toSource(decoded)).toBe(node.offset + node.length - 1);
      expect(map.toDecoded(node.offset + node.length - 1)).toBe(decoded);
    }),
  );
});

it.each([
  ['{"a": "x\\qy', "xy", [7, 10]],
  ['{"a": "x\\"', 'x"', [7, 8]],
  ['{"a": "\\u12', "", []],
] as const)("stays inside a broken string %s", (text, decoded, sources) => {
  const node = (readDocument(text).root as never as { properties: { value: StringNode }[] }).properties[0]!
    .value;
  expect(node.value).toBe(decoded);
  const map = new StringMap(text, node);
  expect(sources.map((_, i) => map.toSource(i))).toEqual(sources);
  for (let i = 0; i <= text.length; i++) expect(map.toDecoded(i)).toBeLessThanOrEqual(decoded.length);
});
