import { isDeepStrictEqual } from "node:util";
import type { RuleSettings } from "../../core/config/config";
import { Dashboard } from "../../core/dashboard";
import { rules } from "../../core/rules";
import { builtInRules } from "../../core/rules/built-in";
import { exampleFile } from "../../core/rules/example";
import { detectTemplate, type Template } from "../../core/template/template";
import { specimens } from "./specimens";
import { edited, randomNumbers } from "./text-walk";

/** Dashboards to start from: all that the rules have as examples, several of them in one, and those that use everything. */
const beginnings: readonly string[] = [
  ...[...rules, ...builtInRules].flatMap(({ bad, good }) => [exampleFile(bad), exampleFile(good)]),
  ...specimens.map(({ text }) => text),
  mosaic(9),
  mosaic(30),
].filter((text) => text.length < 40_000);

/** A mosaic whose tiles overlap here and there, have the same ids, and use variables or not. */
function mosaic(count: number): string {
  const tiles = Array.from({ length: count }, (_, i) => ({
    xPos: (i % 4) * 12 - (i % 7 === 6 ? 1 : 0),
    yPos: Math.floor(i / 4) * 8,
    width: i % 5 === 4 ? 12.5 : 12,
    height: 8,
    widget: {
      title: `Tile ${i}`,
      ...(i % 6 === 5 && { id: "same" }),
      ...(i % 3 === 0
        ? { text: { content: i % 2 ? "in ${zone}" : "plain", format: "MARKDOWN" } }
        : {
            scorecard: {
              timeSeriesQuery: { prometheusQuery: `up{job="${i}", ${i % 4 ? "${backend}" : "${other}"}}` },
            },
          }),
    },
  }));
  const filter = (name: string) => ({ filterType: "RESOURCE_LABEL", labelKey: name, templateVariable: name });
  return JSON.stringify(
    {
      displayName: "Walk",
      dashboardFilters: ["zone", "backend", "unused"].map(filter),
      mosaicLayout: { columns: 48, tiles },
    },
    null,
    2,
  );
}

/** Dashboards with holes in all places: names of members, titles, filters inside and outside of quotes, declared variables. */
const templates: readonly string[] = [false, true].map((declares) =>
  mosaic(12)
    .replaceAll('"title": "Tile 1', '"${key}": 1, "title": "__ENV__ ${name} 1')
    .replaceAll('"content": "plain"', '"content": "$zone {{name}} $${zone} %{ if a }b%{ endif }"')
    .replaceAll(/\$\{other\}/g, '${other}, zone=\\"${zone}\\"')
    .replace(
      '"prometheusQuery"',
      '"timeSeriesFilter": {"filter": "metric.type = \\"${metric}\\" resource.type = \\"y\\" ${more} resource.labels.x = 1"}, "prometheusQuery"',
    )
    .replace('"labelKey": "backend"', declares ? '"labelKey": "${zone}"' : '"labelKey": "backend"'),
);

/** Who fills in the text that is edited; most texts are not filled in. */
const fillers: readonly ((text: string) => Template | undefined)[] = [
  () => undefined,
  () => ({ certain: true, by: "Terraform", template: true, braces: true }),
  () => ({ certain: false, by: "another tool", template: true, only: new Set(["zone"]), braces: false }),
  () => ({ certain: false, by: "", template: false, braces: false }),
  (text) => detectTemplate("a.json", text, { uses: [], terraform: true }),
];

export interface Walk {
  /** How many versions were compared. */
  readonly steps: number;
  /** How many of them were checked tile by tile. */
  readonly quick: number;
}

/** A version whose findings differ from those of the same text without a past. */
export class Differs extends Error {
  constructor(
    readonly before: string,
    readonly text: string,
    readonly expected: unknown,
    readonly found: unknown,
  ) {
    super(`findings differ after a change\n${JSON.stringify({ before, text, expected, found }, null, 1)}`);
  }
}

/**
 * Edits a dashboard at random and compares each version's findings with those of a fresh check of the same text.
 *
 * @throws {Differs}
 */
export function walk(seed: number, steps: number): Walk {
  const random = randomNumbers(seed);
  const filler = random() < 0.5 ? fillers[0]! : fillers[Math.floor(random() * fillers.length)]!;
  const from = filler !== fillers[0] && random() < 0.6 ? templates : beginnings;
  let text = from[Math.floor(random() * from.length)]!;
  let good = text;
  let dashboard = new Dashboard(text, undefined, filler(text));
  let quick = 0;
  for (let step = 0; step < steps; step++) {
    const before = text;
    // Authors fix what they have broken sooner or later.
    text = random() < 0.25 ? good : edited(text, random);
    if (text.length > 60_000) text = good;
    dashboard = new Dashboard(text, undefined, filler(text), dashboard);
    // Not every version is looked at.
    if (random() < 0.2) continue;
    const settings: RuleSettings = random() < 0.5 ? { "permanent-diff": "warning" } : {};
    const fresh = new Dashboard(text, undefined, filler(text));
    const expected = [fresh.findings, fresh.findingsUnder(settings)];
    const found = [dashboard.findings, dashboard.findingsUnder(settings)];
    if (!isDeepStrictEqual(found, expected)) throw new Differs(before, text, expected.flat(), found.flat());
    if (dashboard.isOutlined) quick++;
    if (fresh.document.problems.length === 0 || random() < 0.1) good = text;
  }
  return { steps, quick };
}
