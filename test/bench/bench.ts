import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parser as promqlParser } from "@prometheus-io/lezer-promql";
import { parseTree } from "jsonc-parser";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { Dashboard } from "../../core/dashboard";
import { complete } from "../../core/features/completion";
import { hoverAt } from "../../core/features/reading/hover";
import { PictureTracker } from "../../core/features/reading/picture";
import { applyPatch } from "../../core/grid/picture-patch";
import { monitoringFilter } from "../../core/languages/filter";
import { promql } from "../../core/languages/promql";
import schema from "../../schemas/dashboard.schema.json";
import { generatedDashboard } from "./dashboards";
import { deployingRows } from "./deploying";
import { discoveringRows } from "./discovering";
import { findingRows } from "./findings";
import { median, quantile, type Row, report, timed, withinBudget } from "./measure";
import { webviewRows } from "./picture";
import { startingRows } from "./starting";

const root = process.argv[2]!;
const at = process.argv.indexOf("--json");
const corpus = path.resolve(root, "../shared/corpus");
const rows: Row[] = [];

/** vscode-json-languageservice with the same schema: what an author has without Mosaic. */
const peer = getLanguageService({ clientCapabilities: {} });
peer.configure({
  validate: true,
  // A copy: the peer resolves references in place, and Mosaic reads the same object.
  schemas: [{ uri: "mosaic://dashboard", fileMatch: ["*"], schema: structuredClone(schema) as object }],
});
const peerSettings = { schemaValidation: "error" as const };

async function peerValidation(text: string): Promise<void> {
  const document = TextDocument.create("mosaic://x.json", "json", 1, text);
  await peer.doValidation(document, peer.parseJSONDocument(document), peerSettings);
}

async function checking(name: string, text: string): Promise<void> {
  const theirs = await median(() => peerValidation(text));
  const bare = await median(() => parseTree(text));
  let salt = 0;
  // As after an edit: the text differs each time, most of the queries in it do not.
  const ours = await median(
    () => new Dashboard(text.replace('"displayName": "', `"displayName": "${salt++}`)).findings,
  );
  rows.push({
    what: `all findings, ${name}`,
    value: ours,
    unit: "ms",
    peer: { name: "json-languageservice", value: theirs },
    budget: { limit: 0.6, of: "ratio" },
  });
  rows.push({
    what: `all findings, ${name}`,
    value: ours,
    unit: "ms",
    peer: { name: "bare parseTree", value: bare },
    budget: { limit: 2, of: "ratio" },
  });
}

function asking(name: string, text: string): void {
  const dashboard = new Dashboard(text);
  void dashboard.findings;
  const offsets = Array.from({ length: 300 }, (_, i) => Math.floor((text.length * (i + 0.5)) / 300));
  complete(dashboard, offsets[0]!, { snippets: true });
  const completions = offsets.map((offset) => timed(() => complete(dashboard, offset, { snippets: true })));
  const hovers = offsets.map((offset) => timed(() => hoverAt(dashboard, offset)));
  rows.push({
    what: `completion p95, ${name}`,
    value: quantile(completions, 0.95),
    unit: "ms",
    budget: { limit: 5, of: "value" },
  });
  const inFilter = text.indexOf("metric.type=");
  if (inFilter > 0) {
    const times = Array.from({ length: 120 }, (_, i) =>
      timed(() => complete(dashboard, inFilter + (i % 40), { snippets: true })),
    );
    rows.push({
      what: `completion in a filter p95, ${name}`,
      value: quantile(times, 0.95),
      unit: "ms",
      budget: { limit: 5, of: "value" },
    });
  }
  rows.push({
    what: `hover p95, ${name}`,
    value: quantile(hovers, 0.95),
    unit: "ms",
    budget: { limit: 5, of: "value" },
  });
}

/** New queries: every run gets a different one, so that caches do not help. */
async function queries(): Promise<void> {
  const condition = 'metric.labels.response_code = one_of("500", "502", "503", "504") ';
  const filter = `metric.type = "run.googleapis.com/request_count" ${condition.repeat(30)}`.slice(0, 2000);
  const context = { variables: [] };
  let salt = 0;
  rows.push({
    what: "checking a Monitoring filter of 2 KB",
    value: await median(() =>
      monitoringFilter.check(`${filter}AND resource.labels.x = "${salt++}"`, context),
    ),
    unit: "ms",
    budget: { limit: 5, of: "value" },
  });
  const query = (n: number) =>
    `sum by (zone) (rate(compute_googleapis_com:instance_cpu_utilization{zone="a${n}"}[5m])) / on (zone) group_left
    histogram_quantile(0.99, sum by (le, zone) (rate(request_seconds_bucket{job=~"api|web"}[\${__interval}])))`;
  const plain = (n: number) => query(n).replace("${__interval}", "1m");
  const theirs = await median(() => promqlParser.parse(plain(salt++)));
  rows.push({
    what: "checking a PromQL query",
    value: await median(() => promql.check(query(salt++), context)),
    unit: "ms",
    peer: { name: "Prometheus's parser alone", value: theirs },
    budget: { limit: 1.5, of: "ratio" },
  });
}

