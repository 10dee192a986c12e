import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkText } from "../../core/check";
import { Dashboard } from "../../core/dashboard";
import { keySpan, type Node, type ObjectNode, type Span } from "../../core/document/node";
import { type JsonDocument, readDocument } from "../../core/document/reader";
import { applyEdits } from "../../core/edit/edit";
import { unambiguousEdits } from "../../core/features/changing/fixes";
import type { Finding } from "../../core/finding";
import { type Canonical, canonicalize } from "../../core/schema/canonical";
import { type Field, messageNames } from "../../core/schema/messages";
import schema from "../../schemas/dashboard.schema.json";
import { runs } from "../support/runs";
import { specimens } from "./specimens";

const definitions = schema.definitions as unknown as Record<string, { required?: string[] }>;

/** One change of a text, and what is to be found in the result. */
interface Break {
  readonly what: string;
  readonly text: string;
  readonly code: string;
  /** The token that the finding lies at, in the new text. */
  readonly at: Span;
}

/** Places in which each mistake is tried. */
const PLACES = 2;

const replaced = (text: string, at: Span, by: string) =>
  text.slice(0, at.offset) + by + text.slice(at.offset + at.length);

function* nodesOf(root: Node | undefined): Generator<Node> {
  if (!root) return;
  yield root;
  if (root.kind === "array") for (const item of root.items) yield* nodesOf(item);
  if (root.kind === "object") for (const { value } of root.properties) yield* nodesOf(value);
}

/** Spellings of a value that the service does not read, by type, with the code of the finding. */
const REFUSED: Record<Field["kind"], readonly (readonly [string, string])[]> = {
  message: [
    ["5", "wrong-type"],
    [`"a"`, "wrong-type"],
    ["true", "wrong-type"],
    ["[]", "wrong-type"],
  ],
  map: [
    ["5", "wrong-type"],
    ["[]", "wrong-type"],
    [`{"a": 1}`, "wrong-type"],
    [`{"a": null}`, "wrong-type"],
  ],
  enum: [
    [`"NO_SUCH_VALUE"`, "unknown-enum-value"],
    [`""`, "unknown-enum-value"],
    ["1.5", "wrong-type"],
    ["true", "wrong-type"],
    ["{}", "wrong-type"],
  ],
  string: [
    ["5", "wrong-type"],
    ["true", "wrong-type"],
    ["{}", "wrong-type"],
    ["[]", "wrong-type"],
  ],
  bool: [
    ["1", "wrong-type"],
    [`"maybe"`, "wrong-type"],
    ["{}", "wrong-type"],
  ],
  int32: [
    ["12.5", "not-an-integer"],
    [`"12.5"`, "not-an-integer"],
    ["true", "not-an-integer"],
    [`""`, "not-an-integer"],
    [`" 12"`, "not-an-integer"],
    ["2147483648", "out-of-range"],
    ["[]", "wrong-type"],
  ],
  int64: [
    ["12.5", "not-an-integer"],
    [`"two"`, "not-an-integer"],
    [`"9223372036854775808"`, "out-of-range"],
    ["{}", "wrong-type"],
  ],
  double: [
    [`"abc"`, "wrong-type"],
    ["true", "wrong-type"],
    [`""`, "wrong-type"],
    ["[]", "wrong-type"],
  ],
  duration: [
    [`"60"`, "invalid-duration"],
    [`"1m"`, "invalid-duration"],
    [`"PT60S"`, "invalid-duration"],
    [`"60S"`, "invalid-duration"],
    [`".5s"`, "invalid-duration"],
    ["60", "invalid-duration"],
    [`{"seconds": 60}`, "invalid-duration"],
    [`"315576000001s"`, "out-of-range"],
  ],
  timestamp: [
    [`"2026-01-31"`, "invalid-timestamp"],
    [`"2026-01-31T08:00:00"`, "invalid-timestamp"],
    ["0", "invalid-timestamp"],
    [`"2026-02-30T08:00:00Z"`, "out-of-range"],
  ],
};

