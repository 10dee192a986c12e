import fc from "fast-check";
import { expect, it } from "vitest";
import { dashboard } from "../../test/support/dashboard-arbitraries";
import { runs } from "../../test/support/runs";
import { readDocument } from "../document/reader";
import { differences } from "./compare";
import { normalForm, normalFormOf } from "./normal-form";
import { reconcile } from "./reconcile";
import { equalValues } from "./version";

it("makes any file the dashboard that the service has, and edits it only then", () => {
  fc.assert(
    fc.property(dashboard, dashboard, fc.constantFrom(0, 2), (local, remote, indent) => {
      const text = JSON.stringify(local, null, indent);
      const result = reconcile(readDocument(text), remote);
      if (!result.ok) throw new Error(result.reason);
      expect(normalFormOf(readDocument(result.text))).toEqual(normalForm(remote));
      expect(JSON.parse(result.text)).not.toHaveProperty("etag");
      if (equalValues(local, remote) && !("etag" in local)) expect(result.edits).toEqual([]);
      const again = reconcile(readDocument(result.text), remote);
      expect(again).toMatchObject({ ok: true, edits: [] });
    }),
    { numRuns: runs(500) },
  );
});

it("finds a difference exactly when there is one", () => {
  fc.assert(
    fc.property(dashboard, dashboard, (a, b) => {
      expect(differences(a, b).length === 0).toBe(equalValues(a, b));
      expect(differences(a, a)).toEqual([]);
    }),
    { numRuns: runs(500) },
  );
});

it("is stable: the normal form of a normal form is itself", () => {
  fc.assert(
    fc.property(dashboard, (a) => {
      expect(normalForm(normalForm(a))).toEqual(normalForm(a));
    }),
  );
});

/** A widget as an odd author writes it: no printer would. */
const widgetText = (number: number, content: string) =>
  `{"id" : "w${number}",   "title":"\\u0047amma ${number}", "text": { "content":"\\u0061${content}" ,"format": "MARKDOWN"} }`;
const tileText = (number: number, content: string) =>
  `{ "yPos": ${number}e0,\n   "width":6.0, "height": 4,\n      "widget":   ${widgetText(number, content)} }`;
const edits = fc.array(
  fc.record({
    kind: fc.constantFrom("add", "remove", "change", "move", "place"),
    where: fc.nat(20),
    to: fc.nat(20),
  }),
  { minLength: 1, maxLength: 6 },
);

it.each([
  ["tiles", (items: string) => `{"displayName": "d", "mosaicLayout": {"columns": 12, "tiles": [${items}]}}`],
  ["widgets", (items: string) => `{"displayName": "d", "gridLayout": {"widgets": [${items}]}}`],
] as const)(
  "leaves the text of %s alone that stay as they are, whatever happens beside them",
  (kind, around) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.boolean(), edits, (count, alike, changes) => {
        const write = kind === "tiles" ? tileText : widgetText;
        const written = Array.from({ length: count }, (_, i) => write(i, alike ? "" : `${i}`));
        const document = readDocument(around(`\n    ${written.join(",\n    ")}\n  `));
        // biome-ignore lint/suspicious/noExplicitAny: the test changes parsed JSON in place
        const remote: any = JSON.parse(document.text);
        const list: object[] = kind === "tiles" ? remote.mosaicLayout.tiles : remote.gridLayout.widgets;
        // biome-ignore lint/suspicious/noExplicitAny: as above
        const widgetOf = (item: any) => item.widget ?? item;
        const touched = new Set<string>();
        const keep = new Map(list.map((item, i) => [widgetOf(item).id as string, written[i]!]));
        for (const [number, { kind: what, where, to }] of changes.entries()) {
          const at = where % Math.max(1, list.length);
          // biome-ignore lint/suspicious/noExplicitAny: as above
          const item = list[at] as any;
          if (what === "add") list.splice(at, 0, JSON.parse(write(100 + number, "new")));
          else if (!item) continue;
          else if (what === "remove") keep.delete(widgetOf(list.splice(at, 1)[0]).id);
          else if (what === "move") list.splice(to % list.length, 0, ...list.splice(at, 1));
          else if (what === "place" && kind === "tiles") item.yPos += 50;
          else widgetOf(item).text.content = `changed ${number}`;
          if (what === "change" || what === "place") touched.add(widgetOf(item).id);
        }
        const result = reconcile(document, remote);
        if (!result.ok) throw new Error(result.reason);
        for (const [id, text] of keep) {
          if (!touched.has(id)) expect(result.text).toContain(text);
          // Of one that changes, all stays but the value.
          else expect(result.text).toContain(`"id" : "${id}",   "title":"\\u0047amma`);
        }
      }),
      { numRuns: runs(200) },
    );
  },
);
