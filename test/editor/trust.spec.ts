import * as assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";
import type { ConnectNode, DashboardNode } from "../../client/deploy/dashboards/nodes";
import { extension, type Json, Person, type Step } from "./deploy-support";
import { test } from "./index";
import { eventually, inWorkspace, leaveNothingOpen } from "./support";

/** What an attacker has: a host that writes down what arrives. */
interface Listener {
  readonly url: string;
  /** Each request with the credential that came along. */
  readonly heard: string[];
}

/** Long enough for the view to follow a change of the configuration, and for a request to arrive. */
const QUIET_MS = 1500;
const VARIABLE = "AWS_SECRET_ACCESS_KEY";
const folder = "trust";

function testWithListener(name: string, body: (listener: Listener) => Promise<void>): void {
  test(name, async () => {
    const heard: string[] = [];
    const server = createServer((request, response) => {
      heard.push(`${request.method} ${request.url} ${request.headers.authorization ?? "nothing"}`);
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ dashboards: [{ name: "projects/shop/dashboards/x", displayName: "X" }] }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const before = process.env[VARIABLE];
    process.env[VARIABLE] = "stolen";
    try {
      await body({ url: `http://127.0.0.1:${port}`, heard });
    } finally {
      if (before === undefined) delete process.env[VARIABLE];
      else process.env[VARIABLE] = before;
      (await extension()).answerInstead(undefined);
      await leaveNothingOpen();
      await vscode.workspace.fs.delete(inWorkspace(folder), { recursive: true });
      server.close();
      server.closeAllConnections();
    }
  });
}

async function write(path: string, value: Json): Promise<vscode.Uri> {
  const uri = inWorkspace(`${folder}/${path}`);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(value)));
  return uri;
}

const configOf = (profile: Json): Json => ({ profiles: { stage: { project: "shop", ...profile } } });
const board: Json = { displayName: "CPU", gridLayout: { widgets: [{ blank: {} }] } };

/** The rows that ask for a first contact, as they are labelled. */
async function connectRows(): Promise<ConnectNode[]> {
  const view = await (await extension()).dashboards();
  const children = async (node?: DashboardNode) => (await view.rows.getChildren(node)) ?? [];
  const top = await children();
  const all = [...top, ...(await Promise.all(top.map(children))).flat()];
  return all.filter(
    (node): node is ConnectNode => "standing" in node && node.root.path.includes(`/${folder}`),
  );
}

async function labels(): Promise<string[]> {
  const view = await (await extension()).dashboards();
  const items = (await connectRows()).map((node) => view.rows.getTreeItem(node) as vscode.TreeItem);
  return items.map(({ label }) => String(label));
}

async function showView(): Promise<void> {
  await vscode.commands.executeCommand("mosaic.dashboards.focus");
  await vscode.commands.executeCommand("mosaic.dashboards.refresh");
}

function isEmpty(heard: readonly string[], when = "nobody agreed"): void {
  assert.deepEqual(heard, [], when);
}

async function quiet(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
}

async function answering(...steps: Step[]): Promise<Person> {
  return new Person(steps).sitDown();
}

testWithListener("a hostile workspace gets nothing until somebody agrees", async ({ url, heard }) => {
  const hostile = { endpoint: url, credentials: { env: VARIABLE } };
  const file = await write("cpu.dashboard.json", board);
  await write(".mosaic/config.json", configOf(hostile));
  await write("nested/.mosaic/config.json", configOf(hostile));
  await vscode.window.showTextDocument(file);
  const nobody = await answering();
  await showView();
  await eventually("the rows that ask", async () => (await labels()).length === 2);
  assert.deepEqual(await labels(), Array(2).fill(`Connect to ${new URL(url).host}…`));
  await quiet();
  isEmpty(heard, "the view was shown");

  // A branch is switched.
  await write(".mosaic/config.json", configOf({ ...hostile, project: "other" }));
  await quiet();
  isEmpty(heard, "the configuration changed");
  await write(".mosaic/config.json", configOf(hostile));
  await eventually("the rows of the first project", async () => {
    const { store } = await (await extension()).dashboards();
    const own = store.targets.filter(({ root }) => root.path.includes(`/${folder}`));
    const projects = own.map(({ session }) => session.profile.project);
    return projects.join() === "shop,shop" && (await labels()).length === 2;
  });
  await quiet();

  // A document of the service that is open from before a restart.
  const remote = vscode.Uri.from({
    scheme: "mosaic-remote",
    path: "/stage/x.dashboard.json",
    query: JSON.stringify([inWorkspace(folder).toString(), "stage", "x"]),
  });
  await assert.rejects(async () => vscode.workspace.openTextDocument(remote));
  isEmpty(heard, "a document was restored");
  assert.deepEqual(nobody.heard, [], "nothing was asked by itself");

  // The user clicks, reads, and does not consent.
  const [row] = await connectRows();
  const careful = await answering([/Connect to/, undefined]);
  await vscode.commands.executeCommand("mosaic.dashboards.connect", row);
  careful.isDone();
  for (const part of [new URL(url).host, "shop", VARIABLE, "config.json", "this machine"])
    assert.ok(careful.heard[0]!.includes(part), `${part} is not named: ${careful.heard[0]}`);
  await answering([/Connect to/, undefined]);
  await vscode.commands.executeCommand("mosaic.compare", file);
  await answering([/Connect to/, undefined]);
  await vscode.commands.executeCommand("mosaic.refreshCatalog");
  await quiet();
  isEmpty(heard, "nobody agreed");

  // The user consents: one question for both configurations with this target.
  const trusting = await answering([/Connect to/, "Allow"]);
  await vscode.commands.executeCommand("mosaic.dashboards.connect", row);
  trusting.isDone();
  assert.equal(trusting.heard.length, 1);
  await eventually("a request", () => heard.length >= 2);
  assert.match(heard[0]!, /^GET \/v1\/projects\/shop\/dashboards\S* Bearer stolen$/);
  assert.deepEqual(await labels(), []);

  // Consent is for this place, not for the file that names it.
  heard.length = 0;
  await write(".mosaic/config.json", configOf({ ...hostile, project: "other" }));
  await eventually("the row that asks again", async () => (await labels()).length === 1);
  await quiet();
  assert.deepEqual(
    heard.filter((line) => line.includes("other")),
    [],
  );

  // Consent is taken back.
  await write(".mosaic/config.json", configOf(hostile));
  await eventually("the target that is known", async () => (await labels()).length === 0);
  await quiet();
  const key = `dashboards=${url}?project=shop&credentials=env:${VARIABLE}`;
  await answering([/Forget Trusted Services/, [key]]);
  await vscode.commands.executeCommand("mosaic.forgetTrust");
  await eventually("the rows that ask again", async () => (await labels()).length === 2);
  heard.length = 0;
  await vscode.commands.executeCommand("mosaic.dashboards.refresh");
  await quiet();
  isEmpty(heard, "consent was taken back");
});

