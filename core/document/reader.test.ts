import { parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { nodeAtPath, valueOf } from "./node";
import { readDocument } from "./reader";

function problems(text: string): string[] {
  return readDocument(text).problems.map(
    (p) => `${p.code} ${JSON.stringify(text.slice(p.offset, p.offset + p.length))}`,
  );
}

function value(text: string): unknown {
  const { root } = readDocument(text);
  return root && valueOf(root);
}

describe("reading JSON", () => {
  it.each([
    `{"a": 1, "b": [true, false, null, -1.5e3, "x\\u00e9\\n"], "c": {}}`,
    `[]`,
    `"only a string"`,
    `{"__proto__": {"x": 1}, "": [[[]]]}`,
  ])("gives the value of %s", (text) => {
    expect(problems(text)).toEqual([]);
    expect(value(text)).toEqual(JSON.parse(text));
  });

  it("gives the same ranges as jsonc-parser", () => {
    const text = `{ "a" : [ 1 , {"b":"c"} ] ,\n"d":null }`;
    const ours = readDocument(text).root!;
    const theirs = parseTree(text)!;
    expect([ours.offset, ours.length]).toEqual([theirs.offset, theirs.length]);
    const list = nodeAtPath(ours, ["a"])!;
    const listThere = theirs.children![0]!.children![1]!;
    expect([list.offset, list.length]).toEqual([listThere.offset, listThere.length]);
  });

  it.each([
    [`{"a": 1,}`, [`trailing-comma ","`], { a: 1 }],
    [`[1, 2, ]`, [`trailing-comma ","`], [1, 2]],
    [`{/* x */ "a": 1} // y`, [`comment "/* x */"`, `comment "// y"`], { a: 1 }],
    [`{"a": 1 "b": 2}`, [`syntax "\\"b\\""`], { a: 1, b: 2 }],
    [`[1 2]`, [`syntax "2"`], [1, 2]],
    [`{"a": }`, [`syntax "\\"a\\""`], {}],
    [`{"a": \n "b": 2}`, [`syntax "\\"a\\""`], { b: 2 }],
    [`{"a"}`, [`syntax "\\"a\\""`], {}],
    [`{"a" 1}`, [`syntax "\\"a\\""`], { a: 1 }],
    [`{"a" {"b": 1}, "c": 2}`, [`syntax "\\"a\\""`], { a: { b: 1 }, c: 2 }],
    [`{"a"\n "b": 1}`, [`syntax "\\"a\\""`], { b: 1 }],
    [
      `# v 2 "x"\n{"a": 1, # why\n "b": [2 # {\n]} # end`,
      [`comment "# v 2 \\"x\\""`, `comment "# why"`, `comment "# {"`, `comment "# end"`],
      { a: 1, b: [2] },
    ],
    [`{"a": 1 #`, [`comment "#"`, `syntax "1"`], { a: 1 }],
    [`{"a" = 1, "b" => 2}`, [`syntax "="`, `syntax "=>"`], { a: 1, b: 2 }],
    [`{"a": 1; "b": [1; 2]}`, [`syntax ";"`, `syntax ";"`], { a: 1, b: [1, 2] }],
    [`{'a': 1, “b”: 2}`, [`syntax "'a'"`, `syntax "“b”"`], { a: 1, b: 2 }],
    [`{"a": "b,\n "c": 1}`, [`syntax "\\"b,"`], { a: "b,", c: 1 }],
    [`{a: 1, "b": 2}`, [`syntax "a"`], { a: 1, b: 2 }],
    [`{"a": True, "b": 2}`, [`syntax "True"`], { b: 2 }],
    [`{"a": 'x', "b": 2}`, [`syntax "'x'"`], { b: 2 }],
    [`{"a": [1, 2, "b": 3}`, [`syntax ":"`, `syntax "3"`], { a: [1, 2, "b", 3] }],
    [`{"a": {"b": 1, "c": [2]`, [`syntax "]"`], { a: { b: 1, c: [2] } }],
    [`{"a": 1}}`, [`syntax "}"`], { a: 1 }],
    [`{"a": 1, "a": 2}`, [`duplicate-key "\\"a\\""`], { a: 2 }],
    [`{"a": "x\\qy"}`, [`syntax "\\"x\\\\qy\\""`], { a: "xy" }],
    [`{"a": "x\n}`, [`syntax "\\"x"`], { a: "x" }],
    [`[1., 2E+]`, [`syntax "1."`, `syntax "2E+"`], [1, 2]],
    [``, [`syntax ""`], undefined],
    [`\ufeff{"a": 1}`, [`byte-order-mark "\ufeff"`], { a: 1 }],
  ])("recovers in %j", (text, expected, rest) => {
    expect(problems(text)).toEqual(expected);
    expect(value(text)).toEqual(rest);
  });

  it("reads nesting of any depth", () => {
    const depth = 100_000;
    const { root, problems } = readDocument("[".repeat(depth) + "]".repeat(depth));
    expect(problems).toEqual([]);
    expect(root?.length).toBe(2 * depth);
  });

  // Once each way to cut these into comments was tried, which took forever.
  it.each(["//".repeat(200), "/**/".repeat(200), "#".repeat(400)])(
    "reads broken text after %s in no time",
    (comments) => {
      const { problems } = readDocument(`{"a": [1 ${comments}\n " 2 ${comments} x "]}`);
      expect(problems.length).toBeGreaterThan(0);
      expect(readDocument(`{"a": 1 " ${comments} "b": 2}`).problems.length).toBeGreaterThan(0);
    },
  );
});
