import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import type { RuleSettings } from "../../core/config/config";
import { Dashboard } from "../../core/dashboard";
import { rules } from "../../core/rules";
import { exampleFile } from "../../core/rules/example";
import { yamlDashboards } from "../../core/yaml/dashboards";
import { yamlText } from "../../core/yaml/text";
import { generatedDashboard } from "../bench/dashboards";
import { Differs } from "./incremental-walk";
import { edited, randomNumbers } from "./text-walk";
import { Dice, scrawlYaml } from "./yaml-text";

/** `MOSAIC_WALKS=25000` compares a million versions. */
const WALKS = Number(process.env["MOSAIC_WALKS"] ?? 40);
const SEED = 1000 * Number(process.env["MOSAIC_SEED"] ?? 1);

const values: readonly unknown[] = [
  JSON.parse(generatedDashboard(5)),
  JSON.parse(generatedDashboard(11)),
  ...rules.map(({ bad }) => JSON.parse(exampleFile(bad)) as unknown),
];

/** What people write into YAML, and what breaks it or makes its parts depend on each other. */
const PIECES = [
  ..."abcdefg: -#'\"|>&*![]{},?%\t\n\r",
  "\n  ",
  "\n        ",
  "  ",
  "# a comment\n",
  " # a comment",
  "yes",
  "012",
  "2026-09-01",
  ": ",
  "- ",
  "---\n",
  "|\n",
  ">-\n",
  "|2+\n",
  "&a ",
  "*a",
  "<<: *a\n",
  "!!str ",
  "${zone}",
  "width: 12.5\n",
  "title: a\n",
];

it(
  "finds after any edit of YAML what a fresh check finds, in every detail",
  () => {
    let steps = 0;
    let quick = 0;
    for (let i = 0; i < WALKS; i++) {
      const done = walk(SEED + i, 25);
      steps += done.steps;
      quick += done.quick;
    }
    expect(quick).toBeGreaterThan(steps / 10);
  },
  30_000 + WALKS * 4000,
);

function walk(seed: number, count: number): { steps: number; quick: number } {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const value = pick(values);
  const numbers = Array.from({ length: 60 }, () => Math.floor(random() * 1000));
  let text =
    random() < 0.3
      ? yamlText(value)
      : scrawlYaml(
          value,
          {
            eol: pick(["\n", "\n", "\r\n"]),
            comments: random() < 0.6,
            unit: pick([2, 4]),
            listIndent: pick([0, 2]),
            blankLines: random() < 0.4,
            brackets: random() < 0.3,
          },
          new Dice(numbers),
        );
  let good = text;
  let dashboard = fresh(text);
  let steps = 0;
  let quick = 0;
  for (let step = 0; step < count; step++) {
    const before = text;
    text = random() < 0.25 ? good : random() < 0.7 ? typed(text, random, pick) : edited(text, random);
    if (text.length > 30_000) text = good;
    const read = () => yamlDashboards(text)[0]!.document;
    const next = Dashboard.next(dashboard, text, read);
    const now = fresh(text);
    dashboard = next ?? Dashboard.of(read(), undefined, dashboard);
    if (random() < 0.2) continue;
    const settings: RuleSettings = random() < 0.5 ? { "permanent-diff": "warning" } : {};
    const expected = [now.findings, now.findingsUnder(settings)];
    const found = [dashboard.findings, dashboard.findingsUnder(settings)];
    if (!isDeepStrictEqual(found, expected)) throw new Differs(before, text, expected.flat(), found.flat());
    steps++;
    if (next) {
      quick++;
      expect(yamlDashboards(text)).toHaveLength(1);
    }
    if (now.document.problems.length === 0 || random() < 0.05) good = text;
  }
  return { steps, quick };
}

function fresh(text: string): Dashboard {
  return Dashboard.of(yamlDashboards(text)[0]!.document);
}

/** Puts a piece in, takes one out, or shifts a line. */
function typed(text: string, random: () => number, pick: <T>(list: readonly T[]) => T): string {
  const at = Math.floor(random() * (text.length + 1));
  const kind = random();
  if (kind < 0.5) return text.slice(0, at) + pick(PIECES) + text.slice(at);
  if (kind < 0.75) return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * random() * 30));
  const line = text.lastIndexOf("\n", at) + 1;
  if (kind < 0.85)
    return `${text.slice(0, line)}${" ".repeat(1 + Math.floor(random() * 3))}${text.slice(line)}`;
  if (kind < 0.92) return text.slice(0, line) + text.slice(line).replace(/^ {1,2}/, "");
  return `${text.slice(0, line)}${pick(PIECES)}${text.slice(line)}`;
}