/** The token of a value: itself, or the key of a container, or the bracket of one in a list. */
function token(node: Node, value: string, shift = 0): Span {
  if (!/^[{[]/.test(value)) return { offset: node.offset + shift, length: value.length };
  return node.property ? keySpan(node.property) : { offset: node.offset + shift, length: 1 };
}

function* breaks(document: JsonDocument, canonical: Canonical): Generator<Break> {
  const { text, root } = document;
  for (const node of nodesOf(root)) {
    const field = canonical.fieldOf(node);
    if (field) yield* wrongValues(node, field);
    if (node.kind === "object") yield* wrongMembers(node);
    if (node.kind === "array") {
      const end = node.offset + node.length - 1;
      const empty = node.items.length === 0;
      yield broken(
        "null in a list",
        { offset: end, length: 0 },
        `${empty ? "" : ","}null`,
        "null-in-list",
        empty ? 0 : 1,
        4,
      );
      if (!empty) yield broken("a trailing comma", { offset: end, length: 0 }, ",", "trailing-comma");
    }
  }
  yield broken("a comment", { offset: 1, length: 0 }, "// why\n", "comment", 0, 6);
  yield broken("a block comment", { offset: 1, length: 0 }, "/* why */", "comment");

  function broken(
    what: string,
    at: Span,
    by: string,
    code: string,
    from = 0,
    length = by.length - from,
  ): Break {
    return { what, text: replaced(text, at, by), code, at: { offset: at.offset + from, length } };
  }

  function* wrongValues(node: Node, field: Field): Generator<Break> {
    const isList = field.repeated && node.kind === "array";
    const refused = isList
      ? ([
          ["{}", "wrong-type"],
          ["5", "wrong-type"],
        ] as const)
      : REFUSED[field.kind];
    for (const [value, code] of refused) {
      const span =
        code === "wrong-type" && value.startsWith(`{"a"`) ? mapValue(node, value) : token(node, value);
      yield { what: `${field.name}: ${value}`, text: replaced(text, node, value), code, at: span };
    }
  }

  function mapValue(node: Node, value: string): Span {
    const inner = value.indexOf(": ") + 2;
    return { offset: node.offset + inner, length: value.length - 1 - inner };
  }

  function* wrongMembers(node: ObjectNode): Generator<Break> {
    const type = canonical.messageOf(node);
    const first = node.offset + 1;
    const comma = node.properties.length > 0 ? "," : "";
    if (node.properties.length > 0) {
      const end = { offset: node.offset + node.length - 1, length: 0 };
      yield broken("a trailing comma", end, ",", "trailing-comma");
    }
    if (!type) return;
    for (const value of ["1", "null", "{}"]) {
      const member = `"noSuchMember": ${value}`;
      yield broken(member, { offset: first, length: 0 }, member + comma, "unknown-member", 0, 14);
    }
    for (const group of type.oneofs.filter(({ evidence }) => evidence === "parser")) {
      const set = node.properties.find(({ key }) => group.members.includes(key));
      if (!set) continue;
      for (const other of group.members.filter((name) => name !== set.key)) {
        const valid = SECOND[other];
        if (!valid) continue;
        const end = set.value!.offset + set.value!.length;
        const member = `,"${other}": ${valid}`;
        yield broken(
          `also ${other}`,
          { offset: end, length: 0 },
          member,
          "one-of-conflict",
          1,
          other.length + 2,
        );
      }
      if (group.required) yield withValue(node, set.key, "null", "one-of-missing");
    }
    for (const name of definitions[type.name]?.required ?? []) {
      const isSet = node.properties.some(({ key }) => key === name);
      if (isSet) yield withValue(node, name, "null", "missing-member");
    }
  }

  /** The finding about a missing member lies at the key of the object that lacks it. */
  function withValue(node: ObjectNode, key: string, value: string, code: string): Break {
    const { value: old } = node.properties.find((property) => property.key === key)!;
    const at = node.property ? keySpan(node.property) : { offset: node.offset, length: 1 };
    return { what: `${key} is ${value}`, text: replaced(text, old!, value), code, at };
  }
}

/** A value for a second member of a group, with which nothing else is wrong. */
const SECOND: Record<string, string> = {
  gridLayout: "{}",
  rowLayout: "{}",
  columnLayout: "{}",
  mosaicLayout: `{"columns": 48}`,
  blank: "{}",
  text: "{}",
  logsPanel: "{}",
  incidentList: "{}",
  errorReportingPanel: "{}",
  prometheusQuery: `"up"`,
  blankView: "{}",
  gaugeView: `{"upperBound": 5}`,
  stringValue: `"checkout"`,
  stringArrayValue: `{"values": ["checkout"]}`,
};

const errorsOf = (text: string): Finding[] => checkText(text).filter(({ severity }) => severity === "error");

describe.each(specimens)("$name", ({ text }) => {
  const document = readDocument(text);
  const canonical = canonicalize(document);

  test("has no finding as it is", () => {
    expect(checkText(text)).toEqual([]);
  });

  test("whatever is broken in it is found at its token, and nothing else", { timeout: 120_000 }, () => {
    const counts = new Map<string, number>();
    for (const { what, text: brokenText, code, at } of breaks(document, canonical)) {
      // The same mistake in many tiles is tried in the first ones.
      const count = (counts.get(what) ?? 0) + 1;
      counts.set(what, count);
      if (count > runs(PLACES)) continue;
      const where = `${what} in ${brokenText.slice(at.offset - 60, at.offset + 40)}`;
      const found = errorsOf(brokenText).map((f) => ({ code: f.code, offset: f.offset, length: f.length }));
      expect(found, where).toEqual([{ code, offset: at.offset, length: at.length }]);
    }
    expect(counts.size).toBeGreaterThan(300);
  });

  test("no legal spelling of anything in it gives a finding", () => {
    const places = [...spellings(document, canonical)];
    expect(places.length).toBeGreaterThan(200);
    for (const { at, ways } of places) {
      for (const way of ways) {
        expect(loud(checkText(replaced(text, at, way))), way).toEqual([]);
      }
    }
  });

  test("nor do legal spellings of many things at once", () => {
    const places = [...spellings(document, canonical)];
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: places.length, maxLength: places.length }), (picks) => {
        let out = text;
        for (let i = places.length - 1; i >= 0; i--) {
          const { at, ways } = places[i]!;
          const pick = picks[i]! % (ways.length + 1);
          if (pick < ways.length) out = replaced(out, at, ways[pick]!);
        }
        expect(loud(checkText(out))).toEqual([]);
        expect(canonicalize(readDocument(out)).value).toEqual(canonical.value);
      }),
      { numRuns: runs(6) },
    );
  });

  test("members set to null count as left out", () => {
    const holes: { at: number; names: string[] }[] = [];
    for (const node of nodesOf(document.root)) {
      const type = canonical.messageOf(node);
      if (node.kind !== "object" || !type || node.properties.length === 0) continue;
      const set = new Set(node.properties.map(({ key }) => key));
      holes.push({
        at: node.offset + 1,
        names: type.fields.map(({ name }) => name).filter((name) => !set.has(name)),
      });
    }
    let out = text;
    for (const { at, names } of holes.sort((a, b) => b.at - a.at)) {
      out = replaced(out, { offset: at, length: 0 }, names.map((name) => `"${name}": null,`).join(""));
    }
    expect(loud(checkText(out))).toEqual([]);
    expect(canonicalize(readDocument(out)).value).toEqual(canonical.value);
  });

  test("a key that stands twice is a warning at the second", () => {
    const { properties } = document.root as ObjectNode;
    for (const { key, value } of properties) {
      const twice = `${text.slice(0, -2)},\n  "${key}": ${text.slice(value!.offset, value!.offset + value!.length)}\n}`;
      expect(checkText(twice).map(({ code, severity, offset }) => ({ code, severity, offset }))).toEqual([
        { code: "duplicate-key", severity: "warning", offset: text.length + 2 },
      ]);
    }
  });
});

