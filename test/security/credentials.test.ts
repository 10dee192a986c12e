import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Listener, listen } from "./listener";
import { dashboard, type Outcome, useScene } from "./mosaic";

const scene = useScene();

/** The attacker's host, and a proxy that sees every host somebody wants to reach. */
let evil: Listener;
let proxy: Listener;
beforeEach(async () => {
  [evil, proxy] = await Promise.all([listen(), listen()]);
});
afterEach(() => Promise.all([evil.close(), proxy.close()]));

const SECRET = "hunter2-of-the-machine";
const config = (value: object, folder = "repo") =>
  scene.file(`${folder}/.mosaic/config.json`, JSON.stringify(value));
const profile = (value: object) => config({ profiles: { p: { project: "demo", ...value } } });
const mosaic = (args: readonly string[], env: Record<string, string> = {}) =>
  scene.mosaic(args, { in: "repo", env: { HOME: path.join(scene.folder, "home"), ...env } });
const throughProxy = () => ({ HTTPS_PROXY: proxy.url, NO_PROXY: "" });

/** What the run said that somebody has to type to agree. */
function keyIn({ err }: Outcome): string {
  const key = /MOSAIC_TRUST='([^']+)'/.exec(err)?.[1];
  if (key === undefined) return expect.unreachable(`the run does not say what to type: ${err}`);
  return key;
}

function expectRefused(outcome: Outcome): void {
  expect(outcome.err).toContain("mosaic trust --profile=p");
  expect(outcome.code).toBe(2);
  expect(evil.requests).toEqual([]);
}

/** Runs a command that is refused without consent, and again with it: only then does the credential leave the machine. */
async function refusedThenTrusted(
  args: readonly string[],
  env: Record<string, string>,
  checkRefused: (refused: Outcome) => void = () => {},
): Promise<void> {
  const refused = await mosaic(args, env);
  expectRefused(refused);
  expect(refused.err).not.toContain(SECRET);
  checkRefused(refused);
  await mosaic(args, { ...env, MOSAIC_TRUST: keyIn(refused) });
}

/** A `gcloud` that runs a line of shell and prints the secret as a token. @returns its folder */
async function fakeGcloud(line: string, name = "bin/gcloud"): Promise<string> {
  const file = await scene.file(name, `#!/bin/sh\n${line}\necho ${SECRET}\n`);
  await chmod(file, 0o755);
  return path.dirname(file);
}

/** A server that exchanges tokens, and a file of workload identity that names it. */
async function workloadIdentity(folder: string): Promise<{ tokens: Listener; keyFile: string }> {
  const tokens = await listen((_, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ access_token: SECRET, expires_in: 3600, token_type: "Bearer" })),
  );
  const key = {
    type: "external_account",
    audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/a/providers/b",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `${tokens.url}/token`,
    credential_source: { file: await scene.file(`${folder}/subject`, "subject") },
  };
  return { tokens, keyFile: await scene.file(`${folder}/gha-creds-1.json`, JSON.stringify(key)) };
}

