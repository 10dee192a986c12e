import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Node, nodeAtPath, type Path, valueOf } from "../../core/document/node";
import { readDocument } from "../../core/document/reader";
import { applyEdits, type Change, copySource, editDocument, type TextEdit } from "../../core/edit/edit";
import { runs } from "../support/runs";
import {
  allPaths,
  change,
  choose,
  keys,
  type Model,
  modelOf,
  type Pick,
  picks,
  scalars,
  show,
  values,
} from "./edit-model";

/** Takes numbers from a list over and over, to make choices that shrink well. */
class Dice {
  private at = 0;
  private comments = 0;

  constructor(private readonly numbers: readonly number[]) {}

  roll(sides: number): number {
    const number = this.numbers[this.at++ % this.numbers.length] ?? 0;
    return number % sides;
  }

  comment(): string {
    return `comment ${++this.comments}.`;
  }
}

interface Form {
  readonly unit: string;
  readonly eol: string;
  readonly colon: string;
  readonly comma: string;
  readonly comments: boolean;
  readonly trailingCommas: boolean;
}

const forms: fc.Arbitrary<Form> = fc.record({
  unit: fc.constantFrom("\t", "  ", "    ", ""),
  eol: fc.constantFrom("\n", "\r\n"),
  colon: fc.constantFrom(": ", ":", " : ", ":  "),
  comma: fc.constantFrom(", ", ",", " , "),
  comments: fc.boolean(),
  trailingCommas: fc.boolean(),
});

/** Writes a value in an unruly way: each container as it comes, odd spellings, comments, duplicate keys. */
function scrawl(value: unknown, form: Form, dice: Dice, indent = ""): string {
  if (typeof value === "number") return spell(value, dice);
  if (typeof value === "string") return escaped(value, dice);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const list = Array.isArray(value);
  const [open, close] = list ? "[]" : "{}";
  const inner = indent + form.unit;
  const multiline = dice.roll(3) > 0;
  const line = () => (multiline && dice.roll(8) > 0 ? form.eol + inner : dice.roll(2) ? " " : "");
  const comment = () => {
    if (!form.comments || dice.roll(4) > 0) return "";
    return dice.roll(2) ? `/* ${dice.comment()} */` : `// ${dice.comment()}${form.eol}${inner}`;
  };
  const parts = (list ? value.map((v) => ["", v] as const) : Object.entries(value)).flatMap(([key, v]) => {
    const member = () =>
      (list ? "" : escaped(key, dice) + form.colon) + scrawl(v, form, dice, multiline ? inner : indent);
    return !list && dice.roll(9) === 0 ? [member(), member()] : [member()];
  });
  const body = parts.map((part, i) => {
    const last = i === parts.length - 1;
    const comma = last ? (form.trailingCommas && dice.roll(2) ? "," : "") : form.comma;
    const blank = multiline && dice.roll(6) === 0 ? form.eol : "";
    return `${blank}${line()}${comment()}${part}${comment()}${comma}${comment()}`;
  });
  return open + body.join("") + comment() + (multiline ? form.eol + indent : "") + close;
}

function spell(value: number, dice: Dice): string {
  const text = JSON.stringify(value);
  const spellings = [text, text, `${text}.0`, `${text}e0`, `${text}.00E+0`];
  return /^-?\d+$/.test(text) ? spellings[dice.roll(spellings.length)]! : text;
}

