import { statSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The projects with long files first, so that all cores are busy until the end. */
const ORDER = [
  "webview",
  "security",
  "service",
  "property",
  "corpus",
  "lsp",
  "unit-apart",
  "house",
  "bundles",
  "unit",
];

/** Orders files by project, then by size. Vitest itself orders by earlier durations, which a fresh checkout does not have. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => ORDER.indexOf(project.name);
    const size = new Map(files.map(({ moduleId }) => [moduleId, statSync(moduleId).size]));
    return [...files].sort(
      (a, b) => rank(a) - rank(b) || (size.get(b.moduleId) ?? 0) - (size.get(a.moduleId) ?? 0),
    );
  }
}
