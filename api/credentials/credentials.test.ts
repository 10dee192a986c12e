import { describe, expect, it } from "vitest";
import type { CredentialChoice } from "../../core/config/config";
import { dashboardsDestination } from "../../test/support/destinations";
import type { ServiceError } from "../errors";
import { secretKey } from "../trust/credential-target";
import { applicationDefaultCredentials } from "./adc";
import { gcloudCredentials } from "./gcloud";
import { credentialsOf } from "./index";

const profile = (name: string, credentials: CredentialChoice) =>
  dashboardsDestination("https://monitoring.googleapis.com", { name, project: "proj", credentials });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("it should have failed"),
    (error: ServiceError) => error,
  );

describe("environment", () => {
  it("reads the variable at each call", async () => {
    const environment: Record<string, string> = { T: "one" };
    const source = credentialsOf(profile("p", { env: "T" }), { environment });
    expect(await source.headers()).toEqual({ authorization: "Bearer one" });
    environment["T"] = "two\n";
    expect(await source.headers()).toEqual({ authorization: "Bearer two" });
  });

  it("names the next step and no secret", async () => {
    const missing = await failure(credentialsOf(profile("p", { env: "T" }), { environment: {} }).headers());
    expect(missing).toMatchObject({ kind: "credentials", action: expect.stringContaining("Set T") });
    const broken = await failure(
      credentialsOf(profile("p", { env: "T" }), { environment: { T: "se cret\r\nx: y" } }).headers(),
    );
    expect(`${broken.message} ${broken.action}`).not.toContain("cret");
  });
});

describe("gcloud", () => {
  it("keeps a token for some minutes and forgets it on demand", async () => {
    let [count, time] = [0, 0];
    const source = gcloudCredentials({
      run: async (program, args) => `${program}-${args.join("-")}-${++count}\n`,
      now: () => time,
    });
    expect(await source.headers()).toEqual({
      authorization: "Bearer gcloud-auth-print-access-token---quiet-1",
    });
    await source.headers();
    expect(count).toBe(1);
    time = 11 * 60_000;
    await source.headers();
    source.forget();
    await source.headers();
    expect(count).toBe(3);
  });

  it("tells a missing program from a missing login, and repeats no output", async () => {
    const missing = await failure(
      gcloudCredentials({
        run: () => Promise.reject(Object.assign(new Error(), { code: "ENOENT" })),
      }).headers(),
    );
    expect(missing.action).toContain("Install");
    const signedOut = await failure(
      gcloudCredentials({ run: () => Promise.reject(new Error("ya29.secret")) }).headers(),
    );
    expect(signedOut.action).toContain("gcloud auth login");
    expect(signedOut.message).not.toContain("secret");
  });

  it("stops waiting when it is stopped", async () => {
    const stop = new AbortController();
    const running = failure(gcloudCredentials({ run: () => new Promise(() => {}) }).headers(stop.signal));
    stop.abort();
    expect(await running).toMatchObject({ kind: "cancelled" });
  });
});

