import { describe, expect, test } from "vitest";
import { applyFieldMask, type OutputType, readFieldMask } from "./field-mask";

const leaf = (name: string) => ({ name, kind: "string" });
const fields = (...list: ReturnType<OutputType["field"]>[]): OutputType => ({
  field: (name) => list.find((field) => field?.name === name),
});
const fruit = fields(leaf("kind"), leaf("weight"));
const tree = fields(
  leaf("id"),
  { name: "fruit", kind: "message", message: fruit },
  { name: "tags", kind: "map" },
);
const orchard = fields(leaf("name"), { name: "trees", kind: "message", message: tree });

const value = {
  name: "north",
  trees: [
    { id: "1", fruit: { kind: "pear", weight: "3" }, tags: { a: "x", b: "y" } },
    { id: "2", fruit: { kind: "fig", weight: "1" } },
  ],
};
const part = (mask: string) => applyFieldMask(value, readFieldMask(mask, orchard, new Set(["newer"])));

describe("field masks", () => {
  test.each([
    ["name", { name: "north" }],
    ["*", value],
    ["trees/id", { trees: [{ id: "1" }, { id: "2" }] }],
    ["trees.fruit.kind", { trees: [{ fruit: { kind: "pear" } }, { fruit: { kind: "fig" } }] }],
    [
      "trees(id,fruit(kind)),name",
      {
        name: "north",
        trees: [
          { id: "1", fruit: { kind: "pear" } },
          { id: "2", fruit: { kind: "fig" } },
        ],
      },
    ],
    ["trees/fruit(kind,weight)", { trees: value.trees.map(({ fruit }) => ({ fruit })) }],
    ["trees/tags/a", { trees: [{ tags: { a: "x" } }, {}] }],
    ["trees,trees/id", { trees: value.trees }],
    ["trees/id,trees", { trees: value.trees }],
    ["trees/*", { trees: value.trees }],
    ["newer/anything", {}],
  ])("%s", (mask, expected) => {
    expect(part(mask)).toEqual(expected);
  });

  test.each(["colour", "trees/colour", "name/length", "trees(id", "trees)", "a b", ",name", "name,"])(
    "%s is refused",
    (mask) => {
      expect(() => part(mask)).toThrow("Request contains an invalid argument.");
    },
  );
});
