import { applyEdits as applyJsonc, modify } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { nodeAtPath, valueOf } from "../document/node";
import { readDocument } from "../document/reader";
import { applyEdits, type Change, copySource, editDocument, type TextEdit } from "./edit";

function done(text: string, ...changes: Change[]): { text: string; edits: readonly TextEdit[] } {
  const result = editDocument(readDocument(text), changes);
  if (!result.ok) throw new Error(result.reason);
  expect(applyEdits(text, result.edits)).toBe(result.text);
  return result;
}

function refused(text: string, ...changes: Change[]): string {
  const result = editDocument(readDocument(text), changes);
  if (result.ok) throw new Error(`made ${result.text}`);
  return result.reason;
}

const set = (path: (string | number)[], value: unknown): Change => ({ op: "set", path, value });
const insert = (path: (string | number)[], index: number, value: unknown): Change => ({
  op: "insert",
  path,
  index,
  value,
});
const remove = (...path: (string | number)[]): Change => ({ op: "remove", path });
const move = (path: (string | number)[], from: number, to: number): Change => ({
  op: "move",
  path,
  from,
  to,
});
const rename = (path: (string | number)[], key: string): Change => ({ op: "rename", path, key });

describe("setting a value", () => {
  it.each<[string, Change, string]>([
    ["[1, 2]", set([0], 10), "[10, 2]"],
    ['{"a": 1}', set(["a"], "x\n\u2028\ud800"), '{"a": "x\\n\u2028\\ud800"}'],
    ['{"a":1}', set(["b"], [1, { c: 2 }]), '{"a":1,"b":[1,{"c":2}]}'],
    ['{ "a": 1 }', set(["b"], { c: [2, 3] }), '{ "a": 1, "b": { "c": [2, 3] } }'],
    ['{"a" : 1}', set(["b"], 2), '{"a" : 1, "b" : 2}'],
    [
      '{\n\t"a": 1\n}\n',
      set(["b"], { c: [2] }),
      '{\n\t"a": 1,\n\t"b": {\n\t\t"c": [\n\t\t\t2\n\t\t]\n\t}\n}\n',
    ],
    ['{\r\n    "a": 1\r\n}', set(["b"], [2]), '{\r\n    "a": 1,\r\n    "b": [\r\n        2\r\n    ]\r\n}'],
    ['\ufeff{\n  "a": {}\n}', set(["a", "b"], 1), '\ufeff{\n  "a": {\n    "b": 1\n  }\n}'],
    ['{"a":{}}', set(["a", "b"], 1), '{"a":{"b":1}}'],
    ['{\n  "a": [{"x": 1}],\n  "b": []\n}', set(["b"], [1]), '{\n  "a": [{"x": 1}],\n  "b": [1]\n}'],
    ["", set([], { a: 1 }), '{\n  "a": 1\n}'],
    ["\ufeff\n", set([], [1]), "\ufeff[\n  1\n]\n"],
    ["1", set([], 2), "2"],
    ["{}\n", set(["a"], 1), '{\n  "a": 1\n}\n'],
    ["{ }", set(["a"], 1), '{\n  "a": 1\n}'],
    ["[[], [1]]", insert([0], 0, 2), "[[2], [1]]"],
    ["[[[]],[1]]", insert([0, 0], 0, [2]), "[[[[2]]],[1]]"],
    ['{"a": 1, "a": 2}', set(["a"], 3), '{"a": 1, "a": 3}'],
    ['{"__proto__": 1}', set(["__proto__"], { "": 2 }), '{"__proto__": {"": 2}}'],
    ['{"\\u0061": 1}', set(["a"], 2), '{"\\u0061": 2}'],
    ['{"a": 1, "b": 2 // two\n}', set(["c"], 3), '{"a": 1, "b": 2, // two\n  "c": 3\n}'],
    ['{"a": {"n": 1}}', set(["a"], "s"), '{"a": "s"}'],
    ['{\n  "a": 1\n}', set(["a"], { b: [] }), '{\n  "a": {\n    "b": []\n  }\n}'],
  ])("%j", (text, change, expected) => {
    expect(done(text, change).text).toBe(expected);
  });

  it("touches one token of a tile whose position alone differs", () => {
    const text = `{"tiles": [ {"xPos": 12.0,  "yPos":1e2, "widget": {"title":"\\u0041", /* why */ "n": -0}} ]}`;
    const tile = { xPos: 24, yPos: 100, widget: { n: 0, title: "A" } };
    expect(done(text, set(["tiles", 0], tile)).edits).toEqual([
      { offset: text.indexOf("12.0"), length: 4, text: "24" },
    ]);
  });

  it.each<[string, unknown]>([
    ['{"a": 12.0, "b": 1e2, "c": -0, "d": 9007199254740993}', { a: 12, b: 100, c: 0, d: 2 ** 53 }],
    ['{"b": "\\u00e9\\/", "a": [1, [2]]}', { a: [1, [2]], b: "é/" }],
  ])("leaves what has that value already: %s", (text, value) => {
    expect(done(text, set([], value)).edits).toEqual([]);
  });

  it("adds a member after the one it follows in the new value, and drops others", () => {
    const text = '{\n  "a": 1, // one\n  "b": 2,\n  "c": 3\n}';
    expect(done(text, set([], { a: 1, x: 0, c: 3 })).text).toBe(
      '{\n  "a": 1, // one\n  "x": 0,\n  "c": 3\n}',
    );
  });

  it("recognises the elements of a list that changed places", () => {
    const text = '[\n  {"id": 1.0, "t": "a"},\n  {"id": 2.0, "t": "b"}, // b\n  {"id": 3.0, "t": "c"}\n]';
    const value = [
      { id: 2, t: "b" },
      { id: 3, t: "x" },
      { id: 1, t: "a" },
    ];
    expect(done(text, set([], value)).text).toBe(
      '[\n  {"id": 2.0, "t": "b"}, // b\n  {"id": 3.0, "t": "x"},\n  {"id": 1.0, "t": "a"}\n]',
    );
  });

  it("follows the form of a neighbor", () => {
    const text = '{\n  "tiles": [\n    { "x": 1, "w": {\n        "f": ["a"]\n      }\n    }\n  ]\n}\n';
    const result = done(text, insert(["tiles"], 1, { x: 2, w: { f: ["b", "c"] } }));
    expect(result.text).toContain('\n    { "x": 2, "w": {\n        "f": ["b", "c"]\n');
    const lines = '{\n  "tiles": [{\n    "x": 1\n  }, {\n    "x": 2\n  }]\n}\n';
    expect(done(lines, insert(["tiles"], 2, { x: 3, g: [1] })).text).toBe(
      '{\n  "tiles": [{\n    "x": 1\n  }, {\n    "x": 2\n  }, {\n    "x": 3,\n    "g": [\n      1\n    ]\n  }]\n}\n',
    );
  });
});

