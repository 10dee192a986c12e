import { expect, it } from "vitest";
import { readDocument } from "../document/reader";
import { spanOfViolation } from "./violation-span";

const TEXT =
  '{"display_name": "d", "mosaicLayout": {"columns": 0, "tiles": [{"x_pos": 1}, {"widget": {"title": "t", "collapsibleGroup": {}}}]}}';
const at = (pointer: string | undefined, message = "") => {
  const { offset, length } = spanOfViolation(readDocument(TEXT), { pointer, message });
  return TEXT.slice(offset, offset + length);
};

it.each([
  ["/mosaicLayout/columns", "0"],
  ["/mosaicLayout/tiles/0/xPos", "1"],
  ["/displayName", '"d"'],
  ["/mosaicLayout/tiles", '"tiles"'],
  ["/mosaicLayout/tiles/1", "{"],
  ["/mosaicLayout/tiles/1/widget/content", '"widget"'],
  ["/mosaicLayout/tiles/7/widget", '"tiles"'],
  ["/gridLayout/columns", "{"],
  ["", "{"],
])("%s", (pointer, expected) => expect(at(pointer)).toBe(expected));

it("finds the member that a sentence begins with", () => {
  expect(at(undefined, "collapsibleGroup is only allowed in MosaicLayout.")).toBe('"collapsibleGroup"');
  expect(at(undefined, "Something else.")).toBe("{");
});
