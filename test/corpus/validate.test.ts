import { describe, expect, test } from "vitest";
import { checkText } from "../../core/check";
import { corpusFiles, hasCorpus, isGoogleAuthored } from "./corpus";

/**
 * What is known to be wrong in real files, by a part of the file's name, with the reason. Everything else that Google
 * publishes went through the service, so an error about it is a false alarm.
 */
const TRULY_WRONG: readonly { file: RegExp; codes: readonly string[]; why: string }[] = [
  {
    file: /^GoogleCloudPlatform__k8s-config-connector__/,
    codes: ["invalid-form", "unknown-member"],
    why: "templates of a test, with a placeholder for a name and a project beside it",
  },
  {
    file: /^Shuffle-and-Sync__/,
    codes: ["missing-member", "one-of-conflict"],
    why: "a mosaic without columns and two views in one scorecard, both refused",
  },
  {
    file: /^ognjhunt__/,
    codes: ["filter-metric-type"],
    why: "a chart of a resource without any metric",
  },
];

describe.runIf(hasCorpus)("real dashboards", () => {
  const files = hasCorpus ? corpusFiles() : [];

  test.each(files)("$name has no error that the service would not give", ({ name, text }) => {
    const expected = TRULY_WRONG.filter(({ file }) => file.test(name)).flatMap(({ codes }) => codes);
    const errors = checkText(text).filter(({ severity }) => severity === "error");
    expect(errors.filter(({ code }) => !expected.includes(code))).toEqual([]);
  });

  test("the exceptions are still needed", () => {
    for (const { file, codes } of TRULY_WRONG) {
      const found = files
        .filter(({ name }) => file.test(name))
        .flatMap(({ text }) => checkText(text))
        .filter(({ severity }) => severity === "error");
      expect([...new Set(found.map(({ code }) => code))].sort()).toEqual(codes);
    }
  });

  test("opening one of Google's dashboards shows an almost empty list of problems", () => {
    const authored = files.filter(({ name }) => isGoogleAuthored(name));
    const noisy = authored
      // Editors list no hints.
      .map(({ name, text }) => ({
        name,
        findings: checkText(text).filter(({ severity }) => severity !== "hint").length,
      }))
      .filter(({ findings }) => findings > 5);
    expect(authored.length).toBeGreaterThan(100);
    expect(noisy.length / authored.length).toBeLessThan(0.05);
  });
});
