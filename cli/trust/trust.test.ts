import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { NOBODY, person, useWorkspace, WEB, writeText } from "../../test/support/deploy-workspace";
import { runPush } from "../deploy/push";
import { main } from "../program";
import { runTrust } from "./command";
import { consentFile, openConsent } from "./consent-file";
import { environmentConsents } from "./environment";

const workspace = useWorkspace();
let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "mosaic-home-"));
  workspace.io = { ...workspace.io, env: { HOME: home, TOKEN: "t", OTHER: "t" } };
  await configure("TOKEN");
  await writeText(workspace, "web.dashboard.json", WEB);
});
afterEach(() => rm(home, { recursive: true }));

const configure = (env: string) =>
  writeText(
    workspace,
    ".mosaic/config.json",
    JSON.stringify({
      profiles: { emu: { project: "demo", endpoint: workspace.emulator.url, credentials: { env } } },
    }),
  );

it("asks once in a terminal, says who would get what, and remembers the answer", async () => {
  const somebody = person(() => "y");
  expect(await runPush(["--yes", "web.dashboard.json"], workspace.io, somebody)).toBe(0);
  expect(somebody.asked).toEqual([expect.stringContaining("Trust this destination")]);
  const host = new URL(workspace.emulator.url).host;
  expect(workspace.output.err).toContain(`would send the value of TOKEN to ${host}, for the project demo`);
  expect(workspace.output.err).toMatch(/credentials +env:TOKEN/);
  expect(workspace.output.out).toContain("as the account of the token in TOKEN");
  expect(await runPush(["--yes", "web.dashboard.json"], workspace.io, NOBODY)).toBe(0);
  // Another credential is another place.
  await configure("OTHER");
  const again = person(() => "");
  await expect(runPush(["--yes", "web.dashboard.json"], workspace.io, again)).rejects.toThrow(
    "nothing was sent",
  );
  expect(again.asked).toHaveLength(1);
});

it("keeps the answer for the user alone, whole, and gives it back", async () => {
  const asked = person(() => "yes");
  expect(await runTrust(["--profile", "emu"], workspace.io, asked)).toBe(0);
  const file = consentFile(workspace.io.env);
  if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.dirname(file))).toEqual(["trust.json"]);
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
    trusted: [{ key: expect.stringContaining("credentials=env:TOKEN") }],
  });
  workspace.output.out = "";
  expect(await runTrust(["--list"], workspace.io, NOBODY)).toBe(0);
  expect(environmentConsents({ MOSAIC_TRUST: workspace.output.out }).has(workspace.output.out.trim())).toBe(
    true,
  );
  expect(await runTrust([], workspace.io, NOBODY)).toBe(0);
  expect(workspace.output.out).toContain("already trusted");
  expect(await runTrust(["--remove", "--profile", "emu"], workspace.io, NOBODY)).toBe(0);
  expect(await runTrust(["--remove", "--profile", "emu"], workspace.io, NOBODY)).toBe(1);
});

it("says only what is needed without a terminal, and exits with 2", async () => {
  expect(await main(["trust"], workspace.io)).toBe(2);
  expect(workspace.output.err).toContain("add --yes");
  workspace.output.err = "";
  expect(await main(["list"], workspace.io)).toBe(2);
  expect(workspace.output.err).toContain("mosaic trust --profile=emu\n");
  expect(workspace.output.err).not.toContain("--help");
});

it("quotes what the user must type", async () => {
  const profiles = {
    "a'; rm -rf ~; '": { project: "demo", endpoint: workspace.emulator.url, credentials: "gcloud" },
  };
  await writeText(workspace, ".mosaic/config.json", JSON.stringify({ profiles }));
  expect(await main(["list"], workspace.io)).toBe(2);
  const line = /mosaic trust (.*)\n/.exec(workspace.output.err)?.[1];
  if (process.platform !== "win32") expect(line).toBe(String.raw`'--profile=a'\''; rm -rf ~; '\'''`);
});

it("names a broken file, and loses nothing that others have agreed to meanwhile", async () => {
  const file = consentFile(workspace.io.env);
  const [one, two] = [await openConsent(file), await openConsent(file)];
  await one.grant("dashboards=a");
  await two.grant("dashboards=b");
  expect((await openConsent(file)).list().map(({ key }) => key)).toEqual(["dashboards=a", "dashboards=b"]);
  await writeFile(file, '{"trusted": 1}');
  await expect(openConsent(file)).rejects.toThrow(file);
});

it("takes only absolute folders for the user's", () => {
  const at = (env: Record<string, string>, platform: NodeJS.Platform = "linux") => consentFile(env, platform);
  expect(at({ HOME: "/h" })).toBe("/h/.config/mosaic/trust.json");
  expect(at({ HOME: "/h", XDG_CONFIG_HOME: "/x" })).toBe("/x/mosaic/trust.json");
  expect(at({ HOME: "/h", XDG_CONFIG_HOME: "x" })).toBe("/h/.config/mosaic/trust.json");
  expect(path.isAbsolute(at({ HOME: "." }))).toBe(true);
});

it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "says when it cannot be kept",
  async () => {
    await mkdir(path.join(home, ".config"));
    await chmod(path.join(home, ".config"), 0o500);
    await expect(runTrust(["--yes"], workspace.io, NOBODY)).rejects.toThrow("EACCES");
  },
);
