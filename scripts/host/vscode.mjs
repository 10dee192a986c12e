/** Starts and stops a VS Code server, whose workbench is then opened in a browser. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureVsCode, oldest } from "./install-vscode.mjs";
import { temporaryFolder } from "./places.mjs";
import { cleanEnv, startKept, waitForLine } from "./process-tree.mjs";

export { ensureVsCode, newest, oldest, versions } from "./install-vscode.mjs";

/** What keeps the window still and the network quiet. A caller's own settings come on top. */
const quiet = {
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "git.openRepositoryInParentFolders": "never",
  "npm.fetchOnlinePackageInfo": false,
  "json.schemaDownload.enable": false,
};

/** Without a gallery there are no calls to it, which only fail slowly in a closed network. */
const noGallery = { EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: "" }) };

/**
 * Starts a VS Code on 127.0.0.1, installing it first when it is not in the cache. It ends with this process, however that
 * ends.
 *
 * @param {object} [options]
 * @param {string} [options.version] default: the oldest supported one
 * @param {number} [options.port] 0 (the default) for a free one
 * @param {string} [options.dataDir] the server's data folder; without it a temporary one, removed by `stop`
 * @param {string} [options.extensionsDir] default: `extensions` in the data folder
 * @param {boolean} [options.trust] true (the default) switches workspace trust off; false is ordinary use with its questions
 * @param {boolean} [options.smokeTestDriver] true makes the workbench honour `extensionTestsPath` in its address
 * @param {Record<string, unknown>} [options.settings] user settings to start with
 * @param {Record<string, string>} [options.env] variables for the extension host, besides this process's own
 * @param {(line: string) => void} [options.log]
 * @returns {Promise<VsCode>}
 *
 * @typedef {object} VsCode
 * @property {string} url `http://127.0.0.1:PORT`
 * @property {number} port
 * @property {string} dataDir
 * @property {(workspace: string, payload?: Record<string, string>) => string} address the page's address for a workspace, with the token that VS Code asks for
 * @property {(path: string) => string} remoteUri how the workbench names a file of this machine
 * @property {() => Promise<void>} stop ends everything that was started
 */
export async function startVsCode(options = {}) {
  const { version = oldest, port = 0, trust = true, smokeTestDriver = false, settings = {}, log } = options;
  const code = await ensureVsCode(version, { log });
  const own = options.dataDir === undefined ? await temporaryFolder("vscode") : undefined;
  const dataDir = options.dataDir ?? own.path;
  const extensionsDir = options.extensionsDir ?? join(dataDir, "extensions");
  await writeUserSettings(dataDir, { ...quiet, ...settings });
  // Anyone who can reach the port could run commands as this user, including other users of the machine. In a file,
  // because process arguments are visible.
  const token = randomBytes(24).toString("hex");
  const tokenFile = join(dataDir, "connection-token");
  await writeFile(tokenFile, token, { mode: 0o600 });
  const args = [
    code.serverMain,
    ...["--host", "127.0.0.1", "--port", String(port)],
    ...["--connection-token-file", tokenFile],
    "--accept-server-license-terms",
    "--disable-telemetry",
    ...["--server-data-dir", dataDir, "--extensions-dir", extensionsDir],
    ...(trust ? ["--disable-workspace-trust"] : []),
    ...(smokeTestDriver ? ["--enable-smoke-test-driver"] : []),
  ];
  const server = startKept(code.node, args, { env: cleanEnv({ ...noGallery, ...options.env }) });
  const stop = async () => {
    await server.stop();
    await own?.remove();
  };
  try {
    const actual = await waitForLine(
      server,
      (line) => /^Extension host agent listening on (\d+)/.exec(line)?.[1],
      {
        timeoutMs: 60_000,
        what: `VS Code ${version}`,
      },
    );
    return { ...addresses(Number(actual), token), port: Number(actual), dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Installs a `.vsix` into an extensions folder, as a user would from the command line.
 *
 * @param {{ version?: string, vsix: string, extensionsDir: string, log?: (line: string) => void }} options
 * @returns {Promise<void>} rejects with VS Code's own words when it refuses
 */
export async function installVsix({ version = oldest, vsix, extensionsDir, log }) {
  const code = await ensureVsCode(version, { log });
  const own = await temporaryFolder("install");
  try {
    const args = [code.serverMain, "--install-extension", vsix, "--extensions-dir", extensionsDir];
    const child = spawn(
      code.node,
      [...args, "--server-data-dir", own.path, "--accept-server-license-terms"],
      {
        env: cleanEnv(noGallery),
      },
    );
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const status = await new Promise((resolve) => child.on("close", resolve));
    if (status !== 0 || !/was successfully installed/.test(output)) {
      throw new Error(`VS Code ${version} did not install ${vsix}:\n${output}`);
    }
  } finally {
    await own.remove();
  }
}

async function writeUserSettings(dataDir, settings) {
  const folder = join(dataDir, "data", "User");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "settings.json"), JSON.stringify(settings, null, 2));
}

function addresses(port, token) {
  const authority = `127.0.0.1:${port}`;
  const remoteUri = (path) => `vscode-remote://${authority}${encodeURI(asUriPath(path))}`;
  const address = (workspace, payload = {}) => {
    const query = new URLSearchParams({ tkn: token, folder: asUriPath(workspace) });
    const entries = Object.entries(payload);
    if (entries.length > 0) query.set("payload", JSON.stringify(entries));
    return `http://${authority}/?${query}`;
  };
  return { url: `http://${authority}`, remoteUri, address };
}

/** `C:\a` is `/C:/a` in a URI. */
function asUriPath(path) {
  const forward = path.replaceAll("\\", "/");
  return forward.startsWith("/") ? forward : `/${forward}`;
}
