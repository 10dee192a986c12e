import { describe, expect, it, test } from "vitest";
import { LineMap } from "../document/lines";
import { nodeAtPath, type StringNode, valueOf } from "../document/node";
import { StringMap } from "../document/string-map";
import { fileFormOf } from "../forms";
import { readYaml } from "./read";
import { plainValue } from "./scalars";

const read = (text: string) => readYaml(text, new LineMap(text));
const value = (text: string) => valueOf(read(text)[0]!.root!);
const codes = (text: string) => read(text).flatMap(({ problems }) => problems.map(({ code }) => code));

test.each<[string, unknown]>([
  ["yes", true],
  ["On", true],
  ["n", false],
  ["tRue", "tRue"],
  ["~", null],
  ["Null", null],
  ["014", 12],
  ["08", "08"],
  ["0o14", "0o14"],
  ["0x1F", 31],
  ["0b101", 5],
  ["1_000", 1000],
  ["12:30", 750],
  ["12:30:45", 45045],
  ["1:60", "1:60"],
  ["1:2.5", 62.5],
  ["1.e3", 1000],
  ["+.5", "+.5"],
  [".5", 0.5],
  ["-0", 0],
  [".inf", "Infinity"],
  ["60s", "60s"],
  ["2026-09-01", "2026-09-01"],
])("without quotes, %s is read as gcloud reads it", (text, expected) => {
  expect(plainValue(text).value).toBe(expected);
  expect(value(`a: ${text}\n`)).toEqual({ a: expected });
  expect(value(`a: '${text}'\n`)).toEqual({ a: text });
});

it("reads by YAML 1.2 what says so", () => {
  expect(value("%YAML 1.2\n---\na: yes\nb: 0o14\n")).toEqual({ a: "yes", b: 12 });
});

test.each([
  ["literal", "a: |\n  one\n    two\n\n  three\nb: 1\n", "one\n  two\n\nthree\n"],
  ["literal, stripped", "a: |-\n  one\n\n", "one"],
  ["literal, kept", "a: |+\n  one\n\n\nb: 1\n", "one\n\n\n"],
  ["literal, with an indentation", "a: |2\n    one\n  two\n", "  one\ntwo\n"],
  ["folded", "a: >\n  one\n  two\n\n  three\n    four\n  five\n", "one two\nthree\n  four\nfive\n"],
  ["folded, stripped", "a: >-\n  one\n  two\n", "one two"],
  ["CRLF", "a: >-\r\n  one\r\n  two\r\nb: |\r\n  x\r\n", "one two"],
  ["plain lines", "a: one\n  two\n\n  three\n", "one two\nthree"],
  ["single quotes", "a: 'it''s\n  two'\n", "it's two"],
  ["double quotes", 'a: "x\\ty \\u0041\\\n  z\n  w"\n', "x\ty Az w"],
])("a string over lines and where it stands: %s", (_, text, expected) => {
  const node = nodeAtPath(read(text)[0]!.root, ["a"]) as StringNode;
  expect(node.value).toBe(expected);
  const map = new StringMap(text, node);
  for (const [i, character] of [...expected].entries()) {
    const at = map.toSource(i);
    if (/\w/.test(character) && !text.slice(at - 1, at + 1).includes("\\")) expect(text[at]).toBe(character);
    expect(at).toBeGreaterThanOrEqual(node.offset);
    expect(at).toBeLessThanOrEqual(node.offset + node.length);
  }
});

describe("anchors", () => {
  it("are followed, with the place of the alias", () => {
    const text = "a: &x\n  b: [one, 2]\nc: *x\n";
    const { root } = read(text)[0]!;
    expect(valueOf(root!)).toEqual({ a: { b: ["one", 2] }, c: { b: ["one", 2] } });
    const inner = nodeAtPath(root, ["c", "b", 0])!;
    expect(text.slice(inner.offset, inner.offset + inner.length)).toBe("*x");
  });

  it("are merged", () => {
    const text = "a: &x {p: 1, q: 2}\nb: &y {q: 3, r: 4}\nc:\n  <<: [*x, *y]\n  p: 5\n";
    expect(value(text)).toMatchObject({ c: { p: 5, q: 2, r: 4 } });
  });

  test.each([
    ["itself", "a: &x [*x]\n"],
    ["nothing", "a: *x\n"],
    ["what comes later", "a: *x\nb: &x 1\n"],
  ])("do not stand for %s", (_, text) => {
    expect(codes(text)).toEqual(["yaml-alias"]);
  });
});

test("documents are read one by one", () => {
  const text = "# head\n---\na: 1\n...\n---\nb: 2\n---\n";
  const [first, second, third] = read(text);
  expect([valueOf(first!.root!), valueOf(second!.root!), third!.root]).toEqual([
    { a: 1 },
    { b: 2 },
    undefined,
  ]);
  expect(text.slice(second!.start, second!.end)).toContain("b: 2");
});

test("names of JavaScript's own are names", () => {
  const text = "__proto__: {polluted: true}\nconstructor: 1\n<<: {toString: 2}\n";
  expect(Object.keys(value(text) as object)).toEqual(["__proto__", "constructor", "toString"]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each([
  ["yaml-tag", "a: !!js/function 'x'\n"],
  ["yaml-tag", "a: !!binary aGVsbG8=\n"],
  ["yaml-tag", "a: !!set {x}\n"],
  ["yaml-key", "? [a]\n: 1\n"],
  ["yaml-duplicate-key", "a: 1\na: 2\n"],
  ["yaml-syntax", "a:\n\tb: 1\n"],
  ["yaml-syntax", "a: [1\nb: 2\n"],
  ["yaml-syntax", "a: b: c\n"],
])("%s in %j", (code, text) => {
  expect(codes(text)).toEqual([code]);
});

test.each([
  ["brackets", "[".repeat(50_000)],
  ["hyphens", "- ".repeat(50_000)],
  ["keys", Array.from({ length: 2000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")],
  ["a bomb", bomb(12)],
  ["a long string many times", `a: &a ${"x".repeat(500_000)}\nb:\n${"- *a\n".repeat(20_000)}`],
  [
    "chained aliases",
    `${Array.from({ length: 2000 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`).join("\n")}\n`,
  ],
])("is not brought down by %s", (_, text) => {
  const documents = read(text);
  expect(documents.flatMap(({ problems }) => problems).length).toBeGreaterThan(0);
});

test.each(["a: 'b", "a: [", "a: {", "a: {\n", 'a: "'])(
  "what is missing at the end of %j is reported in the text",
  (text) => {
    const problems = read(text).flatMap((document) => document.problems);
    expect(problems.length).toBeGreaterThan(0);
    for (const { offset, length } of problems) expect(offset + length).toBeLessThanOrEqual(text.length);
  },
);

/** Ten times ten times … */
function bomb(levels: number): string {
  const lines = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i <= levels; i++)
    lines.push(
      `l${i}: &l${i} [${Array(10)
        .fill(`*l${i - 1}`)
        .join(", ")}]`,
    );
  return `${lines.join("\n")}\n`;
}

it("is chosen by the path of a URI, whatever its query says", () => {
  for (const uri of ["file:///a.yaml", "mosaic-remote:/a.dashboard.yml?id=1#x", "/a b/c.yaml"])
    expect(fileFormOf(uri)?.id).toBe("yaml");
  for (const uri of ["mosaic-remote:/a.json?b.yaml", "/a.yaml#b.json"])
    expect(fileFormOf(uri)).toBeUndefined();
});