async function picture(): Promise<void> {
  const keeper = new PictureTracker();
  const text = generatedDashboard(100);
  let n = 0;
  const answer = (known?: number) => {
    const dashboard = new Dashboard(text.replace('"title": "CPU of group 0"', `"title": "CPU ${n++}"`));
    return keeper.answer(dashboard.document, dashboard.canonical, dashboard.findings, known);
  };
  let drawn = answer().picture!;
  const value = await median(() => {
    const next = answer(drawn.version);
    if (next.patch) drawn = applyPatch(drawn, next.patch) ?? drawn;
  });
  rows.push({
    what: "picture patch, 100 tiles, one changed (model only)",
    value,
    unit: "ms",
    budget: { limit: 16, of: "value" },
  });
}

async function server(): Promise<void> {
  const start = performance.now();
  const child = spawn(process.execPath, [path.join(root, "dist/server.js"), "--stdio"]);
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const answered = (id: number) =>
    new Promise<void>((resolve) => {
      let text = "";
      const read = (chunk: Buffer) => {
        text += chunk;
        if (!text.includes(`"id":${id}`)) return;
        child.stdout.off("data", read);
        resolve();
      };
      child.stdout.on("data", read);
    });
  send({
    id: 1,
    method: "initialize",
    params: { processId: null, rootUri: null, capabilities: { textDocument: { diagnostic: {} } } },
  });
  await answered(1);
  rows.push({
    what: "server: spawn to initialize answered",
    value: performance.now() - start,
    unit: "ms",
    budget: { limit: 150, of: "value" },
  });
  send({ method: "initialized", params: {} });
  const text = generatedDashboard(100);
  const opened = performance.now();
  for (let i = 0; i < 50; i++) {
    const uri = `file:///${i}.dashboard.json`;
    send({
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId: "monitoring-dashboard", version: 1, text } },
    });
    send({ id: 100 + i, method: "textDocument/diagnostic", params: { textDocument: { uri } } });
    await answered(100 + i);
    if (i === 0)
      rows.push({
        what: "server: first dashboard opened to its findings, 100 tiles",
        value: performance.now() - opened,
        unit: "ms",
        budget: { limit: 400, of: "value" },
      });
  }
  const memory = /VmRSS:\s+(\d+)/.exec(
    existsSync(`/proc/${child.pid}/status`) ? readFileSync(`/proc/${child.pid}/status`, "utf8") : "",
  );
  if (memory)
    rows.push({
      what: "server: memory with 50 dashboards of 100 tiles",
      value: Number(memory[1]) / 1024,
      unit: "MB",
      budget: { limit: 120, of: "value" },
    });
  child.kill();
}

async function main(): Promise<void> {
  const only = process.argv.indexOf("--only");
  const isWanted = (part: string) => only < 0 || process.argv[only + 1] === part;
  if (isWanted("core")) await coreRows();
  if (isWanted("findings")) rows.push(...(await findingRows(root)));
  if (isWanted("deploying")) rows.push(...(await deployingRows(root)));
  if (isWanted("discovering")) rows.push(...discoveringRows(root));
  if (isWanted("starting")) rows.push(...startingRows(root));
  if (isWanted("picture")) rows.push(...(await webviewRows()));
  console.log(report(rows));
  const over = rows.filter((row) => withinBudget(row) === false).length;
  console.log(`\n${over === 0 ? "Every budget is kept." : `${over} over budget.`}`);
  if (over > 0 && process.argv.includes("--gate")) process.exitCode = 1;
  if (at >= 0) writeFileSync(process.argv[at + 1]!, `${JSON.stringify(rows, null, 2)}\n`);
}

async function coreRows(): Promise<void> {
  for (const tiles of [10, 100, 1000, 5000]) {
    const text = generatedDashboard(tiles);
    const name = `${tiles} tiles, ${Math.round(text.length / 1000)} KB`;
    await checking(name, text);
    if (tiles <= 1000) asking(name, text);
  }
  if (existsSync(corpus)) {
    const files = readdirSync(corpus)
      .filter((file) => file.endsWith(".json"))
      .map((file) => path.join(corpus, file));
    const largest = files.reduce((a, b) => (statSync(a).size > statSync(b).size ? a : b));
    const text = readFileSync(largest, "utf8");
    const name = `largest real one, ${Math.round(text.length / 1000)} KB`;
    await checking(name, text);
    asking(name, text);
  }
  await queries();
  await picture();
  await server();
  const vsix = path.join(root, "build/mosaic.vsix");
  if (existsSync(vsix))
    rows.push({
      what: "packaged extension",
      value: statSync(vsix).size / 1024,
      unit: "KB",
      budget: { limit: 2200, of: "value" },
    });
}

void main();
