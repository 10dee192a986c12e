import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CredentialChoice } from "../../core/config/config";
import { findProgram } from "./program";
import { accountText, credentialFacts } from "./user";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "mosaic-user-"));
});
afterEach(() => rm(home, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const full = path.join(home, name);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, text);
  return full;
}
const facts = (credentials: CredentialChoice, env: Record<string, string> = {}) =>
  credentialFacts({ credentials }, { CLOUDSDK_CONFIG: path.join(home, "gcloud"), ...env });

describe("gcloud", () => {
  beforeEach(async () => {
    await file("gcloud/active_config", "work\n");
    await file(
      "gcloud/configurations/config_work",
      "[core]\naccount = dev@example.com\nuniverse_domain = apis-s3ns.fr\n[compute]\naccount = other\n",
    );
    await file("gcloud/configurations/config_home", "[core]\naccount = me@example.com\n");
  });

  it("is the account of the active configuration", async () => {
    expect(await facts("gcloud")).toEqual({ account: "dev@example.com", universe: "apis-s3ns.fr" });
    expect(await facts("gcloud", { CLOUDSDK_ACTIVE_CONFIG_NAME: "home" })).toEqual({
      account: "me@example.com",
      universe: undefined,
    });
    expect(await facts("gcloud", { CLOUDSDK_CORE_ACCOUNT: "var@example.com" })).toMatchObject({
      account: "var@example.com",
    });
  });

  it("is the impersonated account, and unknown with a token", async () => {
    const acts = { CLOUDSDK_AUTH_IMPERSONATE_SERVICE_ACCOUNT: "a@p.iam.gserviceaccount.com,b@p.example.com" };
    expect(await facts("gcloud", acts)).toMatchObject({ account: "b@p.example.com" });
    expect(await facts("gcloud", { CLOUDSDK_AUTH_ACCESS_TOKEN_FILE: "/x" })).toMatchObject({
      account: undefined,
    });
    expect(await facts("gcloud", { CLOUDSDK_ACTIVE_CONFIG_NAME: "../../x" })).toMatchObject({
      account: undefined,
    });
  });
});

describe("Application Default Credentials", () => {
  it.each<[object, string | undefined, string | undefined]>([
    [
      { type: "service_account", client_email: "ci@p.iam.gserviceaccount.com" },
      "ci@p.iam.gserviceaccount.com",
      undefined,
    ],
    [
      { type: "service_account", client_email: "ci@x", universe_domain: "apis-s3ns.fr" },
      "ci@x",
      "apis-s3ns.fr",
    ],
    [{ type: "authorized_user", account: "" }, undefined, undefined],
    [
      {
        type: "external_account",
        service_account_impersonation_url:
          "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/wif@p.iam.gserviceaccount.com:generateAccessToken",
      },
      "wif@p.iam.gserviceaccount.com",
      undefined,
    ],
    [{ client_email: "two\nlines" }, undefined, undefined],
    [[1], undefined, undefined],
  ])("%j", async (key, account, universe) => {
    const named = await file("key.json", JSON.stringify(key));
    expect(await facts("adc", { GOOGLE_APPLICATION_CREDENTIALS: named })).toEqual({ account, universe });
    await file("gcloud/application_default_credentials.json", JSON.stringify(key));
    expect(await facts("adc")).toEqual({ account, universe });
  });

  it("knows nothing where there is no file, and takes the universe that a variable names", async () => {
    expect(await facts("adc", { GOOGLE_APPLICATION_CREDENTIALS: home })).toEqual({
      account: undefined,
      universe: undefined,
    });
    expect(await facts("adc", { GOOGLE_CLOUD_UNIVERSE_DOMAIN: "apis-s3ns.fr" })).toMatchObject({
      universe: "apis-s3ns.fr",
    });
  });
});

it("is described in words, also if unknown", () => {
  const text = (credentials: CredentialChoice, account?: string) => accountText({ credentials }, account);
  expect([text("adc", "a@b"), text("adc"), text("gcloud"), text("none"), text({ env: "T" })]).toEqual([
    "as a@b",
    "as an unknown account (Application Default Credentials)",
    "as an unknown account (gcloud)",
    "without signing in",
    "as the account of the token in T",
  ]);
});

describe("a program", () => {
  const find = (platform: string, environment: Record<string, string>, ...files: string[]) =>
    findProgram("gcloud", { environment, platform, exists: async (name) => files.includes(name) });

  it("is found in absolute folders of PATH only", async () => {
    const PATH = ".::bin:/opt/sdk/bin:/usr/bin";
    expect(await find("linux", { PATH }, "gcloud", "./gcloud", "bin/gcloud", "/usr/bin/gcloud")).toBe(
      "/usr/bin/gcloud",
    );
    expect(await find("linux", { PATH: ".:" }, "gcloud", "./gcloud")).toBe(undefined);
    expect(await find("linux", {}, "gcloud")).toBe(undefined);
  });

  it("is found so on Windows as well, where the working folder would come first", async () => {
    const Path = String.raw`.;\tools;C:relative;"C:\Program Files\SDK\bin";%EVIL%\bin;D:\x`;
    const sdk = String.raw`C:\Program Files\SDK\bin\gcloud.cmd`;
    expect(
      await find(
        "win32",
        { Path },
        "gcloud.cmd",
        String.raw`.\gcloud.cmd`,
        String.raw`\tools\gcloud.cmd`,
        sdk,
      ),
    ).toBe(sdk);
    expect(await find("win32", { Path }, "gcloud.cmd", String.raw`C:relative\gcloud.cmd`)).toBe(undefined);
    expect(await find("win32", { PATH: String.raw`\\host\share` }, String.raw`\\host\share\gcloud.cmd`)).toBe(
      String.raw`\\host\share\gcloud.cmd`,
    );
  });
});