describe("inserting an element", () => {
  it.each<[string, Change, string]>([
    ["[]", insert([], 0, 1), "[\n  1\n]"],
    ["[1]", insert([], 1, 2), "[1, 2]"],
    ["[1]", insert([], 0, 2), "[2, 1]"],
    ["[1,2]", insert([], 1, 3), "[1,3,2]"],
    ["[ 1 ,2 ]", insert([], 2, 3), "[ 1 ,2 ,3 ]"],
    ["[\n  1\n]", insert([], 0, 2), "[\n  2,\n  1\n]"],
    ["[\n  1\n]", insert([], 1, { a: 1 }), '[\n  1,\n  {\n    "a": 1\n  }\n]'],
    ["[\n  1, // one\n  2 // two\n]", insert([], 2, 3), "[\n  1, // one\n  2, // two\n  3\n]"],
    ["[\n  1, // one\n  2 // two\n]", insert([], 1, 3), "[\n  1, // one\n  3,\n  2 // two\n]"],
    ["[\n  1, // one\n  2 // two\n]", insert([], 0, 3), "[\n  3,\n  1, // one\n  2 // two\n]"],
    ["[\n  1,\n  2,\n]", insert([], 2, 3), "[\n  1,\n  2,\n  3,\n]"],
    ["[\n  // first\n  1\n]", insert([], 0, 0), "[\n  0,\n  // first\n  1\n]"],
    ["[ // list\n  1\n]", insert([], 0, 0), "[ // list\n  0,\n  1\n]"],
    ["[1 /* one */]", insert([], 1, 2), "[1 /* one */, 2]"],
    ["[1 // one\n]", insert([], 1, 2), "[1, // one\n  2\n]"],
    ["[\n  // none yet\n]", insert([], 0, 1), "[\n  // none yet\n  1\n]"],
    ["[ /* none */ ]", insert([], 0, 1), "[ /* none */\n  1\n]"],
    ["[1\n, 2\n, 3]", insert([], 1, 9), "[1\n, 9\n, 2\n, 3]"],
    ["[\n  1,\n\n  2,\n  3\n]", insert([], 1, 9), "[\n  1,\n  9,\n\n  2,\n  3\n]"],
  ])("%j", (text, change, expected) => {
    expect(done(text, change).text).toBe(expected);
  });
});

