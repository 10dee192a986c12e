import { expect, test } from "vitest";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import { applyGesture } from "../features/changing/gestures";
import type { Gesture } from "../grid/moves/gesture";
import { terraformDashboards } from "./dashboards";

const id = (index: number) => `/mosaicLayout/tiles/${index}/widget`;
const move = (index: number, dx: number, dy: number): Gesture => ({
  type: "move",
  tiles: [id(index)],
  dx,
  dy,
});
const file = (tiles: string, open = "jsonencode({", close = "})") =>
  `resource "google_monitoring_dashboard" "a" {\n  dashboard_json = ${open}\n    displayName = "A"\n    mosaicLayout = {\n      columns = 12\n      tiles = [\n${tiles}\n      ]\n    }\n  ${close}\n}\n`;

/** The lines that a gesture changes, or why it is refused. */
function after(text: string, gesture: Gesture): string {
  const [found] = terraformDashboards(text);
  const result = applyGesture(Dashboard.of(found!.document!), gesture);
  if (!result.ok) return `refused${result.needsFile ? ", for a file" : ""}`;
  const lines = text.split("\n");
  return applyEdits(text, result.edits)
    .split("\n")
    .filter((line, i) => line !== lines[i] && !lines.includes(line))
    .join("\n");
}

const LINES = `        {
          xPos   = 0
          yPos   = 0 # first
          width  = 6
          height = 4
          widget = { title = "A", blank = {} }
        },`;
const FEW = `        {
          width  = 6, # half
          height = 4,
          widget = { blank = {} },
        }`;

test.each<[string, string, Gesture, string]>([
  ["moves numbers", LINES, move(0, 6, 0), "          xPos   = 6"],
  ["moves two numbers", LINES, move(0, 6, 8), "          xPos   = 6\n          yPos   = 8 # first"],
  ["adds a position on a line", FEW, move(0, 6, 0), "          xPos   = 6,"],
  ["adds both", FEW, move(0, 6, 3), "          xPos   = 6,\n          yPos   = 3,"],
  [
    "adds a position among others on a line",
    "        { width = 6, height = 4, widget = { blank = {} } }",
    move(0, 3, 0),
    "        { xPos = 3, width = 6, height = 4, widget = { blank = {} } }",
  ],
  [
    "in the style with colons",
    '        { "xPos": 1, "width": 6, "height": 4, "widget": { "blank": {} } }',
    move(0, 0, 2),
    '        { "xPos": 1, "yPos": 2, "width": 6, "height": 4, "widget": { "blank": {} } }',
  ],
  [
    "numbers in quotes stay so",
    '        { xPos = "1", width = 6, height = 4, widget = { blank = {} } }',
    move(0, 1, 0),
    '        { xPos = "2", width = 6, height = 4, widget = { blank = {} } }',
  ],
  ["resizes", LINES, { type: "resize", tiles: [id(0)], edge: "e", dx: 6, dy: 0 }, "          width  = 12"],
  [
    "renames a title",
    LINES,
    { type: "title", tile: id(0), title: 'B "${x}"' },
    '          widget = { title = "B \\"$${x}\\"", blank = {} }',
  ],
  ["renames the dashboard", LINES, { type: "title", title: "B" } as Gesture, '    displayName = "B"'],
  [
    "adds a title",
    FEW,
    { type: "title", tile: id(0), title: "B" },
    '          widget = { title = "B", blank = {} },',
  ],
  [
    "refuses to move what is a reference",
    LINES.replace("= 0\n", "= var.x\n"),
    move(0, 0, 1),
    "          yPos   = 1 # first",
  ],
  [
    "refuses to change a reference",
    LINES.replace("xPos   = 0", "xPos   = var.x"),
    move(0, 3, 0),
    "refused, for a file",
  ],
  ["refuses to delete", LINES, { type: "remove", tiles: [id(0)] }, "refused, for a file"],
  ["refuses to duplicate", LINES, { type: "duplicate", tiles: [id(0)] } as Gesture, "refused, for a file"],
])("%s", (_, tiles, gesture, expected) => {
  expect(after(file(tiles), gesture)).toBe(expected);
});

test("a tile in a heredoc moves as in JSON, whatever is filled in beside it", () => {
  const tile = `{ "width": 6, "height": 4, "widget": { "title": "\${f("x")}", "blank": {} } }`;
  const text = file("", "<<EOF\n{", "}\nEOF").replace(
    / {4}displayName[\s\S]*? {4}\}\n/,
    `"displayName": "A", "mosaicLayout": { "columns": 12, "tiles": [${tile}] }\n`,
  );
  expect(after(text, move(0, 6, 0))).toContain(
    `{ "xPos": 6, "width": 6, "height": 4, "widget": { "title": "\${f("x")}", "blank": {} } }`,
  );
});

test("a title in a heredoc keeps what is filled in, or is not changed", () => {
  const tile = `{ "width": 6, "height": 4, "widget": { "title": "a \${var.x}", "blank": {} } }`;
  const text = `resource "google_monitoring_dashboard" "a" {\n  dashboard_json = <<EOF\n{ "displayName": "A", "mosaicLayout": { "columns": 12, "tiles": [${tile}] } }\nEOF\n}\n`;
  expect(after(text, { type: "title", tile: id(0), title: "b ${var.x}" })).toContain('"title": "b ${var.x}"');
  const dashboard = Dashboard.of(terraformDashboards(text)[0]!.document!);
  expect(applyGesture(dashboard, { type: "title", tile: id(0), title: "b" })).toMatchObject({
    reason: expect.stringContaining("would remove a value that Terraform inserts"),
  });
});
