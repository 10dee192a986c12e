import Ajv, { type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import file from "../../schemas/dashboard.schema.json";

type Json = Record<string, unknown>;
interface Field extends Json {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | string[];
  readonly items?: Field;
}
interface Definition extends Json {
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Record<string, Field>;
  readonly enum?: string[];
  readonly enumDescriptions?: string[];
  readonly "x-enum-numbers"?: (number | null)[];
  readonly "x-undocumented-values"?: string[];
  readonly "x-oneof"?: {
    name: string;
    label: string;
    members: string[];
    required: boolean;
    evidence?: string;
  }[];
  readonly required?: string[];
}

/** Every keyword of the file that JSON Schema itself does not know. */
const vocabulary = [
  "deprecationMessage",
  "enumDescriptions",
  "patternErrorMessage",
  "x-duration",
  "x-enum-numbers",
  "x-evidence",
  "x-group",
  "x-known-values",
  "x-label",
  "x-language",
  "x-oneof",
  "x-order",
  "x-preview",
  "x-proto",
  "x-rare",
  "x-required",
  "x-summary",
  "x-tiles",
  "x-undocumented",
  "x-undocumented-values",
  "x-unit",
  "x-unused",
];

const definitions = file.definitions as unknown as Record<string, Definition>;
const messages = Object.entries(definitions).filter(([, it]) => it.properties !== undefined);
const enums = Object.entries(definitions).filter(([, it]) => it.enum !== undefined);
const fields = messages.flatMap(([message, it]) =>
  Object.entries(it.properties!).map(([name, field]) => [`${message}.${name}`, field] as const),
);

const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
ajv.addVocabulary(vocabulary);
ajv.addSchema(file, "dashboard");
const validate = ajv.getSchema("dashboard") as ValidateFunction;

const documented = (it: Json): boolean => it["x-undocumented"] === undefined;
const target = (ref: string): string => ref.replace("#/definitions/", "");

/** All `$ref`s below a value. */
function refs(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refs);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, it]) =>
    key === "$ref" && typeof it === "string" ? [it] : refs(it),
  );
}

/** Names of all definitions that a definition leads to, itself included. */
function reachable(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const ref of refs(definitions[name])) reachable(target(ref), seen);
  return seen;
}

/** Pointer and keyword of each finding about a value checked as one definition. */
function findings(definition: string, value: unknown): string[] {
  const check = ajv.getSchema(`dashboard#/definitions/${definition}`) as ValidateFunction;
  check(value);
  return (check.errors ?? []).map((it) => `${it.instancePath} ${it.keyword}`);
}

