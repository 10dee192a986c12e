/**
 * A Vitest reporter for `npm test`: writes `{ passed, failed, skipped, failures }` into the file that `MOSAIC_TEST_RESULTS`
 * names. A failure is `{ layer, file, name, error }`; a file that cannot be loaded and an error outside of any test are
 * failures too.
 */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

export default class ResultsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const failures = [];
    for (const module of modules) {
      const where = { layer: module.project.name, file: relative(process.cwd(), module.moduleId) };
      const fail = (name, errors) => failures.push({ ...where, name, error: errors?.[0]?.message ?? "" });
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "failed") fail(test.fullName, errors);
        else if (state === "passed") counts.passed++;
        else counts.skipped++;
      }
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) fail(suite.fullName, suite.errors());
      if (module.errors().length > 0) fail("the file itself", module.errors());
    }
    for (const { message, stack } of unhandledErrors)
      failures.push({
        layer: "vitest",
        file: "",
        name: "outside of any test",
        error: message ?? stack ?? "",
      });
    counts.failed = failures.length;
    writeFileSync(process.env.MOSAIC_TEST_RESULTS, JSON.stringify({ ...counts, failures }));
  }
}
