import { describe, expect, it } from "vitest";
import { filterBreaks } from "../../../test/support/filter-breaks";
import type { LanguageContext } from "../language";
import { checkFilter } from "./check";

const context: LanguageContext = {
  variables: [{ name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" }],
};

/** Sound filters in the usual shapes. */
const sound = [
  'metric.type="compute.googleapis.com/instance/cpu/utilization" resource.type="gce_instance" ${zone} resource.label."zone"="europe-west1-b"',
  'metric.type="run.googleapis.com/request_count" AND resource.type="cloud_run_revision" AND resource.labels.service_name=monitoring.regex.full_match("web-.*")',
  'resource.type = "k8s_container" AND (metric.type = "kubernetes.io/container/restart_count") AND resource.labels.cluster_name="shop"',
  'metric.type="run.googleapis.com/request_latencies" resource.type="cloud_run_revision" metric.labels.response_code_class="2xx"',
];
const serious = (text: string) => checkFilter(text, context).filter(({ severity }) => severity !== "hint");

describe("one mistake in a sound filter is one finding", () => {
  it.each(filterBreaks.map((one) => [one.name, one] as const))("%s", (_, { apply, found, fixed }) => {
    const broken = sound.flatMap((filter) => apply(filter)?.text ?? []);
    expect(broken.length).toBeGreaterThan(0);
    for (const text of broken) {
      const findings = serious(text);
      expect(
        findings.map(({ severity, code }) => `${severity} ${code}`),
        text,
      ).toEqual([found]);
      const fix = findings[0]?.fixes?.[0];
      if (!fixed) continue;
      const after = fix && text.slice(0, fix.offset) + fix.text + text.slice(fix.offset + fix.length);
      expect(after && serious(after), `${text} → ${after}`).toEqual([]);
    }
  });
});