describe("removing", () => {
  it.each<[string, Change, string]>([
    ["[1,2,3]", remove(2), "[1,2]"],
    ["[1,2,3]", remove(1), "[1,3]"],
    ["[1,2,3]", remove(0), "[2,3]"],
    ["[1]", remove(0), "[]"],
    ["[ 1 ]", remove(0), "[]"],
    ["[\n  1\n]", remove(0), "[]"],
    ["[\n  1,\n  2,\n  3\n]", remove(0), "[\n  2,\n  3\n]"],
    ["[\n  1,\n  2,\n  3\n]", remove(1), "[\n  1,\n  3\n]"],
    ["[\n  1,\n  2,\n  3\n]", remove(2), "[\n  1,\n  2\n]"],
    ["[\n  1, // one\n  2, // two\n  3 // three\n]", remove(0), "[\n  2, // two\n  3 // three\n]"],
    ["[\n  1, // one\n  2, // two\n  3 // three\n]", remove(1), "[\n  1, // one\n  3 // three\n]"],
    ["[\n  1, // one\n  2, // two\n  3 // three\n]", remove(2), "[\n  1, // one\n  2 // two\n]"],
    ["[\n  1,\n\n  2,\n\n  3\n]", remove(1), "[\n  1,\n\n  3\n]"],
    ["[\n  1,\n\n  2,\n\n  3\n]", remove(0), "[\n  2,\n\n  3\n]"],
    ["[\n  1,\n  2,\n]", remove(1), "[\n  1,\n]"],
    ["[1,]", remove(0), "[]"],
    ["[\n  // one\n  1,\n  // two\n  2\n]", remove(1), "[\n  // one\n  1\n]"],
    ["[\n  // one\n  1,\n  // two\n  2\n]", remove(0), "[\n  // two\n  2\n]"],
    ["[\n  // head\n\n  1,\n  2\n]", remove(0), "[\n  // head\n\n  2\n]"],
    ["[\n  1,\n\n  // part\n\n  2,\n  3\n]", remove(1), "[\n  1,\n\n  // part\n  3\n]"],
    ["[\n  1,\n\n  // part\n\n  2\n]", remove(0), "[\n  // part\n\n  2\n]"],
    ["[ // list\n  1 ]", remove(0), "[ // list\n]"],
    ["[ // list\n  1]", remove(0), "[ // list\n]"],
    ["[1, /* two */ 2]", remove(0), "[/* two */ 2]"],
    ["[1 /* one */, 2]", remove(1), "[1 /* one */]"],
    ["[1 // one\n, 2 // two\n]", remove(1), "[1 // one\n]"],
    ["[1 // one\n, 2 // two\n]", remove(0), "[2 // two\n]"],
    ['{"a": 1, "b": 2}', remove("a"), '{"b": 2}'],
    ['{"a": 1, "b": 2, "a": 3}', remove("a"), '{"b": 2}'],
    ['{\r\n\t"a": 1,\r\n\t"b": 2\r\n}\r\n', remove("b"), '{\r\n\t"a": 1\r\n}\r\n'],
    ['{"": {"": 1}}', remove("", ""), '{"": {}}'],
  ])("%j", (text, change, expected) => {
    expect(done(text, change).text).toBe(expected);
  });

  it("is right where jsonc-parser's modify is not", () => {
    const broken = (text: string, index: number) =>
      applyJsonc(text, modify(text, [index], undefined, { formattingOptions: {} }));
    const right = (text: string, index: number) =>
      valueOf(readDocument(done(text, remove(index)).text).root!);
    const texts = [
      "[1,2,3]",
      "[1, 2, 3]",
      "[1,2]",
      "[1 ,2 ,3]",
      "[\n1\n,2\n,3\n]",
      "[[1],[2],[3]]",
      "[1,2,3,]",
    ];
    let wrong = 0;
    for (const text of texts) {
      const value = valueOf(readDocument(text).root!) as unknown[];
      value.forEach((_, index) => {
        const expected = value.filter((_, i) => i !== index);
        const theirs = readDocument(broken(text, index));
        const isSound = theirs.problems.every(({ code }) => code === "trailing-comma" && text.endsWith(",]"));
        if (!isSound || JSON.stringify(valueOf(theirs.root!)) !== JSON.stringify(expected)) wrong++;
        expect(right(text, index)).toEqual(expected);
      });
    }
    expect(wrong).toBeGreaterThan(0);
  });
});

