import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { everyNode, type Node, valueOf } from "../document/node";
import { StringMap } from "../document/string-map";
import { readExpression } from "./expression";

const read = (text: string) => readExpression(text, 0, false);
const value = (text: string) => {
  const { root, problems } = read(text);
  expect(problems).toEqual([]);
  return root && valueOf(root);
};
const holes = (text: string) =>
  read(text).holes.map(({ kind, offset, length }) => `${kind} ${text.slice(offset, offset + length)}`);

describe("values", () => {
  test.each<[string, string, unknown]>([
    ["an object", '{ a = 1, b = "x" }', { a: 1, b: "x" }],
    ["lines instead of commas", '{\n  a = 1\n  b = "x"\n}', { a: 1, b: "x" }],
    ["commas and lines", '{\n  a = 1,\n  b = "x",\n}', { a: 1, b: "x" }],
    ["colons", '{ a: 1, "b" : 2 }', { a: 1, b: 2 }],
    [
      "JSON",
      '{"a": [1, 2.5, -3e2], "b": {"c": null, "d": true}}',
      { a: [1, 2.5, -300], b: { c: null, d: true } },
    ],
    ["keys in quotes", '{ "a b" = 1 }', { "a b": 1 }],
    ["keys with a dash", "{ a-b = 1 }", { "a-b": 1 }],
    ["keys that are numbers", "{ 12 = 1 }", { "12": 1 }],
    ["keys that are words of the language", "{ for = 1, null = 2, true = 3 }", { for: 1, null: 2, true: 3 }],
    ["keys with other letters", "{ größe = 1 }", { größe: 1 }],
    ["empty ones", "{ a = {}, b = [] }", { a: {}, b: [] }],
    ["an end on the same line", "{ a = { b = 1 } }", { a: { b: 1 } }],
    ["a comma at the end of a list", "[1, 2, ]", [1, 2]],
    ["a list over lines", "[\n  1,\n  2\n]", [1, 2]],
    ["a value on the next line of a list", "[\n\n  {\n    a = 1 },\n]", [{ a: 1 }]],
    ["comments", "{ # one\n  a = 1 // two\n  /* three\n four */ b = 2 /* five */\n}", { a: 1, b: 2 }],
    ["a comment with a bracket", "{\n  # }\n  a = 1\n}", { a: 1 }],
    ["a comment with a quote", "{\n  // it's \"\n  a = 1\n}", { a: 1 }],
    ["line ends of Windows", '{\r\n  a = 1\r\n  b = "x"\r\n}', { a: 1, b: "x" }],
    ["tabs", "{\n\ta\t=\t1\n}", { a: 1 }],
    ["booleans and null", "{ a = true, b = false, c = null }", { a: true, b: false, c: null }],
    ["a negative number", "{ a = -1 }", { a: -1 }],
    ["a long number", "{ a = 1234567.125e-3 }", { a: 1234.567125 }],
    ["of two keys the last", "[{ b = 1 }]", [{ b: 1 }]],
    ["a marker that is a part of a word", "f = <<EOT\nEOTX\nEOT", undefined],
  ])("%s", (_, text, expected) => {
    if (expected === undefined) return;
    expect(value(text)).toEqual(expected);
  });
});

