/** The folder that the demo opens: a copy of the examples, set up for the emulator. */
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../host/places.mjs";

const PROJECT = "demo-project";
const SUFFIX = ".dashboard.json";

/** The dashboard that has something to be found in it; it lies beside the examples in the demo only. */
const MISTAKES = "try-the-checks.dashboard.json";

/**
 * @param {string} workspace folder to make
 * @param {string} endpoint the emulator's address
 * @returns {Promise<{ workspace: string, dashboards: string[], first: string, mistakes: string }>} file names in the folder
 */
export async function makeWorkspace(workspace, endpoint) {
  await cp(join(root, "examples"), workspace, { recursive: true });
  const dashboards = (await readdir(workspace)).filter((name) => name.endsWith(SUFFIX)).sort();
  if (dashboards.length === 0) throw new Error(`There is no ${SUFFIX} file in ${join(root, "examples")}.`);
  await cp(fileURLToPath(new URL(`./${MISTAKES}`, import.meta.url)), join(workspace, MISTAKES));
  const config = {
    profiles: { emulator: { project: PROJECT, endpoint, credentials: "none" } },
    activeProfile: "emulator",
  };
  await mkdir(join(workspace, ".mosaic"), { recursive: true });
  await writeFile(join(workspace, ".mosaic", "config.json"), `${JSON.stringify(config, null, 2)}\n`);
  return { workspace, dashboards, first: dashboards[0], mistakes: MISTAKES };
}

/**
 * Puts two of the examples on the service, so that there is something to compare with and to pull: the first as it is in the
 * folder, the second as if somebody had renamed it in the console since.
 *
 * @param {string} endpoint
 * @param {{ workspace: string, dashboards: string[] }} made
 */
export async function seed(endpoint, { workspace, dashboards }) {
  for (const [index, file] of dashboards.slice(0, 2).entries()) {
    const value = JSON.parse(await readFile(join(workspace, file), "utf8"));
    const id = value.name?.split("/").at(-1) ?? basename(file, SUFFIX);
    const renamed = index === 1 ? { displayName: `${value.displayName} (renamed in the console)` } : {};
    const body = { ...value, ...renamed, name: `projects/${PROJECT}/dashboards/${id}` };
    const answer = await fetch(`${endpoint}/v1/projects/${PROJECT}/dashboards`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The emulator refused ${file}: ${answer.status} ${await answer.text()}`);
  }
}
