// `node scripts/check-agent-clients.mjs`: the official clients of both generations of the MCP SDK against `mosaic mcp` of this build, each
// from an empty file to a dashboard with a picture, a push that waits for consent, and pushes that are refused. Needs `npm run build`.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { checkClients, TOKEN } from "./emulator-clients.mjs";

const cli = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../dist/cli.js");
const VERSIONS = { v1: "1.32.2", v2: "2.4.0" };

const ME = { name: "check", version: "1.0.0" };

await checkClients(
  [`@modelcontextprotocol/sdk@${VERSIONS.v1}`, `@modelcontextprotocol/client@${VERSIONS.v2}`],
  async (require, url) => {
    const v1 = require("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport: Stdio1 } = require("@modelcontextprotocol/sdk/client/stdio.js");
    const { ElicitRequestSchema } = require("@modelcontextprotocol/sdk/types.js");
    const v2 = require("@modelcontextprotocol/client");
    const { StdioClientTransport: Stdio2 } = require("@modelcontextprotocol/client/stdio");
    const generations = {
      [`SDK ${VERSIONS.v1}`]: {
        Stdio: Stdio1,
        client: (answer) => {
          const client = new v1.Client(ME, { capabilities: answer ? { elicitation: {} } : {} });
          if (answer) client.setRequestHandler(ElicitRequestSchema, answer);
          return client;
        },
      },
      ...Object.fromEntries(
        ["legacy", { pin: "2026-07-28" }].map((mode) => [
          `SDK ${VERSIONS.v2}, ${mode.pin ?? mode}`,
          {
            Stdio: Stdio2,
            client: (answer) => {
              const options = {
                capabilities: answer ? { elicitation: {} } : {},
                versionNegotiation: { mode },
              };
              const client = new v2.Client(ME, options);
              if (answer) client.setRequestHandler("elicitation/create", answer);
              return client;
            },
          },
        ]),
      ),
    };
    for (const [name, generation] of Object.entries(generations)) {
      await withFolder(url, (folder) => walk(generation, folder));
      console.log(`${name}: passed`);
    }
  },
);

/** A folder with a configuration for the emulator. */
async function withFolder(url, work) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "mosaic-agents-")));
  try {
    await mkdir(path.join(folder, ".mosaic"));
    const credentials = { env: "MOSAIC_CHECK_TOKEN" };
    const profile = { project: "demo", endpoint: url, credentials };
    await writeFile(path.join(folder, ".mosaic/config.json"), JSON.stringify({ profiles: { emu: profile } }));
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function walk({ Stdio, client: make }, folder) {
  const start = async (answer) => {
    const client = make(answer);
    const args = [cli, "mcp", "--allow-push", folder];
    const env = { ...process.env, MOSAIC_CHECK_TOKEN: TOKEN, ...trusted };
    await client.connect(new Stdio({ command: process.execPath, args, env, stderr: "ignore" }));
    const call = async (tool, args) => {
      const result = await client
        .callTool({ name: tool, arguments: args })
        .catch(({ message }) => ({ isError: true, content: [{ type: "text", text: message }] }));
      return { ...result, value: result.structuredContent ?? {}, text: result.content?.[0]?.text ?? "" };
    };
    return { client, call };
  };
  const trusted = {};
  let asked = 0;
  let isWilling = false;
  const answer = async () => {
    asked++;
    return isWilling ? { action: "accept", content: { save: true } } : { action: "decline" };
  };
  const { client, call } = await start(answer);
  try {
    const { tools } = await client.listTools();
    assert.equal(tools.length, 10);
    const file = `web-${process.hrtime.bigint()}.dashboard.json`;
    await writeFile(path.join(folder, file), "");
    assert.equal(
      (await call("edit_dashboard", { file, action: "create", title: "Web" })).isError ?? false,
      false,
    );
    const found = await call("search_catalog", { words: "run.googleapis.com/request_count" });
    const [metric] = found.value.found;
    const query = {
      timeSeriesFilter: {
        filter: metric.filter,
        aggregation: { alignmentPeriod: "60s", perSeriesAligner: metric.aligners[0] },
      },
    };
    const value = { title: "Requests", xyChart: { dataSets: [{ timeSeriesQuery: query }] } };
    const added = await call("edit_dashboard", { file, action: "add_widget", value });
    assert.equal(added.value.errors, 0, added.text);
    const drawn = await call("render_dashboard", { file, width: 400 });
    assert.equal(drawn.content[1].mimeType, "image/png", drawn.text);
    assert.match((await call("check_dashboard", { file: "/etc/hosts" })).text, /outside of the folders/);
    assert.match(await readFile(path.join(folder, file), "utf8"), /"Requests"/);

    let diff = await call("diff_dashboard", { file });
    const consent = /MOSAIC_TRUST='?([^'\n]+)'?/.exec(diff.text)?.[1];
    if (consent) {
      // As the message says: nothing was sent before the user has allowed the destination.
      trusted.MOSAIC_TRUST = consent;
      await client.close();
    }
    const allowed = consent ? await start(answer) : { client, call };
    try {
      diff = await allowed.call("diff_dashboard", { file });
      assert.equal(diff.value.state, "create", diff.text);
      const push = () => allowed.call("push_dashboard", { file, diff: diff.value.diff });
      assert.match((await push()).text, /did not agree/);
      isWilling = true;
      assert.equal((await push()).value.state, "created");
      assert.equal(asked, 2);
      await allowed.call("edit_dashboard", { file, action: "set", member: "displayName", value: "Other" });
      assert.match((await push()).text, /not a token|has changed/);
    } finally {
      await allowed.client.close();
    }
    const mute = await start(undefined);
    try {
      const next = await mute.call("diff_dashboard", { file });
      assert.equal(next.value.state, "update", next.text);
      const refused = await mute.call("push_dashboard", { file, diff: next.value.diff });
      assert.equal(refused.isError, true);
      console.log(`  without elicitation: ${refused.text}`);
    } finally {
      await mute.client.close();
    }
  } finally {
    await client.close().catch(() => undefined);
  }
}
