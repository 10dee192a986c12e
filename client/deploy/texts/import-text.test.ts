import { describe, expect, it, test } from "vitest";
import { findDashboards } from "./import-text";

const board = (title: string, id?: string) => ({
  ...(id ? { name: `projects/1/dashboards/${id}`, etag: "abc" } : {}),
  displayName: title,
  gridLayout: {},
});

function found(text: string) {
  const result = findDashboards(text);
  if (!result.ok) throw new Error(result.reason);
  return result.dashboards.map(({ title, id, template }) => [title, id, ...(template ? ["template"] : [])]);
}

describe("dashboards are found in", () => {
  it.each([
    ["one dashboard", JSON.stringify(board("A")), [["A", undefined]]],
    ["one with a byte order mark", `\uFEFF${JSON.stringify(board("A", "a"))}`, [["A", "a"]]],
    [
      "a list",
      JSON.stringify([board("A", "a"), board("B", "b")]),
      [
        ["A", "a"],
        ["B", "b"],
      ],
    ],
    ["an answer", JSON.stringify({ dashboards: [board("A", "a")], nextPageToken: "x" }), [["A", "a"]]],
    ["snake case", '{"display_name": "A", "mosaic_layout": {}}', [["A", undefined]]],
    ["no layout but a name", '{"displayName": "A", "name": "projects/p/dashboards/a"}', [["A", "a"]]],
    [
      "Terraform code",
      'resource "x" "y" {\n  dashboard_json = <<EOF\n{"displayName": "$${a}", "gridLayout": {}}\nEOF\n}\n',
      [["${a}", undefined]],
    ],
    [
      "Terraform code with something to fill in",
      'dashboard_json = <<EOF\n{"displayName": "${a}"}\nEOF\n',
      [["${a}", undefined, "template"]],
    ],
    [
      "a plan, each address once and as it will be",
      JSON.stringify({
        format_version: "1.2",
        planned_values: {
          root_module: {
            resources: [{ address: "d.a", values: { dashboard_json: JSON.stringify(board("A", "a")) } }],
          },
        },
        resource_changes: [
          {
            address: "d.a",
            change: {
              before: { dashboard_json: JSON.stringify(board("Old", "a")) },
              after: { dashboard_json: JSON.stringify(board("A", "a")) },
            },
          },
        ],
      }),
      [["A", "a"]],
    ],
    [
      "a part of Terraform's state",
      JSON.stringify({
        resources: [{ instances: [{ attributes: { dashboard_json: JSON.stringify(board("A", "a")) } }] }],
      }),
      [["A", "a"]],
    ],
  ])("%s", (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

test("the text keeps its spelling, without the etag", () => {
  const text =
    '[\n    {\n      "etag": "x",\n      "displayName": "A",\n      "columnLayout": { "columns": [] }\n    }\n]';
  const result = findDashboards(text);
  expect(result.ok && result.dashboards[0]!.text).toBe(
    '{\n  "displayName": "A",\n  "columnLayout": { "columns": [] }\n}\n',
  );
});

test("a text in one line becomes several, and no number changes", () => {
  const result = findDashboards('{"displayName":"A","gridLayout":{"columns":12345678901234567890}}');
  expect(result.ok && result.dashboards[0]!.text).toBe(
    '{\n  "displayName": "A",\n  "gridLayout": {\n    "columns": 12345678901234567890\n  }\n}\n',
  );
});

test("YAML keeps its comments, and loses its etag and its place in another text", () => {
  const text = [
    "    ---",
    "    # of the shop team",
    "    name: projects/1/dashboards/a",
    "    displayName: 'A'  # as in the list",
    "    etag: abc",
    "    gridLayout:",
    "      widgets:",
    "      - blank: {}",
    "    ",
  ].join("\n");
  expect(findDashboards(text)).toEqual({
    ok: true,
    dashboards: [
      {
        title: "A",
        id: "a",
        text: "# of the shop team\nname: projects/1/dashboards/a\ndisplayName: 'A'  # as in the list\ngridLayout:\n  widgets:\n  - blank: {}\n",
        template: false,
        form: "yaml",
      },
    ],
  });
});

test("what gcloud prints as YAML is a dashboard each, as documents or as a list", () => {
  const one = (title: string) =>
    `displayName: ${title}\netag: x\ngridLayout: {}\nname: projects/1/dashboards/${title}\n`;
  const listed = `${one("A")}---\n${one("B")}`;
  const inList = `- ${one("A").trim().replaceAll("\n", "\n  ")}\n- ${one("B").trim().replaceAll("\n", "\n  ")}\n`;
  for (const text of [listed, inList]) {
    expect(found(text)).toEqual([
      ["A", "A"],
      ["B", "B"],
    ]);
    const result = findDashboards(text);
    expect(result.ok && result.dashboards[1]!.text).toBe(one("B").replace("etag: x\n", ""));
  }
});

test.each([
  ["", "empty"],
  ["hello", "no-dashboard"],
  ["[]", "no-dashboard"],
  ['{"displayName": "an alert policy", "conditions": []}', "no-dashboard"],
  ["displayName: A: b\nmosaicLayout:\n  columns: 48\n", "yaml"],
  ["kind: ConfigMap\nmetadata: {name: a}\n", "no-dashboard"],
  ["displayName: an alert policy\nconditions: []\n", "no-dashboard"],
  ["Note: see below: this\n", "no-dashboard"],
  ['dashboard_json = file("a.json")', "expression"],
  [
    JSON.stringify({
      format_version: "1.2",
      resource_changes: [{ address: "d.a", change: { after: {}, after_unknown: { dashboard_json: true } } }],
    }),
    "expression",
  ],
])("%j: %s", (text, reason) => {
  expect(findDashboards(text)).toEqual({ ok: false, reason });
});