describe("Application Default Credentials", () => {
  it("loads the library once, and again after it was told to forget", async () => {
    let loads = 0;
    const source = applicationDefaultCredentials("proj", {
      load: async () => {
        loads++;
        return {
          getRequestHeaders: async () =>
            new Headers({ authorization: "Bearer x", "x-goog-user-project": "q" }),
        };
      },
    });
    expect(await source.headers()).toEqual({ authorization: "Bearer x", "x-goog-user-project": "q" });
    await source.headers();
    expect(loads).toBe(1);
    source.forget();
    await source.headers();
    expect(loads).toBe(2);
  });

  it("says how to sign in, and tries again afterwards", async () => {
    let ready = false;
    const source = applicationDefaultCredentials("proj", {
      load: async () => {
        if (!ready) throw new Error("Could not load the default credentials: /home/me/secret.json");
        return { getRequestHeaders: async () => ({ authorization: "Bearer x" }) };
      },
    });
    const error = await failure(source.headers());
    expect(error).toMatchObject({
      kind: "credentials",
      action: "Run: gcloud auth application-default login",
    });
    expect(error.message).not.toContain("secret");
    ready = true;
    expect(await source.headers()).toEqual({ authorization: "Bearer x" });
  });

  it("sends no token of another universe, and says whom it may not act as", async () => {
    const load = async () => ({
      universeDomain: "apis-s3ns.fr",
      getRequestHeaders: () => expect.unreachable("no token is asked for"),
    });
    const other = await failure(
      applicationDefaultCredentials("proj", { load, universe: "googleapis.com" }).headers(),
    );
    expect(other.message).toContain("belong to the universe apis-s3ns.fr");
    const impersonate = "x@p.iam.gserviceaccount.com";
    const refused = applicationDefaultCredentials("proj", {
      impersonate,
      load: async () => ({
        getRequestHeaders: () =>
          Promise.reject(new Error("PERMISSION_DENIED: unable to impersonate: Permission 'iam…' denied")),
      }),
    });
    expect(await failure(refused.headers())).toMatchObject({
      message: `The Application Default Credentials cannot impersonate ${impersonate}.`,
      action: expect.stringContaining("serviceAccountTokenCreator"),
    });
  });

  it("signs requests with a real credential file", async () => {
    const { createServer } = await import("node:http");
    const { mkdtemp, writeFile, rm } = await import("node:fs/promises");
    const { tmpdir } = await import("node:os");
    const server = createServer((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ access_token: "from-file", expires_in: 3600, token_type: "Bearer" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const folder = await mkdtemp(`${tmpdir()}/mosaic-adc-`);
    const port = (server.address() as { port: number }).port;
    const key = {
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/a/providers/b",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: `http://127.0.0.1:${port}/token`,
      quota_project_id: "payer",
      credential_source: { file: `${folder}/subject` },
    };
    await writeFile(`${folder}/subject`, "subject");
    await writeFile(`${folder}/key.json`, JSON.stringify(key));
    const before = process.env["GOOGLE_APPLICATION_CREDENTIALS"];
    process.env["GOOGLE_APPLICATION_CREDENTIALS"] = `${folder}/key.json`;
    try {
      const headers = await credentialsOf(profile("p", "adc"), { environment: {} }).headers();
      expect(headers).toEqual({ authorization: "Bearer from-file", "x-goog-user-project": "payer" });
    } finally {
      if (before === undefined) delete process.env["GOOGLE_APPLICATION_CREDENTIALS"];
      else process.env["GOOGLE_APPLICATION_CREDENTIALS"] = before;
      server.close();
      await rm(folder, { recursive: true });
    }
  });
});

it("uses the token that is kept for the very place", async () => {
  const kept = secretKey(profile("p", "secret").target);
  const secrets = { token: async (key: string) => (key === kept ? "kept" : undefined) };
  expect(await credentialsOf(profile("p", "secret"), { environment: {}, secrets }).headers()).toEqual({
    authorization: "Bearer kept",
  });
  expect(
    await failure(
      credentialsOf(
        dashboardsDestination("https://monitoring.example", { name: "p", credentials: "secret" }),
        {
          environment: {},
          secrets,
        },
      ).headers(),
    ),
  ).toMatchObject({
    kind: "credentials",
  });
  expect(await failure(credentialsOf(profile("p", "secret"), { environment: {} }).headers())).toMatchObject({
    kind: "credentials",
  });
});

it("says in a browser which credentials it can take", async () => {
  for (const choice of ["gcloud", "adc"] as const) {
    const source = credentialsOf(profile("p", choice), { environment: {}, programs: "none" });
    const error = await failure(source.headers());
    expect(error.message).toContain("browser");
    expect(error.action).toContain("Set Access Token");
  }
});

it("starts no program and reads no credential file for a workspace that is not trusted", async () => {
  for (const choice of ["gcloud", "adc"] as const) {
    const error = await failure(
      credentialsOf(profile("p", choice), { environment: {}, programs: "untrusted" }).headers(),
    );
    expect(error.action).toContain("Trust");
  }
  expect(
    await credentialsOf(profile("p", "none"), { environment: {}, programs: "untrusted" }).headers(),
  ).toEqual({});
});
