import { describe, expect, it } from "vitest";
import type { Profile } from "../../core/config/config";
import type { UsageProfile } from "../../core/config/usage/usage";
import { type ConsentLookup, NO_CONSENT } from "./consent";
import { contactKey, credentialTargetOf, secretKey, targetKey } from "./credential-target";
import {
  Destination,
  decideTrust,
  type ProfileOrigin,
  type TrustContext,
  type TrustDecision,
} from "./destination";

const profile = (more: Partial<Profile> = {}): Profile => ({
  name: "prod",
  project: "my-project",
  endpoint: "https://monitoring.googleapis.com",
  credentials: "adc",
  protected: false,
  ...more,
});
const usage = (more: Partial<UsageProfile> = {}): UsageProfile => ({
  name: "org",
  baseUrl: "https://api.mypurecloud.de",
  loginUrl: "https://login.mypurecloud.de",
  credentials: "secret",
  legacy: false,
  ...more,
});
const judge = (
  of: Profile | UsageProfile,
  knowledge: Partial<TrustContext> = {},
  origin: ProfileOrigin = "repository",
) => decideTrust(of, origin, { consents: NO_CONSENT, ...knowledge });
const outcome = (decision: TrustDecision) =>
  "destination" in decision
    ? "known"
    : "refused" in decision
      ? "refused"
      : decision.needsConsent.reasons.map(({ kind }) => kind).join();
const at = (endpoint: string, more: Partial<Profile> = {}) => outcome(judge(profile({ endpoint, ...more })));

describe("hosts of Cloud Monitoring", () => {
  it.each([
    "https://monitoring.googleapis.com",
    "https://monitoring.googleapis.com:443",
    "https://MONITORING.googleapis.com",
    "https://monitoring.mtls.googleapis.com",
    "https://monitoring.europe-west3.rep.googleapis.com",
    "https://monitoring.us-central1.p.rep.googleapis.com",
    "https://monitoring-vialink1.p.googleapis.com",
  ])("%s is known", (endpoint) => expect(at(endpoint)).toBe("known"));

  it.each([
    "https://monitoring.googleapis.com.evil.test",
    "https://monitoring.googleapis.com.",
    "https://monitoring.googleapis.com:8443",
    "https://monitoring.googleapis.co",
    "https://monitoring-googleapis.com",
    "https://monitoringgoogleapis.com",
    "https://evil.googleapis.com",
    "https://storage.googleapis.com",
    "https://monitoring.evil.googleapis.com",
    "https://monitoring.us-central1.evil.rep.googleapis.com",
    "https://monitoring.mars-north1.rep.googleapis.com",
    "https://evil.monitoring.googleapis.com",
    "https://monitoring-.p.googleapis.com",
    "https://monitoring-a-b.p.googleapis.com",
    "https://evil-monitoring.p.googleapis.com",
    "https://xn--mnitoring-s4a.googleapis.com",
    "https://monitoring.xn--oogleapis-2lb.com",
    "https://monitoring.googleapis.com%2eevil.test",
    "https://monitoring.apis-s3ns.fr",
    "https://10.0.0.1",
  ])("%s is asked about", (endpoint) => expect(at(endpoint)).toMatch(/^(host|refused)$/));

  it.each(["https://restricted.googleapis.com", "https://private.googleapis.com"])(
    "%s is no host",
    (endpoint) => {
      for (const origin of ["repository", "typed"] as const)
        expect(judge(profile({ endpoint }), {}, origin)).toMatchObject({
          refused: expect.stringContaining("is not an API host"),
          action: expect.stringContaining("https://monitoring.googleapis.com"),
        });
    },
  );

  it("user names never get here, and what no URL can be is refused", () => {
    expect(at("https://monitoring.googleapis.com@evil.test")).toBe("host");
    expect(at("https://256.1.1.1")).toBe("refused");
  });

  it("takes the universe of the user's own credential, and no other one", () => {
    const there = profile({ endpoint: "https://monitoring.apis-s3ns.fr" });
    expect(outcome(judge(there, { universe: "apis-s3ns.fr" }))).toBe("known");
    expect(judge(profile(), { universe: "apis-s3ns.fr" }, "typed")).toMatchObject({
      refused: expect.stringContaining("universe apis-s3ns.fr"),
    });
    expect(outcome(judge(there, { universe: "fr" }))).toBe("host");
  });
});