describe("moving and renaming", () => {
  it.each<[string, Change, string]>([
    ["[1,2,3]", move([], 0, 2), "[2,3,1]"],
    ["[1, 2, 3]", move([], 2, 0), "[3, 1, 2]"],
    [
      "[\n  1, // one\n  2, // two\n  3 // three\n]",
      move([], 0, 2),
      "[\n  2, // two\n  3, // three\n  1 // one\n]",
    ],
    [
      "[\n  1, // one\n  2, // two\n  3 // three\n]",
      move([], 2, 0),
      "[\n  3, // three\n  1, // one\n  2 // two\n]",
    ],
    ["[\n  // one\n  1,\n  2\n]", move([], 0, 1), "[\n  2,\n  // one\n  1\n]"],
    ["[\n  1,\n\n  2,\n\n  3\n]", move([], 0, 1), "[\n  2,\n\n  1,\n\n  3\n]"],
    ["[1, 2]", move([], 1, 1), "[1, 2]"],
    ['{"a": 1, "b": 2}', rename(["a"], "c\n"), '{"c\\n": 1, "b": 2}'],
    ['{"a": 1, "b": 2, "a": 3}', rename(["a"], "c"), '{"b": 2, "c": 3}'],
  ])("%j", (text, change, expected) => {
    expect(done(text, change).text).toBe(expected);
  });
});

describe("several changes", () => {
  it("see what those before them left, and edit the original text", () => {
    const text = '{"tiles": [{"x": 0}, {"x": 1}, {"x": 2}], "n": 1}';
    const result = done(
      text,
      remove("tiles", 0),
      set(["tiles", 0, "x"], 9),
      insert(["tiles"], 2, { x: 3 }),
      set(["tiles", 2, "y"], 4),
      move(["tiles"], 2, 0),
      rename(["n"], "m"),
      set(["m"], 2),
    );
    expect(result.text).toBe('{"tiles": [{"x": 3, "y": 4}, {"x": 9}, {"x": 2}], "m": 2}');
    expect(result.edits.every(({ length }) => length < 15)).toBe(true);
  });

  it("cancel each other out", () => {
    const text = '{\n  "a": [ 1,2 , 3.0 ]\n}';
    expect(
      done(text, set(["a", 2], 4), set(["a", 2], 3), move(["a"], 0, 2), move(["a"], 2, 0)).edits,
    ).toEqual([]);
    expect(done(text, insert(["a"], 1, 5), remove("a", 1), set(["b"], 1), remove("b")).edits).toEqual([]);
  });

  it("carry edits inside of an element that moves", () => {
    const text = '[\n  { "a": 1.0 }, // first\n  { "a": 2.0 }\n]';
    expect(done(text, set([0, "b"], 3), move([], 0, 1)).text).toBe(
      '[\n  { "a": 2.0 },\n  { "a": 1.0, "b": 3 } // first\n]',
    );
  });
});

describe("a broken document", () => {
  it.each<[string, Change, string]>([
    ['{"a": [1, 2], "b": }', set(["a", 0], 5), '{"a": [5, 2], "b": }'],
    ['{"a": [1, 2], "b": }', remove("a", 0), '{"a": [2], "b": }'],
    ['{"a": [{"x" 1}, 2, 3]}', remove("a", 1), '{"a": [{"x" 1}, 3]}'],
    ['{"a": [1, 2], "b": [', remove("a", 1), '{"a": [1], "b": ['],
  ])("%j is edited where it is whole", (text, change, expected) => {
    expect(done(text, change).text).toBe(expected);
  });

  it.each<[string, Change, RegExp]>([
    ['{"a": [1 2]}', remove("a", 0), /incomplete/],
    ['{"a": [1, 2}', remove("a", 0), /incomplete/],
    ['{"a": 1, "b": }', set(["c"], 0), /incomplete/],
    ['{"a": 1, "b": }', set(["b"], 0), /no value yet/],
    ['{"a": 1x}', set(["a"], true), /neighbor/],
    ["[1, x]", remove(0), /incomplete/],
    ["// only this", set([], 1), /no JSON value/],
  ])("%j is refused where it is not", (text, change, reason) => {
    expect(refused(text, change)).toMatch(reason);
  });
});

