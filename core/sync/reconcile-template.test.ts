import { expect, test } from "vitest";
import { reconcileTemplate } from "./reconcile-template";

const MARKS = { template: true, braces: true };
const TEXT = `{
  "displayName": "Load of \${env}",
  "mosaic_layout": {"columns": \${columns}, "tiles": [
    {"width": 4, "height": 4, "widget": {"text": {"content": "\${join(", ", var.names)}"}}}
  ]}
}
`;
const remote = (title: string, content: string) => ({
  displayName: title,
  mosaicLayout: { columns: 12, tiles: [{ width: 4, height: 4, widget: { text: { content } } }] },
});

test.each<[string, object, string]>([
  ["everything matches", remote("Load of prod", "a, b"), TEXT],
  [
    "what surrounds a hole differs",
    remote("Weight of prod", "a"),
    TEXT.replace("Load of ${env}", "Weight of prod"),
  ],
  [
    "something else differs",
    { ...remote("Load of prod", "a"), labels: { team: "x" } },
    TEXT.replace("  ]}\n}", '  ]},\n  "labels": {"team": "x"}\n}'),
  ],
])("%s", (_, value, expected) => {
  const result = reconcileTemplate(TEXT, MARKS, value);
  expect(result.ok && result.text).toBe(expected);
});