describe("this machine", () => {
  it("needs no question without credentials, and one with them", () => {
    for (const endpoint of [
      "http://127.0.0.1:8085",
      "http://localhost",
      "http://[::1]:1",
      "https://127.0.0.1",
    ]) {
      expect(at(endpoint, { credentials: "none" })).toBe("known");
      expect(at(endpoint, { credentials: "gcloud" })).toBe("loopback");
    }
    expect(at("https://localhost.evil.test", { credentials: "none" })).toBe("host");
  });
});

describe("hosts of the usage service", () => {
  it.each<[Partial<UsageProfile>, string]>([
    [{}, "known"],
    [{ loginUrl: "https://login.mypurecloud.com" }, "login"],
    [{ loginUrl: "https://login.mypurecloud.de.evil.test" }, "login"],
    [{ loginUrl: "https://login.mypurecloud.de:444" }, "login"],
    [{ baseUrl: "https://api.evil.test" }, "host,login"],
    [{ baseUrl: "https://gateway.corp.example", loginUrl: "https://gateway.corp.example" }, "host"],
    [{ baseUrl: "http://127.0.0.1:1", loginUrl: "http://127.0.0.1:1", credentials: "none" }, "known"],
    [{ baseUrl: "http://127.0.0.1:1", loginUrl: "http://127.0.0.1:1" }, "loopback"],
  ])("%j: %s", (more, expected) => expect(outcome(judge(usage(more)))).toBe(expected));

  it("gives the destination of the login host for this service only", () => {
    const decision = judge(usage());
    if (!("destination" in decision)) return expect.unreachable("it is known");
    expect(decision.destination.login()?.endpoint).toBe("https://login.mypurecloud.de");
    const other = judge(profile());
    expect("destination" in other && other.destination.login()).toBe(undefined);
  });
});

it.each<[Profile | UsageProfile, string]>([
  [
    usage({ loginUrl: "https://login.mypurecloud.com" }),
    "login.mypurecloud.com does not belong to api.mypurecloud.de.",
  ],
  [
    usage({ loginUrl: "https://login.mypurecloud.evil" }),
    "login.mypurecloud.evil is not a known host of Genesys Cloud.",
  ],
  [
    profile({ endpoint: "https://monitoring.mars-north1.rep.googleapis.com" }),
    "mars-north1 is not a region of Google Cloud that Mosaic knows.",
  ],
  [
    profile({ endpoint: "https://monitoring.googleapis.com:8443" }),
    "monitoring.googleapis.com is known, but not with the port 8443.",
  ],
])("says what is odd about a host: %#", (of, remark) => {
  const decision = judge(of);
  expect("needsConsent" in decision && decision.needsConsent.reasons).toMatchObject([{ remark }]);
});

describe("variables and accounts that a repository picks", () => {
  it.each<[Profile | UsageProfile, string]>([
    [profile({ credentials: { env: "MOSAIC_TOKEN" } }), "known"],
    [profile({ credentials: { env: "GOOGLE_OAUTH_ACCESS_TOKEN" } }), "known"],
    [profile({ credentials: { env: "CLOUDSDK_AUTH_ACCESS_TOKEN" } }), "known"],
    [profile({ credentials: { env: "AWS_SECRET_ACCESS_KEY" } }), "variable"],
    [profile({ credentials: { env: "GENESYSCLOUD_ACCESS_TOKEN" } }), "variable"],
    [profile({ credentials: { env: "GOOGLE_X" }, endpoint: "https://m.corp.example" }), "host,variable"],
    [profile({ credentials: { env: "MOSAIC_X" }, endpoint: "https://m.corp.example" }), "host"],
    [usage({ credentials: { env: "GENESYSCLOUD_ACCESS_TOKEN" } }), "known"],
    [
      usage({ credentials: { env: { clientId: "PURECLOUD_ID", clientSecret: "PURECLOUD_SECRET" } } }),
      "known",
    ],
    [usage({ credentials: { env: { clientId: "PURECLOUD_ID", clientSecret: "AWS_SECRET" } } }), "variable"],
    [usage({ credentials: { env: "GOOGLE_TOKEN" } }), "variable"],
    [profile({ impersonate: "boss@other.iam.gserviceaccount.com" }), "impersonation"],
  ])("%j: %s", (of, expected) => {
    expect(outcome(judge(of))).toBe(expected);
    expect(outcome(judge(of, {}, "user"))).toBe("known");
  });

  it("asks about the part that was not typed", () => {
    const of = profile({ endpoint: "https://m.corp.example", credentials: { env: "AWS_KEY" } });
    const origins = { endpoint: "typed", credentials: "repository", impersonate: "repository" } as const;
    expect(outcome(decideTrust(of, origins, { consents: NO_CONSENT }))).toBe("variable");
  });
});