describe("a committed endpoint gets no credential of the machine", () => {
  const commands = [
    ["list"],
    ["diff", "a.dashboard.json"],
    ["push", "--yes", "a.dashboard.json"],
    ["pull", "a.dashboard.json"],
    ["delete", "--yes", "a"],
    ["catalog", "refresh"],
  ];
  it.each(commands)("a variable: mosaic %s", async (...args) => {
    await profile({ endpoint: evil.url, credentials: { env: "AWS_SECRET_ACCESS_KEY" } });
    await scene.file("repo/a.dashboard.json", dashboard("A"));
    await refusedThenTrusted(args, { AWS_SECRET_ACCESS_KEY: SECRET });
    expect(evil.requests[0]).toContain(`Bearer ${SECRET}`);
  });

  it("the token of gcloud, which is not even started", async () => {
    const env = { PATH: `${await fakeGcloud(`touch "${scene.marker}"`)}:${process.env["PATH"]}` };
    await profile({ endpoint: evil.url, credentials: "gcloud" });
    await refusedThenTrusted(["list"], env, () => expect(existsSync(scene.marker)).toBe(false));
    expect(existsSync(scene.marker)).toBe(true);
    expect(evil.requests[0]).toContain(`Bearer ${SECRET}`);
  });

  it("Application Default Credentials", async () => {
    const { tokens, keyFile } = await workloadIdentity("home");
    try {
      await profile({ endpoint: evil.url, credentials: "adc" });
      await refusedThenTrusted(["list"], { GOOGLE_APPLICATION_CREDENTIALS: keyFile }, () =>
        expect(tokens.requests).toEqual([]),
      );
      expect(evil.requests[0]).toContain(`Bearer ${SECRET}`);
    } finally {
      await tokens.close();
    }
  });

  it("id and secret of an OAuth client", async () => {
    const usage = (loginUrl: string) =>
      config({
        usageProfiles: {
          p: {
            baseUrl: "https://api.mypurecloud.de",
            loginUrl,
            credentials: { env: { clientId: "GENESYSCLOUD_ID", clientSecret: "GENESYSCLOUD_SECRET" } },
          },
        },
      });
    const env = { GENESYSCLOUD_ID: "me", GENESYSCLOUD_SECRET: SECRET, ...throughProxy() };
    await usage(evil.url);
    await refusedThenTrusted(["usage"], env);
    const basic = Buffer.from(`me:${SECRET}`).toString("base64");
    expect(evil.requests).toEqual([`POST /oauth/token Basic ${basic}`]);
    // The vendor's own pair of hosts needs no question, and goes through the proxy like everything else.
    await usage("https://login.mypurecloud.de");
    await mosaic(["usage"], env);
    expect(new Set(proxy.connects)).toEqual(new Set(["login.mypurecloud.de:443"]));
  });

  it.each([
    "monitoring.googleapis.com.evil.test",
    "monitoring-googleapis.com",
    "evil.googleapis.com",
    "xn--mnitoring-s4a.googleapis.com",
    "monitoring.googleapis.com:8443",
    "monitoring.europe-west3.rep.googleapis.com.evil.test",
  ])("nor does a host that looks like Google's: %s", async (host) => {
    await profile({ endpoint: `https://${host}`, credentials: { env: "MOSAIC_TOKEN" } });
    await refusedThenTrusted(["list"], { MOSAIC_TOKEN: SECRET, ...throughProxy() }, () =>
      expect(proxy.connects).toEqual([]),
    );
    expect(proxy.connects[0]).toBe(host.includes(":") ? host : `${host}:443`);
  });

  it.each([
    "https://monitoring.googleapis.com.",
    "https://monitoring.googleapis.com@evil.test",
    "https://127.1",
  ])("a configuration with %s is not read at all", async (endpoint) => {
    await profile({ endpoint, credentials: { env: "MOSAIC_TOKEN" } });
    const outcome = await mosaic(["list"], { MOSAIC_TOKEN: SECRET, ...throughProxy() });
    expect([outcome.code, proxy.connects]).toEqual([2, []]);
    expect(outcome.err).toContain("config.json:1:");
  });

  it("a service account to act as is asked about", async () => {
    await profile({ impersonateServiceAccount: "boss@other.iam.gserviceaccount.com", credentials: "gcloud" });
    const outcome = await mosaic(["list"], throughProxy());
    expectRefused(outcome);
    expect(outcome.err).toContain("boss@other.iam.gserviceaccount.com");
    expect(proxy.connects).toEqual([]);
  });
});

