import fc from "fast-check";
import { expect, it } from "vitest";
import { dashboard } from "../../test/support/dashboard-arbitraries";
import { readDocument } from "../document/reader";
import { differences } from "./compare";
import { normalForm, normalFormOf } from "./normal-form";
import { reconcile } from "./reconcile";
import { same } from "./version";

it("makes any file the dashboard that the service has, and edits it only then", () => {
  fc.assert(
    fc.property(dashboard, dashboard, fc.constantFrom(0, 2), (local, remote, indent) => {
      const text = JSON.stringify(local, null, indent);
      const result = reconcile(readDocument(text), remote);
      if (!result.ok) throw new Error(result.reason);
      expect(normalFormOf(readDocument(result.text))).toEqual(normalForm(remote));
      expect(JSON.parse(result.text)).not.toHaveProperty("etag");
      if (same(local, remote) && !("etag" in local)) expect(result.edits).toEqual([]);
      const again = reconcile(readDocument(result.text), remote);
      expect(again).toMatchObject({ ok: true, edits: [] });
    }),
    { numRuns: 1500 },
  );
});

it("finds a difference exactly when there is one", () => {
  fc.assert(
    fc.property(dashboard, dashboard, (a, b) => {
      expect(differences(a, b).length === 0).toBe(same(a, b));
      expect(differences(a, a)).toEqual([]);
    }),
    { numRuns: 1500 },
  );
});

it("is stable: the normal form of a normal form is itself", () => {
  fc.assert(
    fc.property(dashboard, (a) => {
      expect(normalForm(normalForm(a))).toEqual(normalForm(a));
    }),
  );
});