describe("strings", () => {
  test.each<[string, string, string]>([
    ["plain", '"abc"', "abc"],
    ["escapes", String.raw`"a\n\r\t\"\\b"`, 'a\n\r\t"\\b'],
    ["four digits", String.raw`"\u00e9"`, "é"],
    ["eight digits", String.raw`"\U0001F600x"`, "😀x"],
    ["a dollar sign", '"$5 and 5%"', "$5 and 5%"],
    ["an escaped variable", '"$${zone} %%{if}"', "${zone} %{if}"],
    ["two dollar signs", '"$$x"', "$$x"],
    ["a hole as it stands", '"a ${var.b} c"', "a ${var.b} c"],
    ["quotes in a hole", '"a ${f("b")} c"', "a ${f(_b_)} c"],
    ["a string in a string in a hole", '"${f("${g("x")}")}"', "${f(_${g(_x_)}_)}"],
    ["braces in a hole", '"${f({a = "}"})} x"', "${f({a = _}_})} x"],
    ["an expression over lines", '"${f(\n  1)} x"', "${f(_  1)} x"],
    ["one that is not closed", '"a ${b"', "a ${b"],
    ["a heredoc", "<<EOT\na\n  b\nEOT", "a\n  b\n"],
    ["an empty heredoc", "<<EOT\nEOT", ""],
    ["quotes and backslashes in a heredoc", '<<EOT\n"a\\n"\nEOT', '"a\\n"\n'],
    ["escapes of a heredoc", "<<EOT\n$${a} ${b}\nEOT", "${a} ${b}\n"],
    ["an indented heredoc", "<<-EOT\n    a\n      b\n\n    c\n  EOT", "a\n  b\n\nc\n"],
    ["an end marker with indentation", "<<EOT\n  a\n  EOT", "  a\n"],
    ["a marker inside a longer word", "<<EOT\nEOTX\nxEOT\nEOT", "EOTX\nxEOT\n"],
    ["a heredoc of Windows", "<<EOT\r\na\r\nEOT\r\n", "a\r\n"],
    ["an expression over lines of an indented heredoc", "<<-EOT\n  ${f(\n1)}\n  b\n  EOT", "${f(_1)}\nb\n"],
  ])("%s", (_, text, expected) => {
    const { root, problems } = read(text);
    expect(problems).toEqual([]);
    expect(root).toMatchObject({ kind: "string", value: expected, offset: 0 });
    const map = new StringMap(text, root as Node & { kind: "string" });
    // Every character that is not an escape is where the map says.
    for (let at = 0; at < expected.length; at++) {
      const source = map.toSource(at);
      expect(map.toDecoded(source)).toBe(at);
      if (!/[\n\r\t"\\_é😀]/u.test(expected[at]!) && expected.codePointAt(at)! < 0xd800)
        expect(text[source]).toBe(expected[at]);
    }
  });
});

describe("holes", () => {
  test.each<[string, string, string[]]>([
    ["a reference", "{ a = var.x }", ["value var.x"]],
    ["an index", "{ a = x[0].y[*] }", ["value x[0].y[*]"]],
    ["a call", '{ a = f("}", [1]) }', ['value f("}", [1])']],
    ["a call over lines", "{\n  a = f(\n    1,\n    2,\n  )\n  b = 1\n}", ["value f(\n    1,\n    2,\n  )"]],
    ["a condition", "{ a = var.x ? 1 : 2, b = 1 }", ["value var.x ? 1 : 2"]],
    [
      "a condition over lines",
      "{\n  a = (var.x\n    ? 1\n    : 2)\n  b = 1\n}",
      ["value (var.x\n    ? 1\n    : 2)"],
    ],
    [
      "one that starts with a literal",
      '{ a = "x" == var.y ? { b = 1 } : null }',
      ['value "x" == var.y ? { b = 1 } : null'],
    ],
    ["arithmetic", "{ a = 4 * var.i, b = -var.i }", ["value 4 * var.i", "value -var.i"]],
    ["a negation", "{ a = !var.i }", ["value !var.i"]],
    ["a loop that makes a list", "{ a = [for x in y : { b = x }] }", ["value [for x in y : { b = x }]"]],
    [
      "a loop that makes an object",
      "{ a = { for k, v in y : k => v if v != null } }",
      ["value { for k, v in y : k => v if v != null }"],
    ],
    [
      "a loop over lines",
      "{\n  a = [\n    # all\n    for x in y : x\n  ]\n  b = 1\n}",
      ["value [\n    # all\n    for x in y : x\n  ]"],
    ],
    ["a call of lists", '{ a = concat([{ b = "x${c}" }], d) }', ['value concat([{ b = "x${c}" }], d)']],
    ["a template", '{ a = "x ${b.c} y" }', ["value ${b.c}"]],
    ["two of them", '["${a}-${b}"]', ["value ${a}", "value ${b}"]],
    [
      "directives",
      '["%{ if a }b%{ endif }"]',
      ["directive %{ if a }", "directive b", "directive %{ endif }"],
    ],
    ["a computed key", "{ (var.k) = 1 }", ["value (var.k)", "value 1"]],
    ["a key that is a call", "{ f(a.b) = 1, c = 2 }", ["value f(a.b)", "value 1"]],
    ["a key with a template", '{ "${a}-b" = { c = 1 } }', ["value ${a}", "value { c = 1 }"]],
    ["entries of a list", "[1, var.x, { a = 2 }]", ["value var.x"]],
    ["an access to a list", "{ a = [1, 2][var.i] }", ["value [1, 2][var.i]"]],
    ["an access to an object", '{ a = { b = "${c}" }["b"] }', ['value { b = "${c}" }["b"]']],
    [
      "a heredoc in a call",
      "{\n  a = trimspace(<<EOT\n}\n)\nEOT\n  )\n  b = 1\n}",
      ["value trimspace(<<EOT\n}\n)\nEOT\n  )"],
    ],
    [
      "a condition that goes on",
      "{\n  a = var.x ?\n    1 :\n    2\n  b = 1\n}",
      ["value var.x ?\n    1 :\n    2"],
    ],
    ["none in a literal", '{ a = "for", b = [1] }', []],
  ])("%s", (_, text, expected) => {
    expect(read(text).problems).toEqual([]);
    expect(holes(text)).toEqual(expected);
    const { root } = read(text);
    expect(root!.length).toBe(text.length);
  });

  it("lie where a null stands", () => {
    expect(value("{ a = var.x, b = { c = f(1) } }")).toEqual({ a: null, b: { c: null } });
  });
});

describe("broken texts", () => {
  test.each<[string, string, string[], unknown]>([
    ["a block", "{\n  a {\n    b = 1\n  }\n  c = 2\n}", ["terraform-block a"], { a: { b: 1 }, c: 2 }],
    ["a value to come", "{\n  a =\n  b = 1\n}", ["terraform-syntax a"], { b: 1 }],
    ["a key alone", "{\n  a\n  b = 1\n}", ["terraform-syntax a"], { b: 1 }],
    ["a bare quote", '{\n  a = "x="y""\n  b = 1\n}', ['terraform-quote "'], { a: "x=", b: 1 }],
    ["a missing comma in a list", "[{ a = 1 }\n { a = 2 }]", ["terraform-syntax {"], [{ a: 1 }, { a: 2 }]],
    ["a missing comma in an object", "{ a = 1 b = 2 }", ["terraform-syntax b"], { a: 1, b: 2 }],
    ["a string that is not closed", '{\n  a = "x\n  b = 1\n}', ['terraform-syntax "x'], { a: "x", b: 1 }],
    ["an object that is not closed", "{ a = [1 }", ["terraform-syntax ["], { a: [1] }],
    [
      "the end",
      "{ a = { b = ",
      ["terraform-syntax b", "terraform-syntax {", "terraform-syntax {"],
      { a: {} },
    ],
    ["an escape", '{ a = "x\\.y" }', ["terraform-escape \\."], { a: "x.y" }],
    ["a sign", "{ ; a = 1 }", ["terraform-syntax ;"], undefined],
    ["a sign after a value", "{ a = 1 ; b = 2\n c = 3 }", ["terraform-syntax ;"], { a: 1, c: 3 }],
    [
      "a heredoc without its end",
      "{ a = <<EOT\nx",
      ["terraform-syntax <<", "terraform-syntax {"],
      { a: "x" },
    ],
  ])("%s", (_, text, expected, values) => {
    const { root, problems } = read(text);
    expect(
      problems.map(({ code, offset, length }) => `${code} ${text.slice(offset, offset + length)}`),
    ).toEqual(expected);
    if (values !== undefined) expect(valueOf(root!)).toEqual(values);
  });

  it("warns of a key that is there twice", () => {
    expect(read("{ a = 1, a = 2 }").problems.map(({ code }) => code)).toEqual(["duplicate-key"]);
  });

  it("takes every prefix and every text without a character", () => {
    const text =
      '{\n  a = "x ${f("y")} z"\n  b = [1, { c = <<-E\n   q\n  E\n }, for]\n  (k) = x ? 1 : [2]\n}';
    for (let at = 0; at <= text.length; at++) {
      for (const broken of [text.slice(0, at), text.slice(0, at) + text.slice(at + 1)]) {
        const { root } = read(broken);
        for (const node of everyNode(root))
          expect(node.offset + node.length).toBeLessThanOrEqual(broken.length);
      }
    }
  });

  it("takes any text", () => {
    const part = fc.constantFrom(
      ..."{}[]()\"'\\$%#/*<>=:,.?\n \tax1-é".split(""),
      "${",
      "%{",
      "<<E\n",
      "\nE\n",
      "for ",
      " = ",
      "a = {",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join("");
        const { root, end } = readExpression(text, 0, parts.length % 2 === 0);
        expect(end).toBeLessThanOrEqual(text.length);
        for (const node of everyNode(root))
          expect(node.offset + node.length).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(["[", "{a=", '"${', "f(", "<<A\n", "{a{", "[for ", "/*", '{"', "${{", "a ? "])(
    "takes linear time for a text full of %j",
    (piece) => {
      expect(read(piece.repeat(100_000)).end).toBeGreaterThan(0);
    },
  );
});

describe("any value in any style", () => {
  const leaf = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'ab "\\\n\t$%{}é#/'.split("")), maxLength: 12 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom("a", "b", "cD", "e_f", "x-y", "two words"), tie("tree"), { maxKeys: 4 }),
    ),
  }));

  it("reads back as it was printed", () => {
    fc.assert(
      fc.property(tree, fc.array(fc.nat(9), { minLength: 40, maxLength: 40 }), (wanted, choices) => {
        let next = 0;
        const choose = (n: number) => choices[next++ % choices.length]! % n;
        const text = print(wanted, choose, "");
        const { root, holes: found, problems } = readExpression(text, 0, false);
        expect(problems).toEqual([]);
        expect(found).toEqual([]);
        expect(valueOf(root!)).toEqual(wanted);
        expect(root!.offset + root!.length).toBe(text.trimEnd().length);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Writes a value as people write Terraform, one way or another. */
function print(value: unknown, choose: (n: number) => number, indent: string): string {
  const inner = `${indent}  `;
  const comment = () => (choose(5) === 0 ? ["", " # one }", ' // two "', " /* three */"][choose(4)]! : "");
  if (typeof value === "string") {
    if (value.endsWith("\n") && choose(2) === 0 && !/^\s*END\s*$/m.test(value))
      return `<<END\n${escapeTemplate(value)}END\n${indent}`.trimEnd();
    return escapeTemplate(JSON.stringify(value));
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => print(item, choose, inner));
    if (choose(2) === 0 && !items.join("").includes("<<END")) return `[${items.join(", ")}]`;
    return `[${comment()}\n${items.map((item) => `${inner}${item}${item.includes("<<END") ? "\n" : ""},${comment()}\n`).join("")}${indent}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => {
      const bare = /^[a-zA-Z_][\w-]*$/.test(key) && choose(2) === 0;
      return `${bare ? key : JSON.stringify(key)}${[" = ", "=", ": "][choose(3)]}${print(item, choose, inner)}`;
    });
    const isHeredoc = entries.join("").includes("<<END");
    if (choose(3) === 0 && !isHeredoc) return `{ ${entries.join(", ")} }`;
    const comma = isHeredoc || choose(2) === 0 ? "" : ",";
    return `{${comment()}\n${entries.map((entry) => `${inner}${entry}${comma}${entry.endsWith("END") ? "" : comment()}\n`).join("")}${indent}}`;
  }
  return String(value);
}

function escapeTemplate(text: string): string {
  return text.replace(/\$\{/g, "$$$${").replace(/%\{/g, "%%{");
}
