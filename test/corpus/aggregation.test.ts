import { expect, it } from "vitest";
import { checkText } from "../../core/check";
import { corpusFiles, hasCorpus, isGoogleAuthored } from "./corpus";

it.skipIf(!hasCorpus)(
  "aligners and reducers of real dashboards fit, but for those that were looked at",
  () => {
    const found = corpusFiles().flatMap(({ name, text }) =>
      checkText(text)
        .filter(({ code }) => code === "aggregation-fit")
        .map(({ message }) => [isGoogleAuthored(name), message.replace(/: .*/, "")]),
    );
    // Means of Cloud Run's distributions of utilization; the service refuses those on record.
    const mean = [false, "ALIGN_MEAN does not apply to series with kind DELTA and value type DISTRIBUTION"];
    expect(found).toEqual([mean, mean, mean]);
  },
);
