import { describe, expect, it } from "vitest";
import { variableUses } from "./variable-uses";

const names = (text: string, language: string): string[] =>
  variableUses(text, language, (name) => name === "zone" || name === "area").map(
    ({ name, offset, length }) => {
      expect(text.slice(offset, offset + length)).toBe(name);
      return name;
    },
  );

describe("uses of template variables", () => {
  it.each([
    ["promql", 'up{${zone}, job=~"${job.value}"}[${__interval}]', ["zone", "job", "__interval"]],
    ["promql", 'label_replace(up, "a", "${1}-${tail}", "b", "(.*)-(?P<tail>.*)")', []],
    ["monitoring-filter", '${zone} metric.labels.a="${code.value}"', ["zone", "code"]],
    ["mql", "fetch x | ${zone}", ["zone"]],
    ["logging-query", "severity>=ERROR ${zone}", ["zone"]],
    ["googlesql", "SELECT @a, '@b', @@c, `@__project_id.d` -- @e", ["a"]],
    ["googlesql", "SELECT ${limit} + @a", ["limit", "a"]],
    ["markdown", "${zone} $area ${area.value} ${HOME} $USER", ["zone", "area", "area"]],
    ["label-template", "${resource.labels.zone}", []],
  ])("%s: %s", (language, text, expected) => {
    expect(names(text, language)).toEqual(expected);
  });
});
