import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkText } from "../../core/check";

const root = path.resolve(__dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const BROKEN = "mistakes/broken.dashboard.json";
const good = readdirSync(path.join(root, "examples")).filter((file) => file.endsWith(".dashboard.json"));
const definitions = JSON.parse(read("schemas/dashboard.schema.json")).definitions;

/** Every member name and every string value that the good examples hold. */
const seen = new Set<string>();
for (const file of good) {
  JSON.parse(read(`examples/${file}`), (key, value) => {
    seen.add(key);
    if (typeof value === "string") seen.add(value);
    return value;
  });
}

const choices = (message: string): string[] =>
  definitions[message]["x-oneof"].flatMap((oneOf: { members: string[] }) => oneOf.members);

describe("the examples", () => {
  it.each(good)("%s has no finding", (file) => {
    // One of them shows MQL, too, which is deprecated.
    const found = checkText(read(`examples/${file}`)).filter(({ code }) => code !== "mql-deprecated");
    expect(found.map(({ code, message }) => ({ code, message }))).toEqual([]);
  });

  it.each(["Dashboard", "Widget", "Scorecard", "TimeSeriesQuery"])("hold every choice of a %s", (message) => {
    expect(choices(message).filter((name) => !seen.has(name))).toEqual([]);
  });

  it.each(["XyChart.DataSet.PlotType", "PieChart.PieChartType", "Text.Format", "ChartOptions.Mode"])(
    "hold every value of %s",
    (name) => {
      const values: string[] = definitions[name].enum.filter(
        (value: string) => !value.endsWith("_UNSPECIFIED"),
      );
      expect(values.filter((value) => !seen.has(value))).toEqual([]);
    },
  );

  it("are all told about in their README", () => {
    const told = [...read("examples/README.md").matchAll(/\]\((.+?)\)/g)].map((match) => match[1]);
    expect(told.sort()).toEqual([...good, BROKEN].sort());
  });
});

describe("the broken example", () => {
  it.each(["unknown-member", "unknown-enum-value", "invalid-duration", "not-an-integer", "one-of-conflict"])(
    "shows %s",
    (code) => {
      const codes = checkText(read(`examples/${BROKEN}`)).map((finding) => finding.code);
      expect(codes).toContain(code);
    },
  );
});
