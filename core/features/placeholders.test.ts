import { expect, it } from "vitest";
import { readDocument } from "../document/reader";
import { canonicalize } from "../schema/canonical";
import { pictureOf } from "./reading/picture";

function draw(text: string) {
  const document = readDocument(text, { template: true, braces: true });
  return pictureOf(document, canonicalize(document), []);
}

it("names every placeholder that is drawn, the longest first", () => {
  const { title, placeholders } = draw(
    '{"displayName": "${a} $${b} {{c}} __D__ %{ if x }on%{ endif } ${f("y")}", "gridLayout": {"columns": ${n}}}',
  );
  expect(placeholders).toEqual(["%{ endif }", "%{ if x }", "${f(_y_)}", "{{c}}", "__D__", "${a}", "${n}"]);
  for (const name of placeholders.filter((one) => one !== "${n}")) expect(title).toContain(name);
});

it("draws a widget that is a placeholder as one", () => {
  const mosaic = draw(
    '{"mosaicLayout": {"columns": 12, "tiles": [{"width": 4, "height": 4, "widget": ${jsonencode(w)}}, {"width": 4, "height": 4}]}}',
  );
  expect(mosaic.tiles.map(({ title, placeholder, w }) => [title, placeholder, w])).toEqual([
    ["${jsonencode(w)}", true, 4],
    ["", undefined, 4],
  ]);
  const grid = draw('{"gridLayout": {"widgets": [${one}, {"text": {"content": "x"}}]}}');
  expect(grid.tiles.map(({ title, placeholder }) => [title, placeholder])).toContainEqual(["${one}", true]);
});

it("says nothing of a text without any", () => {
  expect(draw('{"displayName": "A", "gridLayout": {}}').placeholders).toEqual([]);
});
