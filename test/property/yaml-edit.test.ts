import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeAtPath, valueOf } from "../../core/document/node";
import { applyEdits, editDocument } from "../../core/edit/edit";
import { singleYamlDocument } from "../../core/yaml/dashboards";
import { written } from "../../core/yaml/written";
import { runs } from "../support/runs";
import { change, choose, keys, newModel, picks, show, values } from "./edit-model";
import { Dice, scrawlYaml, type YamlHand } from "./yaml-text";

const hands: fc.Arbitrary<YamlHand> = fc.record({
  eol: fc.constantFrom("\n", "\r\n"),
  comments: fc.boolean(),
  unit: fc.constantFrom(2, 4),
  listIndent: fc.constantFrom(0, 2),
  blankLines: fc.boolean(),
  brackets: fc.boolean(),
});
const objects = fc
  .dictionary(keys, values, { minKeys: 1, maxKeys: 5 })
  // JSON has no negative zero.
  .map((value) => JSON.parse(JSON.stringify(value)) as typeof value);
const numbers = fc.array(fc.nat(1000), { minLength: 20, maxLength: 60 });
const commentsOf = (text: string) => text.match(/# comment \d+\./g) ?? [];

describe("an edit of YAML", () => {
  it("gives the value that was meant, and keeps comments and lines that it is not about", () => {
    let refused = 0;
    let made = 0;
    fc.assert(
      fc.property(objects, hands, numbers, picks, (value, hand, dice, pick) => {
        const text = scrawlYaml(value, hand, new Dice(dice));
        const document = singleYamlDocument(text);
        expect(document.problems).toEqual([]);
        expect(valueOf(document.root!)).toEqual(value);
        const model = newModel(value);
        const step = choose(model, pick);
        if (!step) return;
        const result = editDocument(document, [step]);
        if (!result.ok) {
          refused++;
          expect(result.reason).not.toMatch(/internal/);
          return;
        }
        made++;
        expect(applyEdits(text, result.edits)).toBe(result.text);
        const after = singleYamlDocument(result.text);
        expect(show(newModel(valueOf(after.root!)))).toBe(show(change(newModel(value), step)));
        const isScalar = (value: unknown) => typeof value !== "object" || value === null;
        const old = step.op === "set" ? nodeAtPath(document.root, step.path) : undefined;
        const isScalarSet = step.op === "set" && isScalar(step.value) && (!old || isScalar(valueOf(old)));
        const isQuiet = step.op === "insert" || step.op === "move" || step.op === "rename" || isScalarSet;
        if (isQuiet) expect([...commentsOf(result.text)].sort()).toEqual([...commentsOf(text)].sort());
        const target = nodeAtPath(document.root, step.path);
        const isBlock = target !== undefined && written(target)?.style === "block";
        if (step.op === "insert" && isBlock) expectKept(text, result.text);
      }),
      { numRuns: runs(330) },
    );
    expect(refused).toBeLessThan(made);
  });
});

/** Every line of the text before is there after an entry was put in, in order, maybe behind another hyphen. */
function expectKept(before: string, after: string): void {
  const bare = (line: string) => line.replace(/^[ -]+/, "").replace(/\r$/, "");
  const lines = after.split("\n").map(bare);
  let at = 0;
  for (const line of before.split("\n")) {
    const found = lines.indexOf(bare(line), at);
    expect(found, `${line} in\n${after}`).toBeGreaterThanOrEqual(0);
    at = found + 1;
  }
}
