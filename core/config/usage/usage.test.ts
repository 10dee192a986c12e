import { expect, it } from "vitest";
import schema from "../../../schemas/config.schema.json";
import { readConfig } from "../config";
import { chooseUsageProfile, USAGE_REGIONS, usageRegion } from "./usage";

const config = (profile: unknown) => readConfig(JSON.stringify({ usageProfiles: { a: profile } }));

it.each([
  [
    { region: "eu-central-1" },
    {
      name: "a",
      baseUrl: "https://api.mypurecloud.de",
      loginUrl: "https://login.mypurecloud.de",
      credentials: "secret",
      legacy: false,
    },
  ],
  [{ region: "MyPureCloud.com" }, { loginUrl: "https://login.mypurecloud.com" }],
  [
    { baseUrl: "https://api.new.pure.cloud/", credentials: { env: "TOKEN" } },
    { loginUrl: "https://login.new.pure.cloud", credentials: { env: "TOKEN" } },
  ],
  [
    { baseUrl: "http://127.0.0.1:8085", legacy: true },
    { loginUrl: "http://127.0.0.1:8085", credentials: "none", legacy: true },
  ],
  [
    {
      baseUrl: "https://gateway.example",
      loginUrl: "https://sso.example",
      credentials: { env: { clientId: "ID", clientSecret: "SECRET" } },
    },
    {
      loginUrl: "https://sso.example",
      credentials: { env: { clientId: "ID", clientSecret: "SECRET" } },
    },
  ],
])("reads %j", (profile, expected) => {
  const { config: read, findings } = config(profile);
  expect(findings).toEqual([]);
  expect(read.usageProfiles).toEqual([expect.objectContaining(expected)]);
});

it.each([
  ['{"usageProfiles": |[]|}', /must be an object/],
  ['{"usageProfiles": {|"a"|: {}}}', /either "region" or "baseUrl"/],
  ['{"usageProfiles": {|"a"|: {"region": "us-east-1", "baseUrl": "https://x.test"}}}', /either "region"/],
  ['{"usageProfiles": {"a": {"region": |"mars-1"|}}}', /Known regions: us-east-1/],
  ['{"usageProfiles": {"a": {"region": |"constructor"|}}}', /unknown/],
  ['{"usageProfiles": {"a": {"baseUrl": |"http://x.test"|}}}', /must use https/],
  ['{"usageProfiles": {"a": {"baseUrl": |"https://x.test/api"|}}}', /adds \/api\/v2/],
  ['{"usageProfiles": {"a": {"baseUrl": "https://x.test", "loginUrl": |"x"|}}}', /mypurecloud/],
  ['{"usageProfiles": {"a": {"region": "us-east-1", "legacy": |1|}}}', /true or false/],
  ['{"usageProfiles": {"a": {"region": "us-east-1", |"clientSecret"|: "x"}}}', /Do not store secrets/],
  ['{"usageProfiles": {"a": {"region": "us-east-1", "credentials": |"adc"|}}}', /"secret", "none"/],
  ['{"usageProfiles": {"a": {"region": "us-east-1", "credentials": {"env": |"a-b"|}}}}', /not the secret/],
  [
    '{"usageProfiles": {"a": {"region": "us-east-1", "credentials": {"env": |{"clientId": "A"}|}}}}',
    /"clientId" and "clientSecret"/,
  ],
])("%s", (marked, message) => {
  const [before, covered, after] = marked.split("|") as [string, string, string];
  const text = before + covered + after;
  const { findings, config: read } = readConfig(text);
  expect(findings.map((f) => text.slice(f.offset, f.offset + f.length))).toEqual([covered]);
  expect(findings[0]!.message).toMatch(message);
  expect(read.usageProfiles).toEqual([]);
});

it("knows a region by both of its names, and the schema offers both", () => {
  const names = Object.entries(USAGE_REGIONS).flat();
  for (const name of names) expect(usageRegion(name)).toBeDefined();
  expect([...schema.definitions.usageProfile.properties.region.enum].sort()).toEqual([...names].sort());
});

it("chooses a usage profile", () => {
  const two = readConfig(
    '{"usageProfiles": {"a": {"region": "us-east-1"}, "b": {"region": "us-west-2"}}}',
  ).config;
  expect(chooseUsageProfile(two, "b")).toMatchObject({ name: "b" });
  expect(chooseUsageProfile(two, "c")).toMatch(/no valid usage profile "c".*"a", "b"/);
  expect(chooseUsageProfile(two, undefined)).toMatch(/Choose one/);
  expect(
    chooseUsageProfile({ ...two, usageProfiles: two.usageProfiles.slice(0, 1) }, undefined),
  ).toMatchObject({ name: "a" });
  expect(chooseUsageProfile({ ...two, usageProfiles: [] }, undefined)).toMatch(/No usage profile/);
});