function escaped(value: string, dice: Dice): string {
  const text = JSON.stringify(value);
  if (dice.roll(4) > 0 || text.includes("\\")) return text;
  return text.replace(/[a-z/]/, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const documents = fc
  .tuple(
    values.filter((value) => typeof value === "object" && value !== null),
    forms,
    fc.array(fc.nat(1000), { minLength: 5, maxLength: 60 }),
    fc.constantFrom("", "\ufeff", "\n", "// top\n"),
    fc.constantFrom("", "\n", "\r\n", "\n// end"),
  )
  .map(([value, form, numbers, head, tail]) => head + scrawl(value, form, new Dice(numbers)) + tail);

function plan(model: Model, picked: readonly Pick[], kinds?: readonly string[]): [Change[], Model] {
  const changes: Change[] = [];
  let result = model;
  for (const pick of picked) {
    const next = choose(result, pick);
    if (!next || (kinds && !kinds.includes(next.op))) continue;
    changes.push(structuredClone(next));
    result = change(result, next);
  }
  return [changes, result];
}

function make(text: string, changes: readonly Change[]): { text: string; edits: readonly TextEdit[] } {
  const result = editDocument(readDocument(text), changes);
  if (!result.ok) throw new Error(result.reason);
  let end = -1;
  for (const { offset, length } of result.edits) {
    expect(offset).toBeGreaterThan(end);
    end = offset + length;
  }
  expect(end).toBeLessThanOrEqual(text.length);
  expect(applyEdits(text, result.edits)).toBe(result.text);
  return result;
}

function read(text: string): { root: Node; model: Model } {
  const { root } = readDocument(text);
  return { root: root!, model: modelOf(text, root!) };
}

function count(text: string, code: string): number {
  return readDocument(text).problems.filter((problem) => problem.code === code).length;
}

function comments(text: string): string[] {
  return readDocument(text)
    .problems.filter(({ code }) => code === "comment")
    .map(({ offset, length }) => text.slice(offset, offset + length));
}

function blankLines(text: string): number {
  return text.split(/\r\n|\n|\r/).filter((line) => line.trim() === "").length;
}

describe("any changes of any document", () => {
  it("give the value that is meant, and leave every other token as it was written", () => {
    fc.assert(
      fc.property(documents, fc.array(picks, { minLength: 1, maxLength: 8 }), (text, picked) => {
        const [changes, expected] = plan(read(text).model, picked);
        const result = make(text, changes);
        expect(show(read(result.text).model)).toBe(show(expected));
        expect(count(result.text, "syntax")).toBe(0);
        expect(count(result.text, "trailing-comma")).toBeLessThanOrEqual(count(text, "trailing-comma"));
      }),
      { numRuns: runs(1000) },
    );
  });

  it("lose and double no comment when elements come and move", () => {
    fc.assert(
      fc.property(documents, fc.array(picks, { minLength: 1, maxLength: 5 }), (text, picked) => {
        const [changes] = plan(read(text).model, picked, ["insert", "move"]);
        expect(comments(make(text, changes).text).sort()).toEqual(comments(text).sort());
      }),
      { numRuns: runs(330) },
    );
  });

  it("take no comment away but those beside what is removed, and leave no blank line", () => {
    fc.assert(
      fc.property(documents, picks, (text, pick) => {
        const [changes] = plan(read(text).model, [{ ...pick, kind: 5 }]);
        const [removal] = changes;
        if (!removal) return;
        const node = nodeAtPath(read(text).root, removal.path)!;
        const same =
          node.parent?.kind === "object"
            ? node.parent.properties.filter((p) => p.key === node.property!.key)
            : [];
        if (same.length > 1) return;
        const siblings =
          node.parent!.kind === "object" ? node.parent!.properties.map((p) => p.value!) : node.parent!.items;
        const at = siblings.indexOf(node);
        const before = siblings[at - 1];
        const after = siblings[at + 1];
        const from = before ? before.offset + before.length : node.parent!.offset;
        const to = after?.property?.keyOffset ?? after?.offset ?? node.parent!.offset + node.parent!.length;
        const outside = [...comments(text.slice(0, from)), ...comments(text.slice(to))];
        const result = make(text, changes).text;
        expect(blankLines(result)).toBeLessThanOrEqual(blankLines(text));
        const left = comments(result);
        expect(left).toEqual(expect.arrayContaining(outside));
        const all = comments(text);
        expect(left.every((comment) => all.includes(comment))).toBe(true);
        expect(new Set(left).size).toBe(left.length);
      }),
      { numRuns: runs(330) },
    );
  });

  it("are undone by their inverse: what was inserted and is removed leaves no trace", () => {
    fc.assert(
      fc.property(documents, picks, (text, pick) => {
        const [[insertion]] = plan(read(text).model, [{ ...pick, kind: 3 }]);
        if (insertion?.op !== "insert") return;
        const list = nodeAtPath(read(text).root, insertion.path);
        // A comment in a list on one line comes to stand beside the new element and goes with it.
        if (list?.kind !== "array" || list.items.length === 0 || comments(text).length > 0) return;
        const inserted = make(text, [insertion]).text;
        const removed = make(inserted, [{ op: "remove", path: [...insertion.path, insertion.index] }]).text;
        expect(removed).toBe(text);
      }),
      { numRuns: runs(330) },
    );
  });

  it("touch one token for one changed scalar, even when the whole document is set", () => {
    fc.assert(
      fc.property(documents, fc.nat(), scalars, (text, place, scalar) => {
        const { root, model } = read(text);
        const leaves = allPaths(model).filter(([, v]) => "raw" in v);
        const leaf = leaves[place % Math.max(leaves.length, 1)];
        if (!leaf) return;
        const node = nodeAtPath(root, leaf[0])!;
        const token = { offset: node.offset, length: node.length, text: JSON.stringify(scalar) };
        const isSame = JSON.parse((leaf[1] as { raw: string }).raw) === JSON.parse(token.text);
        const expected = isSame ? [] : [token];
        expect(make(text, [{ op: "set", path: leaf[0], value: scalar }]).edits).toEqual(expected);
        const whole = JSON.parse(JSON.stringify(valueOf(root)));
        let holder = whole;
        for (const segment of leaf[0].slice(0, -1)) holder = holder[segment];
        Object.defineProperty(holder, leaf[0].at(-1)!, {
          value: scalar,
          enumerable: true,
          configurable: true,
        });
        expect(make(text, [{ op: "set", path: [], value: whole }]).edits).toEqual(expected);
      }),
      { numRuns: runs(330) },
    );
  });

  it("carry any value to any list and object as it is written, with its comments", () => {
    fc.assert(
      fc.property(documents, fc.nat(), fc.nat(), fc.boolean(), (text, from, to, moves) => {
        const { root, model } = read(text);
        const all = allPaths(model);
        const [source, original] = all[from % all.length]!;
        const targets = all.filter(
          ([path, v]) => !("raw" in v) && !path.includes("new") && !within(path, source),
        );
        const target = targets[to % Math.max(targets.length, 1)];
        if (!target || source.length === 0) return;
        const [path, holder] = target;
        const node = nodeAtPath(root, source)!;
        const value = copySource(node);
        if ("members" in holder && holder.members.some(({ key }) => key === "new")) return;
        const index = "items" in holder ? holder.items.length : 0;
        const put: Change =
          "items" in holder
            ? { op: "insert", path, index, value }
            : { op: "set", path: [...path, "new"], value };
        // A member with a shadow would bring that to light elsewhere; removing an element moves the list's others.
        const isShadowed =
          node.property?.parent.properties.filter((p) => p.key === node.property!.key).length !== 1;
        const isMoved = moves && node.parent?.kind === "object" && !isShadowed;
        const result = make(text, isMoved ? [put, { op: "remove", path: source }] : [put]);
        expect(count(result.text, "syntax")).toBe(0);
        const written = nodeAtPath(readDocument(result.text).root, [
          ...path,
          "items" in holder ? index : "new",
        ])!;
        expect(show(modelOf(result.text, written))).toBe(show(original));
        const inside = text.slice(node.offset, node.offset + node.length);
        const copy = result.text.slice(written.offset, written.offset + written.length);
        expect(comments(copy)).toEqual(comments(inside));
      }),
      { numRuns: runs(670) },
    );
  });

  it("make any value of any other", () => {
    fc.assert(
      fc.property(documents, values, (text, value) => {
        const result = make(text, [{ op: "set", path: [], value }]);
        const written = valueOf(readDocument(result.text).root!);
        expect(sorted(written)).toBe(sorted(JSON.parse(JSON.stringify(value))));
      }),
      { numRuns: runs(330) },
    );
  });
});

/** Whether a path leads to the value at `outer` or into it. */
function within(path: Path, outer: Path): boolean {
  return outer.every((segment, i) => path[i] === segment);
}

/** JSON with sorted keys; equal for equal values. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value === 0 ? 0 : value);
  const members = Object.entries(value).map(([key, v]) => `${JSON.stringify(key)}:${sorted(v)}`);
  return `{${members.sort().join()}}`;
}

describe("a document in the form of JSON.stringify", () => {
  const plainValues = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      scalars.filter((value) => !Object.is(value, -0)),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(
        keys.filter((key) => key !== "__proto__"),
        tie("value"),
        { maxKeys: 4 },
      ),
    ),
  })).value;

  it("keeps that form through any changes", () => {
    const indents = fc.constantFrom<string | number>(2, 4, "\t", 0);
    const pickedPlain = fc.array(fc.tuple(picks, plainValues), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(plainValues, indents, fc.boolean(), pickedPlain, (value, indent, crlf, picked) => {
        const form = (v: unknown) => {
          const text = JSON.stringify(v, null, indent);
          return crlf ? text.replaceAll("\n", "\r\n") : text;
        };
        // The first member and its content show the form whatever happens to the rest.
        const text = form({ form: { a: [1, 2] }, value });
        const changes: Change[] = [];
        let model = read(text).model;
        for (const [pick, fresh] of picked) {
          const next = choose(
            model,
            { ...pick, value: fresh },
            (path) => path.length === 0 || path[0] === "form",
          );
          if (!next || (next.op === "rename" && next.key === "__proto__") || next.path.includes("__proto__"))
            continue;
          changes.push(structuredClone(next));
          model = change(model, next);
        }
        expect(make(text, changes).text).toBe(form(JSON.parse(show(model))));
      }),
      { numRuns: runs(1000) },
    );
  });
});
