import { isDeepStrictEqual } from "node:util";
import { readConfig } from "../../core/config/config";
import { Dashboard } from "../../core/dashboard";
import { recognize } from "../../core/discover/recognize";
import { everyNode, valueOf } from "../../core/document/node";
import { type JsonDocument, readDocument, syntaxErrors } from "../../core/document/reader";
import { readPlan } from "../../core/plan/plan";
import { detectTemplate } from "../../core/template/template";
import { terraformDashboards } from "../../core/terraform/dashboards";
import { yamlDashboards } from "../../core/yaml/dashboards";
import { yamlText } from "../../core/yaml/text";
import { specimens } from "../property/specimens";
import { edited } from "../property/text-walk";
import { Chance, inside, mutated, type Target } from "./target";

const TEXTS: readonly string[] = specimens.map(({ text }) => text);

/** A dashboard after some edits. */
export function randomText(chance: Chance, texts = TEXTS): string {
  let text = chance.of(texts);
  for (let i = chance.below(5); i >= 0; i--) {
    text = chance.is(0.7) ? edited(text, chance.next) : mutated(text, chance);
  }
  return text.slice(0, 60_000);
}

/** Nodes and problems of a document lie in its text; children lie in their parents. */
function checkTree({ text, root, problems }: JsonDocument): void {
  for (const problem of problems) inside(text, problem, `the problem "${problem.message}"`);
  for (const node of everyNode(root)) {
    inside(text, node, `a ${node.kind}`);
    const { parent } = node;
    if (parent && (node.offset < parent.offset || node.offset + node.length > parent.offset + parent.length))
      throw new Error(`the ${node.kind} at ${node.offset} is not inside of its parent`);
  }
}

function checkFindings(text: string, dashboard: Dashboard): void {
  for (const finding of dashboard.findings) {
    inside(text, finding, finding.code);
    for (const place of finding.related ?? []) inside(text, place, `a place of ${finding.code}`);
    if (finding.message.trim() === "") throw new Error(`${finding.code} has no message`);
  }
}

/** The value by JSON.parse; undefined when it is no JSON. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** What JSON.parse reads, the reader reads to the same value and without errors, and nothing else is without problems. */
function compareWithJsonParse(text: string): void {
  const document = readDocument(text);
  checkTree(document);
  const json = parsed(text);
  if (!json) {
    if (document.problems.length === 0) throw new Error("no problem in a text that is no JSON");
    return;
  }
  const [error] = syntaxErrors(document);
  if (error && typeof json.value === "object") throw new Error(`an error in valid JSON: ${error.message}`);
  if (
    document.root &&
    document.problems.length === 0 &&
    !isDeepStrictEqual(valueOf(document.root), json.value)
  )
    throw new Error("another value than JSON.parse gives");
}

const reader: Target = {
  name: "reader",
  run(seed) {
    const chance = new Chance(seed);
    const text = randomText(chance);
    compareWithJsonParse(text);
    recognize(text);
    const template = chance.is(0.3)
      ? detectTemplate("a.json", text, { uses: [], terraform: true })
      : undefined;
    const dashboard = new Dashboard(text, undefined, template);
    checkTree(dashboard.document);
    checkFindings(text, dashboard);
    return 1;
  },
};

const TERRAFORM: readonly string[] = TEXTS.slice(0, 12).flatMap((text) => [
  `locals {\n  name = "a"\n}\n\nresource "google_monitoring_dashboard" "a" {\n  project = var.project\n  dashboard_json = <<-EOT\n${text}\n  EOT\n}\n`,
  `resource "google_monitoring_dashboard" "b" {\n  for_each = toset(["a"])\n  dashboard_json = jsonencode(${text.replace(/": /g, '" = ')})\n}\n`,
]);

const terraform: Target = {
  name: "terraform",
  run(seed) {
    const chance = new Chance(seed);
    const text = chance.is(0.5) ? mutated(chance.of(TERRAFORM), chance) : randomText(chance, TERRAFORM);
    for (const { address, block, body, value, document } of terraformDashboards(text)) {
      for (const span of [block, body, value]) inside(text, span, address);
      if (!document) continue;
      checkTree(document);
      checkFindings(text, Dashboard.of(document));
    }
    return 1;
  },
};

const YAML: readonly string[] = TEXTS.slice(0, 20).flatMap((text) => {
  const json = parsed(text);
  return json ? [yamlText(json.value), `# A\n---\n${yamlText(json.value)}---\n${text}`] : [];
});

const yaml: Target = {
  name: "yaml",
  run(seed) {
    const chance = new Chance(seed);
    const text = mutated(chance.of(YAML), chance);
    for (const { document, part } of yamlDashboards(text)) {
      inside(text, part, "a part");
      checkTree(document);
      checkFindings(text, Dashboard.of(document));
    }
    return 1;
  },
};

const CONFIG =
  '{"profiles": [{"name": "a", "project": "b", "endpoint": "http://127.0.0.1:1"}], "dashboards": ["**/*.json"], "rules": {"empty-title": "off"}, "overrides": [{"files": ["a/**"], "rules": {}}]}';
const PLAN = JSON.stringify({
  format_version: "1.2",
  planned_values: {
    root_module: {
      resources: [
        {
          address: "google_monitoring_dashboard.a",
          type: "google_monitoring_dashboard",
          values: { dashboard_json: TEXTS[0] },
        },
      ],
    },
  },
});

const files: Target = {
  name: "files",
  run(seed) {
    const chance = new Chance(seed);
    const config = mutated(CONFIG, chance);
    for (const finding of readConfig(config).findings) inside(config, finding, finding.code);
    readPlan(mutated(PLAN, chance));
    return 2;
  },
};

export const readingTargets: readonly Target[] = [reader, terraform, yaml, files];
