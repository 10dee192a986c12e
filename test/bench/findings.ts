import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { yamlText } from "../../core/yaml/text";
import { generatedDashboard } from "./dashboards";
import { typeInAll } from "./keystrokes";
import { LspProcess, type ServerCommand } from "./lsp-process";
import { quantile, type Row, timed } from "./measure";
import { echoServer, jsonServer, mosaicServer } from "./servers";

/** How many dashboards a folder has that is seen for the first time. */
const FILES = 250;
const URI = "file:///bench/a.dashboard.json";

/** What findings cost as a user meets them: whole processes, against others that know the same schema. */
export async function findingRows(root: string): Promise<Row[]> {
  const real = realDashboards(root);
  const mosaic = mosaicServer(root);
  const json = jsonServer(root);
  if (!json)
    console.log("No VS Code in .vscode-test to compare with: start the editor layer of the tests once.");
  const servers = json ? [mosaic, json, await echoServer(root)] : [];
  return [
    ...(json ? await keystrokeRows(servers, real) : []),
    ...(await yamlKeystrokeRows(mosaic, real)),
    ...(json ? await firstSightRows(mosaic, json, real) : []),
    ...commandLineRows(root, real),
  ];
}

/** Dashboards beside the repository, the smallest first. */
function realDashboards(root: string): string[] {
  const corpus = path.resolve(root, "../shared/corpus");
  if (!existsSync(corpus)) return [];
  return readdirSync(corpus)
    .filter((file) => file.endsWith(".json"))
    .map((file) => readFileSync(path.join(corpus, file), "utf8"))
    .sort((a, b) => a.length - b.length);
}

async function keystrokeRows(commands: readonly ServerCommand[], real: readonly string[]): Promise<Row[]> {
  const hundred = generatedDashboard(100);
  let tile = 0;
  const flawed = hundred.replace(/"width": 12/g, (width) => (tile++ % 3 === 0 ? '"width": 12.5' : width));
  const subjects: readonly { name: string; text: string; limit: number }[] = [
    ...(real.length > 0
      ? [
          { name: "median real dashboard", text: real[real.length >> 1]!, limit: 0.9 },
          { name: "largest real dashboard", text: real.at(-1)!, limit: 0.6 },
        ]
      : []),
    { name: "100 tiles", text: hundred, limit: 0.5 },
    { name: "100 tiles, a finding in every third", text: flawed, limit: 0.5 },
    { name: "1000 tiles", text: generatedDashboard(1000), limit: 1 },
    { name: "5000 tiles", text: generatedDashboard(5000), limit: 1 },
  ];
  const rows: Row[] = [];
  for (const { name, text, limit } of subjects) {
    const servers = commands.map((command) => new LspProcess(command));
    for (const server of servers) await server.initialize();
    const effort = text.length > 1e6 ? { rounds: 2, warmUp: 1, places: 3 } : {};
    const [ours, theirs, echo] = (await typeInAll(servers, URI, text, effort)).map(({ wall }) =>
      quantile(wall, 0.5),
    ) as [number, number, number];
    for (const server of servers) server.stop();
    rows.push({
      what: `keystroke to findings, ${name}, ${Math.round(text.length / 1000)} KB (echo ${echo.toFixed(2)} ms)`,
      value: ours,
      unit: "ms",
      peer: { name: commands[1]!.name, value: theirs },
      budget: { limit, of: "ratio" },
    });
  }
  return rows;
}

/** The same dashboards as YAML, compared with JSON in the same server. */
async function yamlKeystrokeRows(command: ServerCommand, real: readonly string[]): Promise<Row[]> {
  const subjects: readonly { name: string; text: string }[] = [
    ...(real.length > 0
      ? [
          { name: "median real dashboard", text: real[real.length >> 1]! },
          { name: "largest real dashboard", text: real.at(-1)! },
        ]
      : []),
    { name: "100 tiles", text: generatedDashboard(100) },
  ];
  const rows: Row[] = [];
  for (const { name, text } of subjects) {
    const median = async (uri: string, content: string) => {
      const server = new LspProcess(command);
      await server.initialize();
      const [cost] = await typeInAll([server], uri, content);
      server.stop();
      return quantile(cost!.wall, 0.5);
    };
    const json = await median(URI, text);
    rows.push({
      what: `keystroke to findings in YAML, ${name}`,
      value: await median(URI.replace(".json", ".yaml"), yamlText(JSON.parse(text))),
      unit: "ms",
      peer: { name: "Mosaic, JSON", value: json },
      budget: { limit: 3, of: "ratio" },
    });
  }
  return rows;
}

