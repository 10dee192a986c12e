/** Runs npm for an install, whatever npm configuration is around it. Needs nothing but Node. */
import { spawn } from "node:child_process";
import { cleanEnv } from "./process-tree.mjs";

/** Settings of a user, a machine or an `npm run` that would change what a nested install puts where. */
const steady = [
  "--ignore-scripts",
  "--global=false",
  "--workspaces=false",
  "--dry-run=false",
  "--package-lock=true",
  "--install-strategy=hoisted",
  "--engine-strict=false",
  "--strict-peer-deps=false",
  "--include=optional",
  "--audit=false",
  "--fund=false",
  "--update-notifier=false",
  "--loglevel=error",
];

/** Keep the user's registry settings; drop everything else that `npm run` passes on. */
const kept =
  /^npm_config_(registry|cache|ca|cafile|cert|key|.*proxy|userconfig|globalconfig|strict_ssl|fetch_.*|prefer_.*|offline|maxsockets|@.*|\/\/.*)$/i;

/**
 * Runs `npm install` or `npm ci` in a folder that has a package.json of its own.
 *
 * @param {string} folder
 * @param {["install" | "ci", ...string[]]} args the command, package specs and options
 * @returns {Promise<void>} rejects with npm's own words when it fails
 */
export async function runNpm(folder, args) {
  const env = cleanEnv();
  for (const name of Object.keys(env)) {
    if (/^npm_config_/i.test(name) && !kept.test(name)) delete env[name];
  }
  const npmCli = process.env.npm_execpath;
  const viaNode = npmCli !== undefined && /npm-cli\.js$/.test(npmCli);
  const command = viaNode ? process.execPath : "npm";
  const all = [...(viaNode ? [npmCli] : []), ...args, ...steady];
  const child = spawn(command, all, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    // npm is a .cmd there, which only a shell can start.
    shell: process.platform === "win32" && !viaNode,
    windowsHide: true,
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code === 0) return;
  // npm's reasons come first; a page of usage may follow.
  const reasons = output.trim().split("\n").slice(0, 20).join("\n");
  throw new Error(`npm ${args.join(" ")} failed in ${folder}:\n${reasons}`);
}