describe("consent", () => {
  const file = "mosaic/trust.json";

  it("is given by a person, counts for one place only, and is taken back", async () => {
    const env = { AWS_KEY: SECRET, OTHER_KEY: `${SECRET}-2` };
    await profile({ endpoint: evil.url, credentials: { env: "AWS_KEY" } });
    expect((await mosaic(["trust", "--profile", "p"], env)).code).toBe(2);
    const given = await mosaic(["trust", "--profile", "p", "--yes"], env);
    expect([given.code, given.out]).toEqual([0, expect.stringContaining("AWS_KEY")]);
    expect((await mosaic(["list"], env)).code).toBe(0);
    expect(evil.requests).toHaveLength(1);
    const listed = await mosaic(["trust", "--list"], env);
    await profile({ endpoint: evil.url, credentials: { env: "OTHER_KEY" } });
    evil.requests.length = 0;
    expectRefused(await mosaic(["list"], env));
    await profile({ endpoint: evil.url, credentials: { env: "AWS_KEY" } });
    expect((await mosaic(["trust", "--remove", listed.out.trim()], env)).code).toBe(0);
    expectRefused(await mosaic(["list"], env));
  });

  it("does not count from inside the repository", async () => {
    const env = { MOSAIC_KEY: SECRET };
    await profile({ endpoint: evil.url, credentials: { env: "MOSAIC_KEY" } });
    const key = keyIn(await mosaic(["list"], env));
    const text = JSON.stringify({ trusted: [{ key, at: "" }] });
    await scene.file(`repo/.config/${file}`, text);
    await scene.file(`repo/${file}`, text);
    // A job whose home is the checkout, and a relative path, which would be looked up in the working folder.
    expectRefused(await mosaic(["list"], { ...env, HOME: path.join(scene.folder, "repo") }));
    expectRefused(await mosaic(["list"], { ...env, XDG_CONFIG_HOME: "." }));
    expectRefused(await mosaic(["list"], { ...env, XDG_CONFIG_HOME: path.join(scene.folder, "repo") }));
    await scene.file(`outside/${file}`, text);
    const outside = path.join(scene.folder, "outside");
    expect((await mosaic(["list"], { ...env, XDG_CONFIG_HOME: outside })).code).toBe(0);
    expect(evil.requests[0]).toContain(SECRET);
  });

  it("does not count when git tracks it, be the configuration in a folder below", async () => {
    const env = { MOSAIC_KEY: SECRET, HOME: path.join(scene.folder, "repo") };
    await config(
      { profiles: { p: { project: "demo", endpoint: evil.url, credentials: { env: "MOSAIC_KEY" } } } },
      "repo/sub",
    );
    const list = () => scene.mosaic(["list"], { in: "repo/sub", env });
    const key = keyIn(await list());
    await scene.file(`repo/.config/${file}`, JSON.stringify({ trusted: [{ key, at: "" }] }));
    const git = (...args: string[]) => execFileSync("git", ["-C", path.join(scene.folder, "repo"), ...args]);
    git("init", "-q");
    git("add", "-A");
    expectRefused(await list());
    // A home with a repository of its own, which does not hold the file.
    git("rm", "-rq", "--cached", ".config");
    expect((await list()).code).toBe(0);
  });

  it("is typed beside the profile, where it says the same", async () => {
    const env = { AWS_KEY: SECRET };
    await profile({ endpoint: evil.url, credentials: { env: "AWS_KEY" } });
    const typed = ["list", "--profile", "p", "--endpoint", evil.url];
    expectRefused(await mosaic(typed, env));
    expect((await mosaic([...typed, "--credentials", "env:OTHER"], env)).err).toContain("has env:AWS_KEY");
    expect(evil.requests).toEqual([]);
    expect((await mosaic([...typed, "--credentials", "env:AWS_KEY"], env)).code).toBe(0);
    expect(evil.requests[0]).toContain(SECRET);
  });

  it("of a pipeline may be a host, which does not get what else is on the machine", async () => {
    const env = { MOSAIC_KEY: SECRET, AWS_KEY: SECRET, MOSAIC_TRUST: new URL(evil.url).host };
    await profile({ endpoint: evil.url, credentials: { env: "AWS_KEY" } });
    expectRefused(await mosaic(["list"], env));
    await profile({ endpoint: evil.url, credentials: { env: "MOSAIC_KEY" } });
    expect((await mosaic(["list"], env)).code).toBe(0);
    const typo = await mosaic(["list"], { ...env, MOSAIC_TRUST: "https://a.test/" });
    expect([typo.code, typo.err]).toEqual([2, expect.stringContaining("MOSAIC_TRUST")]);
  });

  it("does not reach over the projects of a pipeline", async () => {
    await profile({ endpoint: evil.url, credentials: "none" });
    const refused = await mosaic(["list"], { MOSAIC_ALLOWED_PROJECTS: "prod, stage" });
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("MOSAIC_ALLOWED_PROJECTS")]);
    expect((await mosaic(["list"], { MOSAIC_ALLOWED_PROJECTS: "" })).code).toBe(2);
    expect(evil.requests).toEqual([]);
    expect((await mosaic(["list"], { MOSAIC_ALLOWED_PROJECTS: "prod demo" })).code).toBe(0);
    expect(evil.requests).toHaveLength(1);
  });
});

