import { describe, expect, it } from "vitest";
import { Dashboard } from "../../core/dashboard";
import { applyEdits } from "../../core/edit/edit";
import { offersAt } from "../../core/features/changing/refactorings";
import { rangeOfTile } from "../../core/features/reading/picture";
import { arrange } from "../../core/grid/arrangement";
import { embeddedStrings } from "../../core/languages/check";
import { equalValues } from "../../core/sync/version";
import { corpusFiles, hasCorpus } from "./corpus";

/** Places worth asking at: the top, tiles, and label conditions of filters. */
function placesIn({ document, canonical }: Dashboard): number[] {
  const tiles = arrange(canonical.value).tiles.map(({ id }) => rangeOfTile(canonical, id)!.offset + 1);
  const conditions: number[] = [];
  for (const { node, language } of embeddedStrings(canonical)) {
    const at = language.id === "monitoring-filter" ? document.text.indexOf(".label", node.offset) : -1;
    if (at > 0 && at < node.offset + node.length) conditions.push(at);
  }
  return [document.root!.offset, ...some(tiles, 1), ...some(conditions, 1)];
}

function some(list: readonly number[], limit: number): number[] {
  const step = Math.max(1, Math.ceil(list.length / limit));
  return list.filter((_, i) => i % step === 0);
}

function problems(dashboard: Dashboard): string[] {
  const bad = dashboard.findings.filter(({ severity }) => severity === "error" || severity === "warning");
  return [...new Set(bad.map(({ code }) => code))];
}

describe.skipIf(!hasCorpus)("refactorings of real dashboards", () => {
  const made = new Map<string, number>();

  it.each(corpusFiles())("$name: every one that is offered does something, and no harm", ({ text }) => {
    const dashboard = new Dashboard(text);
    const before = problems(dashboard);
    for (const at of placesIn(dashboard)) {
      for (const { refactoring, offer } of offersAt(dashboard, at, at)) {
        // One that is only shown with the reason why it cannot be made.
        if (offer.refused) continue;
        const edits = offer.edits();
        expect([offer.title, edits.length > 0]).toEqual([offer.title, true]);
        const after = new Dashboard(applyEdits(text, edits));
        expect([offer.title, after.document.problems]).toEqual([offer.title, dashboard.document.problems]);
        expect([offer.title, problems(after).filter((code) => !before.includes(code))]).toEqual([
          offer.title,
          [],
        ]);
        if (refactoring.keepsMeaning) {
          const isSame = equalValues(JSON.parse(after.text), JSON.parse(text));
          expect([offer.title, isSame]).toEqual([offer.title, true]);
        }
        made.set(refactoring.id, (made.get(refactoring.id) ?? 0) + 1);
      }
    }
  });

  it("makes most of them somewhere", () => {
    expect([...made.keys()].length).toBeGreaterThanOrEqual(11);
  });
});
