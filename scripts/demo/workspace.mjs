/** The folder that the demo opens: a copy of the examples, set up for the emulator. */
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { root } from "../host/places.mjs";

/** The one that a pinned filter of the first example names. */
const PROJECT = "shop-prod";
const SUFFIX = ".dashboard.json";

/** The example that is shown first. It is on the service too, as it is. */
const FIRST = "shop-overview.dashboard.json";

/** The example that was renamed in the console: it differs on the service. */
const CHANGED = "checkout-slo.dashboard.json";

/** The example with mistakes to be found. */
const MISTAKES = "mistakes/broken.dashboard.json";

/**
 * @param {string} workspace folder to make
 * @param {string} endpoint the emulator's address
 * @returns {Promise<{ workspace: string, dashboards: string[], first: string, mistakes: string }>} file names in the folder
 */
export async function makeWorkspace(workspace, endpoint) {
  await cp(join(root, "examples"), workspace, { recursive: true });
  const dashboards = (await readdir(workspace)).filter((name) => name.endsWith(SUFFIX)).sort();
  const config = {
    profiles: { emulator: { project: PROJECT, endpoint, credentials: "none" } },
    activeProfile: "emulator",
    usageProfiles: { emulator: { baseUrl: endpoint } },
  };
  await mkdir(join(workspace, ".mosaic"), { recursive: true });
  await writeFile(join(workspace, ".mosaic", "config.json"), `${JSON.stringify(config, null, 2)}\n`);
  return { workspace, dashboards, first: FIRST, mistakes: MISTAKES };
}

/**
 * Puts two of the examples on the service, so that there is something to compare with and to pull.
 *
 * @param {string} endpoint
 * @param {string} workspace
 */
export async function seed(endpoint, workspace) {
  await create(endpoint, workspace, FIRST, (value) => value);
  await create(endpoint, workspace, CHANGED, (value) => ({
    ...value,
    displayName: `${value.displayName} (renamed in the console)`,
  }));
}

async function create(endpoint, workspace, file, change) {
  const value = change(JSON.parse(await readFile(join(workspace, file), "utf8")));
  const id = value.name?.split("/").at(-1) ?? basename(file, SUFFIX);
  const answer = await fetch(`${endpoint}/v1/projects/${PROJECT}/dashboards`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...value, name: `projects/${PROJECT}/dashboards/${id}` }),
  });
  if (!answer.ok) throw new Error(`The emulator refused ${file}: ${answer.status} ${await answer.text()}`);
}
