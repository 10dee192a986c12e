import fc from "fast-check";
import { expect, it } from "vitest";
import { Dashboard } from "../../core/dashboard";
import type { StringNode } from "../../core/document/node";
import { applyEdits } from "../../core/edit/edit";
import { tokenize } from "../../core/languages/filter/lexer";
import type { QueryChange } from "../../core/query-builder/model/model";
import { findQuery, readQuery } from "../../core/query-builder/read";
import { writeQuery } from "../../core/query-builder/write";
import { runs } from "../support/runs";

const quoted = fc
  .string({
    unit: fc.constantFrom("a", "B", "7", " ", "é", "'", '"', "\\", "(", ")", ",", "=", "\u{1f600}"),
    maxLength: 6,
  })
  .map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`);
const space = fc.constantFrom("", " ", "  ", "\n");
const label = fc.constantFrom(
  "resource.labels.zone",
  'resource.label."zone"',
  "metric.labels.x",
  'metadata.user_labels."a/b.c"',
  "metadata.system_labels.name",
  "project",
  "group.id",
);
const value = fc.oneof(
  quoted,
  quoted.map((text) => `starts_with(${text})`),
  quoted.map((text) => `has_substring( ${text} , true)`),
  fc
    .array(quoted, { minLength: 1, maxLength: 4 })
    .chain((all) => fc.constantFrom(", ", ",", " ,\n").map((comma) => `one_of(${all.join(comma)})`)),
);
const comparison = fc
  .tuple(label, space, fc.constantFrom("=", "!="), space, value)
  .map((parts) => parts.join(""));
const list = fc
  .tuple(label, fc.array(quoted, { minLength: 2, maxLength: 3 }))
  .map(([name, all]) => `(${all.map((one) => `${name} = ${one}`).join(" OR ")})`);
const term = fc.oneof(
  { weight: 5, arbitrary: comparison },
  list,
  comparison.map((text) => `(${text})`),
  comparison.map((text) => `NOT ${text}`),
  fc.constantFrom("${zone}", "{{more}}", '(project="a" OR group.id="b")'),
);
const filter = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom(" ", " AND ", "\n", "\n  AND "), term), { maxLength: 5 }), space)
  .map(
    ([terms, end]) =>
      `metric.type="a.googleapis.com/b"${terms.map(([gap, text]) => gap + text).join("")}${end}`,
  );

/** The same string with some characters as escapes, which edits elsewhere must not touch. */
function escaped(text: string): string {
  return JSON.stringify(text).replace(/[=zé]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function dashboardOf(text: string): Dashboard {
  const query = `{ "timeSeriesFilter": { "filter": ${escaped(text)} } }`;
  return new Dashboard(`{ "gridLayout": { "widgets": [{ "scorecard": { "timeSeriesQuery": ${query} } }] } }`);
}

function found(dashboard: Dashboard) {
  const node = dashboard.canonical.nodeOf("/gridLayout/widgets/0/scorecard/timeSeriesQuery");
  return findQuery(dashboard, node)!;
}

/** The text of the file after a change. */
function after(dashboard: Dashboard, change: QueryChange): string {
  const result = writeQuery(dashboard, found(dashboard), change);
  if (!result.ok) throw new Error(result.reason);
  return applyEdits(dashboard.text, result.edits);
}

function filterOf(dashboard: Dashboard): StringNode {
  return found(dashboard).parts[0]!.filter!;
}

it("a value that is changed in a row changes its token only", () => {
  fc.assert(
    fc.property(filter, (text) => {
      const dashboard = dashboardOf(text);
      const [part] = readQuery(dashboard, found(dashboard)).parts;
      expect(part!.unreadable).toBeUndefined();
      for (const [row, shown] of part!.rows.entries()) {
        if (shown.kind !== "condition") continue;
        for (const [index, { text: old }] of shown.values.entries()) {
          const same = { type: "value", part: 0, row, index, text: old } as const;
          expect(after(dashboard, same)).toBe(dashboard.text);
          const changed = new Dashboard(after(dashboard, { ...same, text: "other" }));
          const [a, b] = [tokenize(text), tokenize(filterOf(changed).value)];
          const others = b.filter(({ text: written }, i) => written !== a[i]?.text);
          expect(b.length).toBe(a.length);
          expect(others.map(({ text: written }) => written)).toEqual(['"other"']);
          // Back again it is the same file, but for the spelling of the token.
          const back = after(changed, same);
          expect(filterOf(new Dashboard(back)).value).toBe(text);
        }
      }
    }),
    { numRuns: runs(150) },
  );
});

it("a condition that is added and removed leaves the same bytes", () => {
  fc.assert(
    fc.property(filter, label, quoted, (text, name, written) => {
      const dashboard = dashboardOf(text);
      const { rows } = readQuery(dashboard, found(dashboard)).parts[0]!;
      const more = new Dashboard(
        after(dashboard, { type: "add", part: 0, label: name, operator: "is", value: written }),
      );
      const now = readQuery(more, found(more)).parts[0]!.rows;
      expect(now.length).toBe(rows.length + 1);
      expect(now.slice(0, -1)).toEqual(rows);
      expect(after(more, { type: "remove", part: 0, row: rows.length })).toBe(dashboard.text);
    }),
    { numRuns: runs(150) },
  );
});

it("removing any row leaves all others", () => {
  fc.assert(
    fc.property(filter, (text) => {
      const dashboard = dashboardOf(text);
      const { rows } = readQuery(dashboard, found(dashboard)).parts[0]!;
      for (const row of rows.keys()) {
        const less = new Dashboard(after(dashboard, { type: "remove", part: 0, row }));
        const left = readQuery(less, found(less)).parts[0]!;
        expect(left.metric?.type).toBe("a.googleapis.com/b");
        expect(left.rows).toEqual(rows.filter((_, i) => i !== row));
      }
    }),
    { numRuns: runs(100) },
  );
});