/** As many texts as asked for: the real ones, then generated ones that all differ. */
function manyDashboards(real: readonly string[], count: number): string[] {
  const generated = Array.from({ length: Math.max(count - real.length, 0) }, (_, i) =>
    generatedDashboard(6 + (i % 15)).replaceAll("web-", `web-${i}-`),
  );
  return [...real, ...generated].slice(0, count);
}

async function firstSightRows(
  mosaic: ServerCommand,
  json: ServerCommand,
  real: readonly string[],
): Promise<Row[]> {
  const texts = manyDashboards(real, FILES);
  const look = async (command: ServerCommand) => {
    const start = performance.now();
    const server = new LspProcess(command);
    await server.initialize();
    for (const [i, text] of texts.entries()) {
      const uri = `file:///bench/${i}.dashboard.json`;
      server.open(uri, text);
      await server.findings(uri);
      server.close(uri);
    }
    server.stop();
    return performance.now() - start;
  };
  const times = [];
  for (let i = 0; i < 3; i++) times.push([await look(mosaic), await look(json)] as const);
  return [
    {
      what: `first sight of ${texts.length} dashboards, ${real.length} of them real, from the start of the server`,
      value: quantile(
        times.map(([ours]) => ours),
        0.5,
      ),
      unit: "ms",
      peer: {
        name: json.name,
        value: quantile(
          times.map(([, theirs]) => theirs),
          0.5,
        ),
      },
      budget: { limit: 1.5, of: "ratio" },
    },
  ];
}

/** What `ajv-cli validate -s schema -d files` does, without the libraries it loads besides. */
const AJV = `
const [schema, ...files] = process.argv.slice(1);
const { readFileSync } = require("node:fs");
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const Ajv = require("ajv").default;
const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(read(schema));
for (const file of files) console.log(validate(read(file)) ? "valid" : JSON.stringify(validate.errors));
`;

function commandLineRows(root: string, real: readonly string[]): Row[] {
  const folder = mkdtempSync(path.join(tmpdir(), "mosaic-bench-"));
  try {
    // Invalid JSON, as from manual edits; ajv stops at the first invalid file.
    const files = manyDashboards(real.filter(isJson), FILES).map((text, i) => {
      const file = path.join(folder, `${i}.dashboard.json`);
      writeFileSync(file, text);
      return file;
    });
    const node = (...args: string[]) =>
      timed(() => spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] }));
    const cli = path.join(root, "dist/cli.js");
    const compared = (ours: () => number, theirs: () => number, runs: number) => {
      const times = Array.from({ length: runs }, () => [ours(), theirs()] as const);
      return {
        value: quantile(
          times.map(([time]) => time),
          0.5,
        ),
        peer: quantile(
          times.map(([, time]) => time),
          0.5,
        ),
      };
    };
    const validating = compared(
      () => node(cli, "validate", ...files),
      () => node("-e", AJV, path.join(root, "schemas/dashboard.schema.json"), ...files),
      5,
    );
    const version = compared(
      () => node(cli, "--version"),
      () => node("-e", "0"),
      9,
    );
    return [
      {
        what: `mosaic validate, ${files.length} files, cold`,
        value: validating.value,
        unit: "ms",
        peer: { name: "ajv, schema only", value: validating.peer },
        budget: { limit: 1.5, of: "ratio" },
      },
      {
        what: "mosaic --version",
        value: version.value,
        unit: "ms",
        peer: { name: "bare node", value: version.peer },
        budget: { limit: 2, of: "ratio" },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