/** Errors and warnings. */
const loud = (found: readonly Finding[]) =>
  found.filter(({ severity }) => severity === "error" || severity === "warning");

/** Other ways to write keys and values, in source order; all are read as the same. */
function* spellings(document: JsonDocument, canonical: Canonical): Generator<{ at: Span; ways: string[] }> {
  const found: { at: Span; ways: string[] }[] = [];
  for (const node of nodesOf(document.root)) {
    if (node.kind === "object") {
      const type = canonical.messageOf(node);
      for (const property of node.properties) {
        const snake = type?.field(property.key)?.protoName;
        if (snake && snake !== property.key)
          found.push({ at: keySpan(property), ways: [JSON.stringify(snake)] });
      }
      continue;
    }
    const field = canonical.fieldOf(node);
    if (!field || node.kind === "array" || node.kind === "null") continue;
    const ways = otherWays(String(node.value), field);
    if (ways.length > 0) found.push({ at: node, ways });
  }
  yield* found.sort((a, b) => a.at.offset - b.at.offset);
}

function otherWays(value: string, field: Field): string[] {
  switch (field.kind) {
    case "enum": {
      const number = field.enum!.values.find(({ name }) => name === value)?.number;
      return number === undefined ? [] : [`${number}`, `"${number}"`, `${number}.0`];
    }
    case "int32":
      return [`"${value}"`, `${value}.0`, `"${value}.0"`, `${value}e0`, `${Number(value) / 10}e1`];
    case "int64":
      return [value, `${value}.0`, `"${value}.0"`];
    case "double":
      return [`"${value}"`, `${value}e0`, `"${value}e0"`];
    case "bool":
      return value === "true" ? [`"true"`, `"yes"`, `"1"`] : [`"false"`, `"no"`, `"0"`];
    case "string":
      return [`"${[...value].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`];
    default:
      return [];
  }
}