describe("completeness", () => {
  test("holds every documented message, member, enum and value", () => {
    const all = reachable("Dashboard");
    const names = (list: [string, Definition][]) =>
      list.filter(([name, it]) => all.has(name) && documented(it)).map(([name]) => name);
    expect(names(messages)).toHaveLength(62);
    expect(names(enums)).toHaveLength(29);
    const ofDocumented = fields.filter(([path]) => documented(definitions[path.split(".")[0]!]!));
    expect(ofDocumented.filter(([, it]) => documented(it))).toHaveLength(225);
    expect(ofDocumented.filter(([, it]) => !documented(it))).toHaveLength(20);
    const values = enums.filter(([, it]) => documented(it)).flatMap(([, it]) => it.enum!);
    const extra = enums.flatMap(([, it]) => it["x-undocumented-values"] ?? []);
    expect(extra).toEqual(["GREY", "BLUE", "GREEN", "ORANGE"]);
    expect(values.length - extra.length).toBe(169);
  });

  test("has no definition that the root does not lead to", () => {
    expect(file.$ref).toBe("#/definitions/Dashboard");
    expect([...reachable("Dashboard")].sort()).toEqual(Object.keys(definitions).sort());
  });

  test("every $ref resolves", () => {
    for (const ref of refs(file)) {
      expect(ref).toMatch(/^#\/definitions\//);
      expect(definitions).toHaveProperty([target(ref)]);
    }
  });
});

describe("documentation", () => {
  const sentence = /^[A-Z0-9`"].*[^.\s]\.$/s;

  test("every definition and member is described in whole sentences", () => {
    for (const [name, it] of Object.entries(definitions)) expect(it.description, name).toMatch(sentence);
    for (const [path, it] of fields) expect(it.description, path).toMatch(sentence);
  });

  test("every enum value is described", () => {
    for (const [name, it] of enums) {
      expect(it.enumDescriptions, name).toHaveLength(it.enum!.length);
      for (const text of it.enumDescriptions!) expect(text, name).toMatch(sentence);
    }
    for (const [path, it] of fields) {
      for (const known of (it["x-known-values"] ?? []) as { value: string; description: string }[])
        expect(known.description, `${path} ${known.value}`).toMatch(sentence);
    }
  });

  test("members of one message do not share a description", () => {
    for (const [name, it] of messages) {
      const texts = Object.values(it.properties!).map((field) => field.description);
      expect(new Set(texts).size, name).toBe(texts.length);
    }
  });

  test("titles are unique, also when written as type names", () => {
    const titles = Object.values(definitions).map((it) =>
      it.title!.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
    );
    expect(new Set(titles).size).toBe(titles.length);
    for (const [name, it] of messages)
      expect(it.title!.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase())).toBe(name);
  });

  test("every pattern comes with words that say what is expected", () => {
    for (const [path, field] of fields) {
      const it = field.items ?? field;
      if (it["pattern"] !== undefined) expect(it["patternErrorMessage"], path).toMatch(/^Expected .*\.$/);
    }
  });
});

describe("structure", () => {
  test("messages are closed objects that name their proto type", () => {
    for (const [name, it] of messages) {
      expect(it["type"], name).toBe("object");
      expect(it["additionalProperties"], name).toBe(false);
      expect(it["x-proto"], name).toMatch(/^[A-Za-z.]+$/);
      for (const member of it.required ?? []) {
        expect(it.properties, name).toHaveProperty([member]);
        expect(it.properties![member]!["x-required"], `${name}.${member}`).toBe(true);
      }
    }
  });

  test("nothing branches: one mistake gives one finding", () => {
    expect(JSON.stringify(file)).not.toMatch(/"(oneOf|anyOf|allOf|not|if)":/);
  });

  test("every member is a reference or carries its proto type", () => {
    const scalars = ["string", "bool", "int32", "int64", "double", "duration", "timestamp", "map"];
    for (const [path, field] of fields) {
      const it = field.type === "array" ? field.items! : field;
      if (it.$ref === undefined) expect(scalars, path).toContain(it["x-proto"]);
      else expect(it["x-proto"], path).toBeUndefined();
    }
  });

  test("every limit beyond the proto type says where it is known from", () => {
    const implied = ["int64", "double", "duration", "timestamp"];
    for (const [path, field] of fields) {
      const it = field.items ?? field;
      const limited =
        (it["pattern"] !== undefined && !implied.includes(it["x-proto"] as string)) ||
        (it["minimum"] ?? -(2 ** 31)) !== -(2 ** 31) ||
        (it["maximum"] ?? 2 ** 31 - 1) !== 2 ** 31 - 1 ||
        field["maxItems"] !== undefined ||
        field["x-duration"] !== undefined;
      const evidence = field["x-evidence"];
      if (limited) expect(["recorded", "documented", "inferred"], path).toContain(evidence);
      else expect(evidence, path).toBeUndefined();
    }
  });

  test("oneofs name existing members, each in one group", () => {
    for (const [name, it] of messages) {
      const members = (it["x-oneof"] ?? []).flatMap((group) => group.members);
      expect(new Set(members).size, name).toBe(members.length);
      for (const member of members) expect(it.properties, name).toHaveProperty([member]);
    }
    const required = messages.flatMap(([name, it]) =>
      (it["x-oneof"] ?? []).filter((group) => group.required).map((group) => `${name}.${group.name}`),
    );
    expect(required).toEqual(["Dashboard.layout", "Widget.content", "TimeSeriesQuery.source"]);
  });

  test("enums have unique values, and numbers that start at the unset value", () => {
    for (const [name, it] of enums) {
      const numbers = it["x-enum-numbers"]!;
      expect(numbers, name).toHaveLength(it.enum!.length);
      const known = numbers.filter((number) => number !== null);
      expect(new Set(it.enum).size, name).toBe(it.enum!.length);
      expect(new Set(known).size, name).toBe(known.length);
      if (documented(it)) expect(numbers[0], name).toBe(0);
      for (const value of it["x-undocumented-values"] ?? []) expect(it.enum, name).toContain(value);
    }
  });

  test("defaults are valid values of their member", () => {
    const withDefault = fields.filter(([, it]) => "default" in it);
    expect(withDefault.length).toBeGreaterThan(20);
    for (const [path, it] of withDefault) {
      const [message, name] = path.split(".") as [string, string];
      const about = findings(message, { [name]: it["default"] }).filter((text) =>
        text.startsWith(`/${name}`),
      );
      expect(about, path).toEqual([]);
    }
  });

  test("deprecated members say what to do instead", () => {
    const paths = fields.filter(([, it]) => it["deprecated"] === true).map(([path]) => path);
    expect(paths).toEqual([
      "TableDisplayOptions.shownColumns",
      "TimeSeriesFilter.statisticalTimeSeriesFilter",
      "TimeSeriesFilterRatio.statisticalTimeSeriesFilter",
    ]);
    for (const [path, it] of fields)
      if (it["deprecated"] !== undefined) expect(it["deprecationMessage"], path).toMatch(/\.$/);
  });
});

describe("judgement", () => {
  const tile = (widget: Json): Json => ({
    displayName: "Orders",
    mosaicLayout: { columns: 48, tiles: [{ width: 24, height: 16, widget }] },
  });
  const query = { timeSeriesFilter: { filter: 'metric.type="custom.googleapis.com/orders"' } };

  test.each<[string, Json]>([
    ["blank", {}],
    ["collapsibleGroup", { collapsed: true }],
    ["errorReportingPanel", { projectNames: ["projects/42"] }],
    ["incidentList", { policyNames: ["alertPolicies/slow"], monitoredResources: [{ type: "gce_instance" }] }],
    ["logsPanel", { resourceNames: ["projects/p/locations/global/logScopes/_Default"] }],
    ["pieChart", { chartType: "DONUT", dataSets: [{ timeSeriesQuery: query }] }],
    ["scorecard", { timeSeriesQuery: query, gaugeView: { upperBound: "Infinity" } }],
    ["text", { content: "# Hello", style: { textColor: "", backgroundColor: "#FFF" } }],
    ["xyChart", { dataSets: [{ timeSeriesQuery: query, plotType: "HEATMAP" }], timeshiftDuration: "0s" }],
  ])("accepts the content %s", (kind, content) => {
    validate(tile({ [kind]: content }));
    expect(validate.errors).toBeNull();
  });

  test("a wrong enum deep inside gives one finding", () => {
    validate(tile({ xyChart: { dataSets: [{ timeSeriesQuery: query, plotType: "LINES" }] } }));
    expect(validate.errors).toHaveLength(1);
    expect(validate.errors?.[0]).toMatchObject({
      instancePath: "/mosaicLayout/tiles/0/widget/xyChart/dataSets/0/plotType",
      keyword: "enum",
    });
  });

  test.each<[string, unknown, string[]]>([
    ["Dashboard", { displayName: "a", category: "CUSTOM", description: "" }, []],
    ["Dashboard", { displayName: "a", legacyCategory: "x" }, [" additionalProperties"]],
    ["Dashboard", { name: "" }, [" required"]],
    ["Dashboard", { displayName: "a", name: "orders" }, ["/name pattern"]],
    ["MosaicLayout", { columns: 48 }, []],
    ["MosaicLayout", { columns: 0 }, ["/columns minimum"]],
    ["MosaicLayout", { columns: 49 }, ["/columns maximum"]],
    ["MosaicLayout", { legacyRows: "12" }, [" additionalProperties"]],
    ["GridLayout", { columns: "2" }, []],
    ["GridLayout", { columns: 2 }, []],
    ["GridLayout", { columns: "two" }, ["/columns pattern"]],
    ["Empty", { any: 1 }, [" additionalProperties"]],
    ["Threshold", { value: 0.5, color: "GREEN" }, []],
    ["Threshold", { value: "NaN" }, []],
    ["Threshold", { value: "high" }, ["/value pattern"]],
    ["Aggregation", { alignmentPeriod: "600.500s" }, []],
    ["Aggregation", { alignmentPeriod: "1m" }, ["/alignmentPeriod pattern"]],
    ["Aggregation", { alignmentPeriod: 60 }, ["/alignmentPeriod type"]],
    ["Interval", { startTime: "2026-02-28T23:59:59.123456789+01:00" }, []],
    ["Interval", { startTime: "2026-02-28" }, ["/startTime pattern"]],
    ["Interval", { startTime: "2026-02-28T23:59:59" }, ["/startTime pattern"]],
    ["TextStyle", { textColor: "red" }, ["/textColor pattern"]],
    ["IncidentList", { policyNames: ["projects/p/alertPolicies/1"] }, ["/policyNames/0 pattern"]],
    ["SpanAttributeFilter", { key: 1 }, ["/key type"]],
    ["MonitoredResource", { type: "gce_instance", labels: { zone: 1 } }, ["/labels/zone type"]],
  ])("%s %j", (definition, value, expected) => {
    expect(findings(definition, value)).toEqual(expected);
  });

  test("a list of projects ends at fifty", () => {
    const of = (count: number) =>
      findings("EventAnnotation", { resourceNames: Array(count).fill("projects/p") });
    expect(of(50)).toEqual([]);
    expect(of(51)).toEqual(["/resourceNames maxItems"]);
  });
});
