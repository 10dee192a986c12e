import { allLanguages } from "../../core/languages/registry";
import { filterBreaks } from "../support/filter-breaks";
import { accepted, acceptedWithVariables, refused } from "../support/promql-expressions";
import { Chance, inside, mutated, type Target } from "./target";

const context = {
  variables: [
    { name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" },
    { name: "value", filterType: "VALUE_ONLY" },
  ],
};

const FILTER =
  'metric.type = "run.googleapis.com/request_count" AND (resource.type = "cloud_run_revision" OR resource.labels.location = one_of("a", "b")) ${zone} metadata.user_labels."x y" != monitoring.regex.full_match("a|b")';

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "monitoring-filter": [FILTER, ...filterBreaks.map(({ apply }) => apply(FILTER)?.text ?? FILTER)],
  promql: [...accepted, ...acceptedWithVariables, ...refused.map(([text]) => text)],
  mql: [
    "fetch gce_instance::compute.googleapis.com/instance/cpu/utilization | ${zone} | group_by [zone], mean(val()) # note",
    "def f x = g; @f {a; b} | join | value [v: a / b]",
  ],
  googlesql: ["SELECT `a`.b, r'\\d', '''c''' FROM d -- e\nWHERE f = @zone /* g */ AND h = ${value}"],
  "logging-query": [
    'severity>=ERROR AND (a="b" OR c=~"d") NOT e:f ${zone} -- g',
    'log_id("x") timestamp > "2026"',
  ],
  markdown: ["# A\n\n```\ncode\n```\n* [b](c) `d` <b>e</b> ${zone}\n\n|a|b|\n|-|-|\n|1|2|", "~~~\n```"],
  "label-template": ["${resource.labels.zone} ${metric.labels.x", "${} ${zone} $"],
  regex: ["(a|b)[^c]{2,3}\\d+(?P<n>x)", "(?i)x*?\\Q.\\E"],
};

/** Everything that a language does, on broken texts of it. */
export const languageTargets: readonly Target[] = allLanguages().map((language) => ({
  name: language.id,
  run(seed) {
    const chance = new Chance(seed);
    const text = mutated(chance.of(TEXTS[language.id] ?? [""]), chance);
    for (const { code, offset, length, fixes = [] } of language.check(text, context)) {
      inside(text, { offset, length }, code);
      for (const fix of fixes) inside(text, fix, `a fix of ${code}`);
    }
    for (const token of language.tokens?.(text) ?? []) inside(text, token, `a ${token.type} token`);
    const at = chance.below(text.length + 1);
    for (const item of language.complete?.(text, at, context).items ?? []) inside(text, item, item.label);
    const hover = language.hover?.(text, at, context);
    if (hover) inside(text, hover, "a hover");
    language.signature?.(text, at);
    const style = chance.of(["line", "lines"] as const);
    const formatted = language.format?.(text, style);
    if (formatted !== undefined) {
      const again = language.format?.(formatted, style);
      if (again !== undefined && again !== formatted)
        throw new Error(`formatting again changes ${JSON.stringify(formatted)} to ${JSON.stringify(again)}`);
    }
    return 1;
  },
}));
