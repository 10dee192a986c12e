import { describe, expect, it } from "vitest";
import schema from "../../schemas/config.schema.json";
import { chooseProfile, readConfig } from "./config";
import { readEndpoint } from "./endpoint";

const FULL = `{
  // comments are fine
  "$schema": "./x.json",
  "profiles": {
    "dev": { "project": "my-dev", "endpoint": "http://127.0.0.1:8085/" },
    "prod": { "project": "projects/123", "credentials": { "env": "TOKEN" }, "protected": true },
  },
  "activeProfile": "dev",
  "dashboards": ["boards/**/*.json"],
  "discover": "globs",
  "rules": { "unknown-variable": "off" },
  "overrides": [
    { "files": "old/**", "rules": { "tile-overlap": "warning" } },
    { "files": ["a", "b"], "rules": {} }
  ]
}`;

it("reads everything there is", () => {
  expect(readConfig(FULL)).toEqual({
    findings: [],
    config: {
      profiles: [
        {
          name: "dev",
          project: "my-dev",
          endpoint: "http://127.0.0.1:8085",
          credentials: "none",
          protected: false,
        },
        {
          name: "prod",
          project: "123",
          endpoint: "https://monitoring.googleapis.com",
          credentials: { env: "TOKEN" },
          protected: true,
        },
      ],
      activeProfile: "dev",
      usageProfiles: [],
      dashboards: ["boards/**/*.json"],
      discover: "globs",
      rules: { "unknown-variable": "off" },
      overrides: [
        { files: ["old/**"], rules: { "tile-overlap": "warning" } },
        { files: ["a", "b"], rules: {} },
      ],
    },
  });
});

describe("mistakes are reported at their place", () => {
  // The text between the bars is what the finding must cover.
  const cases: [string, RegExp][] = [
    ['{|"profile"|: {}}', /not a known member/],
    ['{"profiles": |[]|}', /must be an object/],
    ['{"profiles": {"a": {"project": "p", |"token"|: "x"}}}', /Do not store secrets/],
    ['{"profiles": {|"a"|: {}}}', /has no "project"/],
    ['{"profiles": {"a": {"project": |"my project"|}}}', /project ID or number/],
    ['{"profiles": {"a": {"project": |""|}}}', /not empty/],
    ['{"profiles": {"a": {"project": "p", "endpoint": |"http://example.com"|}}}', /must use https/],
    ['{"profiles": {"a": {"project": "p", "endpoint": |"https://u:p@example.com"|}}}', /user name/],
    ['{"profiles": {"a": {"project": "p", "credentials": |"token"|}}}', /"adc"/],
    ['{"profiles": {"a": {"project": "p", "credentials": {"env": |"a b"|}}}}', /environment variable/],
    ['{"profiles": {"a": {"project": "p", "protected": |"yes"|}}}', /true or false/],
    ['{"profiles": {}, "activeProfile": |"b"|}', /no profile "b"/],
    ['{"rules": {"x": |"fatal"|}}', /"error", "warning"/],
    ['{"overrides": [|{"files": "a"}|]}', /"files" and "rules"/],
    ['{"dashboards": |"a"|}', /list of glob patterns/],
  ];
  it.each(cases)("%s", (marked, message) => {
    const [before, covered, after] = marked.split("|") as [string, string, string];
    const text = before + covered + after;
    const { findings } = readConfig(text);
    expect(findings.map((f) => [text.slice(f.offset, f.offset + f.length), f.severity])).toEqual([
      [covered, "error"],
    ]);
    expect(findings[0]!.message).toMatch(message);
  });
});

it("leaves a profile with a mistake out instead of falling back on the real service", () => {
  const { config } = readConfig(
    '{"profiles": {"a": {"project": "p", "endpoint": "http://x.test"}, "b": {"project": "q"}}}',
  );
  expect(config.profiles.map((p) => p.name)).toEqual(["b"]);
});

it("never throws", () => {
  for (const text of [
    "",
    "{",
    "[]",
    "null",
    '{"profiles": {"a":',
    '{"overrides": [1]}',
    '{"profiles": {"a": 1}}',
  ]) {
    const { findings } = readConfig(text);
    expect(findings.length).toBeGreaterThan(0);
  }
  expect(readConfig("").findings[0]!.message).toContain("{}");
});

it("chooses a profile", () => {
  const { config } = readConfig(FULL);
  expect(chooseProfile(config, undefined)).toMatchObject({ name: "dev" });
  expect(chooseProfile(config, "prod")).toMatchObject({ name: "prod" });
  expect(chooseProfile(config, "x")).toMatch(/no valid profile "x".*"dev", "prod"/);
  const none = { ...config, activeProfile: undefined };
  expect(chooseProfile(none, undefined)).toMatch(/Choose one/);
  expect(chooseProfile({ ...none, profiles: none.profiles.slice(0, 1) }, undefined)).toMatchObject({
    name: "dev",
  });
  expect(chooseProfile({ ...none, profiles: [] }, undefined)).toMatch(/No profile/);
});

const endpoints: [string, boolean][] = [
  ["https://monitoring.googleapis.com", true],
  ["https://monitoring.example.com:8443/", true],
  ["http://localhost:8085", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:80", true],
  ["http://monitoring.googleapis.com", false],
  ["http://localhost.evil.test", false],
  ["http://127.0.0.1@evil.test", false],
  ["http://127.0.0.1.evil.test", false],
  ["https://a.test/v1", false],
  ["https://a.test?x=1", false],
  ["https://a.test:99999", false],
  ["ftp://a.test", false],
  ["monitoring.googleapis.com", false],
  ["https://", false],
];
it.each(endpoints)("endpoint %s: %s", (text, ok) => {
  expect(readEndpoint(text).ok).toBe(ok);
  const { endpoint } = schema.definitions.profile.properties;
  // The schema need not know ports, but must never refuse what is fine.
  if (ok) expect(text).toMatch(new RegExp(endpoint.pattern));
});
