import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dashboard } from "../../test/support/dashboard-arbitraries";
import { runs } from "../../test/support/runs";
import { readDocument } from "../document/reader";
import { canonicalize } from "./canonical";
import { canonicalValue } from "./canonical-value";
import { dashboardType, type MessageType } from "./messages";

/** What the same value becomes by way of a text, with the order of members. */
const byText = (value: unknown) =>
  JSON.stringify(canonicalize(readDocument(JSON.stringify(value) ?? "")).value);
const plain = (value: unknown) => JSON.stringify(canonicalValue(value));

/** Scalars in all the spellings that a field may have, and in some that none has. */
const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    "",
    "yes",
    "no",
    "0",
    "1",
    "12",
    "12.0",
    "1.2e1",
    " 1",
    "-0",
    -0,
  ),
  fc.constantFrom<unknown>(
    "9007199254740993",
    "9".repeat(30),
    1e300,
    0.5,
    "0.5",
    ".5",
    "1e999",
    "LINE",
    1,
    2,
    99,
  ),
  fc.integer(),
  fc.double(),
  fc.string(),
);

/** A message of the schema with some of its members, in either of their names, at random of the right shape or not. */
function messageOf(type: MessageType, depth: number): fc.Arbitrary<unknown> {
  const anything = fc.oneof(scalar, fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined));
  const entry = fc.nat(type.fields.length - 1).chain((index) => {
    const field = type.fields[index]!;
    const single =
      field.message && field.message.fields.length > 0 && depth > 0
        ? messageOf(field.message, depth - 1)
        : scalar;
    const value = field.repeated
      ? fc.oneof(fc.array(single, { maxLength: 2 }), anything)
      : fc.oneof(single, anything);
    return fc.tuple(fc.constantFrom(field.name, field.protoName), value);
  });
  const unknown = fc.tuple(fc.constantFrom("later", "__proto__", "0", "etag"), anything);
  return fc
    .array(fc.oneof({ weight: 6, arbitrary: entry }, unknown), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries));
}

describe("a plain value", () => {
  it("becomes what its text becomes, in the same order", () => {
    const value = fc.oneof(dashboard, messageOf(dashboardType(), 6), fc.jsonValue(), scalar);
    fc.assert(
      fc.property(value, (value) => {
        expect(plain(value)).toBe(byText(value));
      }),
      { numRuns: runs(1000) },
    );
  });

  it("is cut off where a text is, and stays as it was", () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: [deep(levels - 1)] });
    for (const levels of [50, 99, 100, 101, 102, 150]) {
      const value = { later: deep(levels), displayName: "x" };
      const before = JSON.stringify(value);
      expect(plain(value)).toBe(byText(value));
      expect(JSON.stringify(value)).toBe(before);
    }
  });

  it("may be so deep that no text could be written", () => {
    const depth = 200_000;
    const value = JSON.parse(`{"later":${"[".repeat(depth)}${"]".repeat(depth)}}`) as unknown;
    expect(plain(value)).toBe(`{"later":${"[".repeat(202)}${"]".repeat(202)}}`);
  });

  it("takes what JSON cannot write as JSON.stringify does", () => {
    const value = {
      a: undefined,
      b: [undefined, Number.NaN],
      columns: Number.POSITIVE_INFINITY,
      labels: undefined,
    };
    expect(plain(value)).toBe(byText(value));
    expect(canonicalValue(undefined)).toBe(undefined);
  });
});