describe("a configuration from above", () => {
  const above = () => config({ profiles: { p: { project: "demo", endpoint: evil.url } } }, ".");

  it("is not obeyed in a git repository, and named", async () => {
    await above();
    await mkdir(path.join(scene.folder, "repo/sub"), { recursive: true });
    execFileSync("git", ["init", "-q", path.join(scene.folder, "repo")]);
    const inside = { in: "repo/sub" };
    const outcome = await scene.mosaic(["list"], inside);
    expect([outcome.code, evil.requests]).toEqual([2, []]);
    expect(outcome.err).toContain(`${path.join(scene.folder, ".mosaic/config.json")} is ignored`);
    const named = path.join(scene.folder, ".mosaic/config.json");
    expect((await scene.mosaic(["list", "--config", named], inside)).code).toBe(0);
    expect(evil.requests).toHaveLength(1);
  });

  it("is not obeyed without git either; that of the working folder is", async () => {
    await above();
    await scene.file("repo/sub/a.dashboard.json", dashboard("A"));
    const outcome = await scene.mosaic(["diff", "sub/a.dashboard.json"], { in: "repo" });
    expect([outcome.code, evil.requests]).toEqual([2, []]);
    await profile({ endpoint: evil.url });
    await scene.mosaic(["diff", "sub/a.dashboard.json"], { in: "repo" });
    expect(evil.requests).not.toEqual([]);
  });
});

/** Only root can give files to somebody else. */
describe.skipIf(process.getuid?.() !== 0)("a .git that another user has put into a folder like /tmp", () => {
  it("does not make its folder a repository whose configuration counts", async () => {
    const shared = path.join(scene.folder, "shared");
    await mkdir(path.join(shared, "mine"), { recursive: true });
    await config({ profiles: { p: { project: "demo", endpoint: evil.url } } }, "shared");
    execFileSync("git", ["init", "-q", shared]);
    const list = () => scene.mosaic(["list"], { in: "shared/mine" });
    // As a checkout of somebody else, it does count.
    execFileSync("chown", ["-R", "1234:1234", shared]);
    expect((await list()).code).toBe(0);
    expect(evil.requests.splice(0)).toHaveLength(1);
    execFileSync("chown", ["0:0", shared]);
    await chmod(shared, 0o1777);
    const outcome = await list();
    expect([outcome.code, evil.requests]).toEqual([2, []]);
    expect(outcome.err).toContain("is ignored");
  });
});