describe("what cannot be done", () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  it.each<[string, Change, string]>([
    ["{}", set(["a", "b"], 1), "there is no a"],
    ["[1]", set([1], 1), "there is no [1]"],
    ["[1]", insert([], 2, 1), "2 is out of range for the list "],
    ['{"a": [1]}', move(["a"], 0, 1), "1 is out of range for the list a"],
    ['{"a": 1}', insert(["a"], 0, 1), "a is neither an object nor a list"],
    ['{"a": {}}', insert(["a"], 0, 1), "a is not a list"],
    ["{}", remove(), "the whole document has no name and cannot be removed"],
    ["{}", remove("a"), "there is no a"],
    ['{"a": 1, "b": 2}', rename(["a"], "b"), 'there is already a member named "b"'],
    ["[1]", rename([0], "b"), "[0] is an element and has no name"],
    ["[1]", set([0], Number.NaN), "NaN cannot be written in JSON"],
    ["[1]", set([0], undefined), "a value of type undefined cannot be written in JSON"],
    ["[1]", set([0], cycle), "the new value is nested deeper than 1000 levels"],
  ])("%j: %j", (text, change, reason) => {
    expect(refused(text, change)).toBe(reason);
  });
});

describe("size", () => {
  it("handles a string of 1 MB and 3 000 levels", () => {
    const long = "x".repeat(1 << 20);
    expect(done(`["${long}", 1]`, set([1], 2), set([0], `${long}y`)).text).toBe(`["${long}y", 2]`);
    const deep = "[".repeat(3000) + "]".repeat(3000);
    expect(editDocument(readDocument(deep), [insert(new Array(2999).fill(0), 0, 1)])).toMatchObject({
      ok: true,
    });
  });

  it("changes one number among 5 000 tiles", () => {
    const tiles = Array.from({ length: 5000 }, (_, i) => ({
      xPos: i % 48,
      yPos: i,
      widget: { title: `Tile ${i}`, xyChart: { dataSets: [{ plotType: "LINE", legend: "x".repeat(80) }] } },
    }));
    const document = readDocument(JSON.stringify({ mosaicLayout: { tiles } }, null, 2));
    expect(editDocument(document, [set(["mosaicLayout", "tiles", 4000, "yPos"], 7)])).toMatchObject({
      ok: true,
      edits: [{ length: 4, text: "7" }],
    });
  });
});

describe("what is carried over as it is written", () => {
  /** Makes changes that carry the value at `path`. */
  function carried(text: string, path: (string | number)[], changes: (value: unknown) => Change[]): string {
    const document = readDocument(text);
    const result = editDocument(document, changes(copySource(nodeAtPath(document.root, path)!)));
    if (!result.ok) throw new Error(result.reason);
    return result.text;
  }

  it.each<[string, string, (string | number)[], (value: unknown) => Change[], string]>([
    [
      "a copy beside it",
      '[{"a": 1.0, "b": "\\u0041"}]',
      [0],
      (value) => [insert([], 1, value)],
      '[{"a": 1.0, "b": "\\u0041"}, {"a": 1.0, "b": "\\u0041"}]',
    ],
    [
      "deeper, with comments",
      '{\n  "x": {\n    // why\n    "n": 1e2 /* a lot */\n  },\n  "y": {\n    "z": []\n  }\n}',
      ["x"],
      (value) => [insert(["y", "z"], 0, value)],
      '{\n  "x": {\n    // why\n    "n": 1e2 /* a lot */\n  },\n  "y": {\n    "z": [\n      {\n        // why\n        "n": 1e2 /* a lot */\n      }\n    ]\n  }\n}',
    ],
    [
      "from one list to another",
      '{\r\n\t"a": [\r\n\t\t{\r\n\t\t\t"n": 2.50\r\n\t\t}\r\n\t],\r\n\t"b": [\r\n\t\t1\r\n\t]\r\n}',
      ["a", 0],
      (value) => [remove("a", 0), insert(["b"], 1, value)],
      '{\r\n\t"a": [],\r\n\t"b": [\r\n\t\t1,\r\n\t\t{\r\n\t\t\t"n": 2.50\r\n\t\t}\r\n\t]\r\n}',
    ],
    [
      "part of a new value",
      '{"a": {"n": 1.00}}',
      ["a", "n"],
      (value) => [set(["b"], { m: value, k: [value] })],
      '{"a": {"n": 1.00}, "b": {"m": 1.00, "k": [1.00]}}',
    ],
    ["to where it is", '{"a": {"n": 1.00}}', ["a"], (value) => [set(["a"], value)], '{"a": {"n": 1.00}}'],
    [
      "with a member less",
      '{"a": {"id": 1, "n": 1.00}, "b": [0]}',
      ["a"],
      (value) => [insert(["b"], 1, value), remove("b", 1, "id")],
      '{"a": {"id": 1, "n": 1.00}, "b": [0, {"n": 1.00}]}',
    ],
  ])("%s", (_, text, path, changes, expected) => {
    expect(carried(text, path, changes)).toBe(expected);
  });
});