describe("consent", () => {
  const corporate = profile({ endpoint: "https://m.corp.example" });

  it("is bound to the whole place", () => {
    const agreed = targetKey(credentialTargetOf(corporate));
    const consents: ConsentLookup = { has: (key) => key === agreed };
    const ask = (of: Profile) => outcome(judge(of, { consents }));
    expect(ask(corporate)).toBe("known");
    expect(ask({ ...corporate, name: "other" })).toBe("known");
    expect(ask({ ...corporate, credentials: "gcloud" })).toBe("host");
    expect(ask({ ...corporate, project: "other" })).toBe("host");
    expect(ask({ ...corporate, endpoint: "https://m.corp.example:444" })).toBe("host");
    expect(ask({ ...corporate, impersonate: "a@b.iam.gserviceaccount.com" })).toBe("host,impersonation");
  });

  it("for a host leaves variables and accounts to be asked about", () => {
    const consents: ConsentLookup = { has: () => false, hasHost: (host) => host === "m.corp.example" };
    expect(outcome(judge(corporate, { consents }))).toBe("known");
    expect(outcome(judge({ ...corporate, credentials: { env: "AWS_KEY" } }, { consents }))).toBe("variable");
    expect(outcome(judge(profile({ endpoint: "https://evil.m.corp.example" }), { consents }))).toBe("host");
  });

  it("says who would get what", () => {
    const decision = judge({ ...corporate, credentials: { env: "AWS_KEY" } });
    expect("needsConsent" in decision && decision.needsConsent).toMatchObject({
      key: "dashboards=https://m.corp.example?project=my-project&credentials=env:AWS_KEY",
      sentence:
        'The profile "prod" would send the value of AWS_KEY to m.corp.example, for the project my-project.',
    });
  });

  it("does not reach over the projects that a pipeline may use", () => {
    const allowedProjects = ["other"];
    expect(judge(profile(), { allowedProjects }, "typed")).toMatchObject({
      refused: expect.stringContaining("MOSAIC_ALLOWED_PROJECTS"),
    });
    expect(outcome(judge(profile({ project: "other" }), { allowedProjects }))).toBe("known");
  });
});

describe("keys", () => {
  it("differ where places differ, and take no spaces, commas or new lines", () => {
    const places = [
      profile(),
      profile({ project: "a&credentials=gcloud" }),
      profile({ project: "a", credentials: "gcloud" }),
      profile({ credentials: { env: "A" } }),
      profile({ impersonate: "a@b.iam.gserviceaccount.com" }),
      usage(),
      usage({ credentials: { env: { clientId: "A", clientSecret: "B" } } }),
      usage({ credentials: { env: "A" } }),
      usage({ loginUrl: "https://login.mypurecloud.com" }),
    ].map(credentialTargetOf);
    for (const key of [targetKey, secretKey]) {
      const keys = places.map(key);
      expect(new Set(keys).size).toBe(places.length);
      for (const one of keys) expect(one).not.toMatch(/[\s,]/);
    }
    expect(contactKey(credentialTargetOf(profile({ credentials: "gcloud" })))).toBe(
      contactKey(credentialTargetOf(profile())),
    );
  });
});

it("nothing else creates a destination", () => {
  const forged = {
    target: credentialTargetOf(profile()),
    profile: "x",
    endpoint: "https://evil.test",
    login: () => undefined,
  };
  expect(Destination.is(forged)).toBe(false);
  expect(Destination.is(Object.create(Destination.prototype))).toBe(false);
  const decision = judge(profile());
  if (!("destination" in decision)) return expect.unreachable("it is known");
  expect(Destination.is(decision.destination)).toBe(true);
  expect(() => Object.assign(decision.destination, { endpoint: "https://evil.test" })).toThrow();
});