describe.skipIf(process.platform === "win32")("gcloud", () => {
  it("never comes from the working folder", async () => {
    const folder = await fakeGcloud(`touch "${scene.marker}"`, "repo/gcloud");
    await profile({ credentials: "gcloud" });
    for (const folders of [".", "", ".:/nowhere", ":/nowhere", "./"]) {
      const outcome = await mosaic(["list"], { PATH: folders, ...throughProxy() });
      expect(outcome.err).toContain("gcloud command was not found");
    }
    expect(existsSync(scene.marker)).toBe(false);
    await mosaic(["list"], { PATH: `${folder}:/usr/bin:/bin`, ...throughProxy() });
    expect(existsSync(scene.marker)).toBe(true);
  });
});

describe("ordinary use asks nothing", () => {
  it.each([
    "https://monitoring.googleapis.com",
    "https://monitoring.mtls.googleapis.com",
    "https://monitoring.europe-west3.rep.googleapis.com",
    "https://monitoring-vialink1.p.googleapis.com",
  ])("%s", async (endpoint) => {
    await profile({ endpoint, credentials: { env: "CLOUDSDK_AUTH_ACCESS_TOKEN" } });
    const outcome = await mosaic(["list"], { CLOUDSDK_AUTH_ACCESS_TOKEN: SECRET, ...throughProxy() });
    expect(outcome.err).not.toContain("trust");
    expect(proxy.connects[0]).toBe(`${new URL(endpoint).host}:443`);
  });

  it("workload identity with its credential file in the checkout", async () => {
    const { tokens, keyFile } = await workloadIdentity("repo");
    try {
      await profile({});
      const env = { GOOGLE_APPLICATION_CREDENTIALS: keyFile, ...throughProxy(), NO_PROXY: "127.0.0.1" };
      const outcome = await mosaic(["list"], env);
      expect(outcome.err).not.toContain("trust");
      expect(tokens.requests).toHaveLength(1);
      expect(proxy.connects[0]).toBe("monitoring.googleapis.com:443");
    } finally {
      await tokens.close();
    }
  });

  it("an emulator on this machine, with a profile and with flags", async () => {
    await config({ profiles: { emu: { project: "demo", endpoint: scene.emulator.url } } });
    expect((await mosaic(["list"])).code).toBe(0);
    const flags = ["--project", "demo", "--endpoint", scene.emulator.url];
    expect((await mosaic(["list", ...flags])).code).toBe(0);
    expect(
      (await mosaic(["list", ...flags, "--credentials", "env:AWS_KEY"], { AWS_KEY: SECRET })).err,
    ).not.toContain("trust");
  });

  it("a service account that the user names", async () => {
    const folder = await fakeGcloud(`echo "$@" > "${scene.marker}"`);
    await profile({ credentials: "gcloud" });
    const outcome = await mosaic(["list", "--impersonate-service-account", "ci@p.iam.gserviceaccount.com"], {
      PATH: `${folder}:/usr/bin:/bin`,
      ...throughProxy(),
    });
    expect(outcome.err).not.toContain("trust");
    expect(proxy.connects[0]).toBe("monitoring.googleapis.com:443");
    expect(await readFile(scene.marker, "utf8")).toContain(
      "--impersonate-service-account=ci@p.iam.gserviceaccount.com",
    );
  });

  it("a monorepo with two configurations", async () => {
    await config({ profiles: { a: { project: "demo", endpoint: scene.emulator.url } } }, "repo/a");
    await config({ profiles: { b: { project: "other", endpoint: scene.emulator.url } } }, "repo/b");
    await scene.file("repo/a/x.dashboard.json", dashboard("X"));
    await scene.file("repo/b/y.dashboard.json", dashboard("Y"));
    execFileSync("git", ["init", "-q", path.join(scene.folder, "repo")]);
    const outcome = await mosaic(["push", "--yes", "."]);
    expect(outcome).toMatchObject({ code: 0, out: expect.stringContaining("2 created") });
    expect(outcome.out).toMatch(/project demo .*\n.*without signing in/);
    expect(outcome.out).toContain("project other ");
  });
});