describe("whatever the text", () => {
  const texts = specimens.map(({ text }) => text);
  const piece = fc.oneof(
    fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "null",
      "true",
      "-",
      "1e999",
      "//",
      "/*",
      "\u2028",
      "\ud800",
    ),
    fc.constantFrom(
      '"name":',
      '"widget":{',
      '"tiles":[',
      '"xPos":-1',
      '"__proto__":{',
      '"columns":',
      '"${',
      "'",
    ),
    fc.string({ maxLength: 4, unit: "binary" }),
  );
  const mutation = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(60),
    insert: piece,
  });
  const mangled = fc
    .record({
      text: fc.constantFrom(...texts),
      mutations: fc.array(mutation, { minLength: 1, maxLength: 8 }),
      end: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
    })
    .map(({ text, mutations, end }) => {
      let out = text;
      for (const { at, remove, insert } of mutations) {
        const offset = Math.floor(at * out.length);
        out = out.slice(0, offset) + insert + out.slice(offset + remove);
      }
      return end < 1 ? out.slice(0, Math.floor(end * out.length)) : out;
    });

  test("checking never throws, and every range lies inside the text", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.oneof(mangled, fc.string({ unit: "binary" }), fc.json()), (text) => {
        const found = checkText(text);
        for (const { offset, length, related = [], message, code } of found) {
          for (const span of [{ offset, length }, ...related]) {
            expect(Number.isInteger(span.offset) && Number.isInteger(span.length)).toBe(true);
            expect(span.offset).toBeGreaterThanOrEqual(0);
            expect(span.length).toBeGreaterThanOrEqual(0);
            expect(span.offset + span.length).toBeLessThanOrEqual(text.length);
          }
          expect(message).not.toMatch(/undefined|\[object/);
          expect(code).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
        }
        expect(found.map(({ offset }) => offset)).toEqual(
          found.map(({ offset }) => offset).sort((a, b) => a - b),
        );
      }),
      { numRuns: runs(130) },
    );
  });

  test("fixing all leaves no more errors than there were, and comes to an end", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(mangled, (text) => {
        let now = new Dashboard(text);
        const before = errorsOf(text).length;
        let rounds = 0;
        for (
          let edits = unambiguousEdits(now);
          edits.length > 0 && rounds < 20;
          edits = unambiguousEdits(now), rounds++
        ) {
          now = new Dashboard(applyEdits(now.text, edits));
        }
        expect(rounds).toBeLessThan(20);
        expect(errorsOf(now.text).length).toBeLessThanOrEqual(before);
      }),
      { numRuns: runs(100) },
    );
  });

  test("what is cut off anywhere is an error", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.double({ min: 0, max: 0.9999, noNaN: true }),
        (text, share) => {
          expect(errorsOf(text.slice(0, Math.floor(share * text.length))).length).toBeGreaterThan(0);
        },
      ),
      { numRuns: runs(66) },
    );
  });

  test("values nested without end and lists without end are no trouble", () => {
    for (const text of [
      "[".repeat(200_000),
      `{"a":`.repeat(50_000),
      `{"gridLayout":${"[".repeat(100_000)}`,
    ]) {
      expect(errorsOf(text).length).toBeGreaterThan(0);
    }
    const long = `{"displayName":"a","gridLayout":{"widgets":[${'{"blank":{}},'.repeat(200_000)}{"blank":{}}]}}`;
    expect(() => checkText(long)).not.toThrow();
  });
});

test("the specimens between them use every message", () => {
  const used = new Set<string>();
  for (const { text } of specimens) {
    const document = readDocument(text);
    const canonical = canonicalize(document);
    for (const node of nodesOf(document.root)) {
      const type = canonical.messageOf(node);
      if (type) used.add(type.name);
    }
  }
  const rare = ["StatisticalTimeSeriesFilter", "TableDisplayOptions", "QueryExecutionRules"];
  expect(
    messageNames()
      .filter((name) => !used.has(name))
      .sort(),
  ).toEqual(rare.sort());
});