testWithListener("an emulator is asked about never, Google once for each project", async ({ url, heard }) => {
  await write("cpu.dashboard.json", board);
  await write(".mosaic/config.json", configOf({ endpoint: url }));
  const person = await answering();
  await showView();
  await eventually("the list", () => heard.length > 0);
  assert.match(heard[0]!, /nothing$/);
  assert.deepEqual(await labels(), []);

  // No variable of this name is there, so that the test sends nothing to Google.
  const google = configOf({ credentials: { env: "MOSAIC_NO_SUCH_TOKEN" } });
  await write(".mosaic/config.json", google);
  for (const name of ["a", "b", "c"]) await write(`${name}/.mosaic/config.json`, google);
  await eventually("the rows", async () => (await labels()).length === 4);
  assert.deepEqual(await labels(), Array(4).fill("List dashboards of shop"));
  await vscode.commands.executeCommand("mosaic.dashboards.connect", (await connectRows())[0]);
  await eventually("all of them", async () => (await labels()).length === 0);
  const { store } = await (await extension()).dashboards();
  await eventually("four failures for want of the variable", () => {
    const own = store.targets.filter(({ root }) => root.path.includes(`/${folder}`));
    const kinds = own.map(({ status }) => status.kind === "failed" && status.failure.kind);
    return kinds.length === 4 && kinds.every((kind) => kind === "credentials");
  });
  assert.deepEqual(person.heard, []);
});

testWithListener("usage and its logins wait for consent", async ({ url, heard }) => {
  process.env["MOSAIC_TEST_ID"] = "id";
  const credentials = { env: { clientId: "MOSAIC_TEST_ID", clientSecret: VARIABLE } };
  await write(".mosaic/config.json", { usageProfiles: { org: { baseUrl: url, credentials } } });
  const file = await write("cpu.dashboard.json", board);
  await vscode.window.showTextDocument(file);
  const question: Step[] = [
    ["API Usage: Days", "Last 7 days"],
    ["API Usage: Granularity", "Day"],
    ["API Usage: Group by", ["OAuth client"]],
  ];
  const careful = await answering(...question, [/Connect to/, undefined]);
  await vscode.commands.executeCommand("mosaic.showApiUsage");
  careful.isDone();
  assert.ok(careful.heard.at(-1)!.includes(VARIABLE), careful.heard.at(-1));
  await quiet();
  isEmpty(heard);
  await answering(...question, [/Connect to/, "Allow"]);
  await vscode.commands.executeCommand("mosaic.showApiUsage");
  await eventually("the login", () => heard.some((line) => line.startsWith("POST /oauth/token")));
});

testWithListener("a configuration above the workspace is not obeyed", async ({ url, heard }) => {
  const above = vscode.Uri.joinPath(inWorkspace(""), "..", ".mosaic");
  const config = new TextEncoder().encode(JSON.stringify(configOf({ endpoint: url })));
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(above, "config.json"), config);
  try {
    const file = await write("cpu.dashboard.json", board);
    await vscode.window.showTextDocument(file);
    const person = await answering([/No profile is configured.*\.mosaic.config\.json is above/, undefined]);
    await vscode.commands.executeCommand("mosaic.compare", file);
    person.isDone();
    await showView();
    await quiet();
    isEmpty(heard);
  } finally {
    await vscode.workspace.fs.delete(above, { recursive: true });
  }
});
