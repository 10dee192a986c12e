import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { UsageForTests } from "../../client/usage/register";
import { board, extension, type Json, Person, type Place, run, type Step, testWith } from "./deploy-support";
import { eventually, inWorkspace } from "./support";

const JOBS = "/api/v2/usage/aggregates/query/jobs";
const ORDERS = "a1f0c3d2-7b64-4e0e-8f15-2c9d3b7a6e01";
const COMMAND = "mosaic.showApiUsage";
/** Answers that accept the defaults. */
const MONTH: readonly Step[] = [
  ["API Usage: Days", "Last 30 days"],
  ["API Usage: Granularity", "Day"],
  ["API Usage: Group by", ["OAuth client"]],
];
/** This machine gets credentials only after consent. */
const AGREED: Step = ["Connect to 127.0.0.1", "Allow"];

const usage = async (): Promise<UsageForTests> => (await extension()).usage;
const press = async (message: unknown, ...steps: Step[]): Promise<Person> => {
  const person = await new Person(steps).sitDown();
  await (await usage()).press(message);
  person.isDone();
  return person;
};
const act = (action: string, ...steps: Step[]) => press({ type: "do", action }, ...steps);
const shown = async () => (await (await usage()).shown())!;
const failure = async () => (await usage()).failure();
const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const isOpen = () => tabs().some(({ label }) => label === "API Usage");
const count = (place: Place, method: string) =>
  place.calls.filter((call) => call.startsWith(`${method} ${JOBS}`)).length;
/** What the emulator tells arrives a moment after its answer. */
const counted = (place: Place, method: string, expected: number) =>
  eventually(`${expected} times ${method}`, () => count(place, method) === expected);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The configuration that counts is the one of the file in front. */
async function inFront(place: Place): Promise<void> {
  await vscode.window.showTextDocument(await place.write("any", board("Any", "A")));
}

/** What the service says itself about an interval, asked without Mosaic. */
async function rowsOf(place: Place, body: Json): Promise<Json[]> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const started = (await (await fetch(place.url + JOBS, init)).json()) as { id: string };
  return eventually("the job", async () => {
    const answer = (await (await fetch(`${place.url}${JOBS}/${started.id}?pageSize=1000`)).json()) as Json;
    return answer["queryStatus"] === "Succeeded" && (answer["entities"] as Json[]);
  });
}

testWith(
  "usage: the questions lead to a result, which is exported and copied as it is",
  { usage: { main: {} } },
  async (place) => {
    await inFront(place);
    const person = await run(COMMAND, undefined, ...MONTH);
    await eventually("the view", isOpen);
    assert.match(person.heard[0]!, /Last 7 days, .*This month|Last 7 days, .*Last month/);
    const view = await shown();
    assert.equal(view.buckets.length, 30);
    assert.equal(view.legacy, false);
    assert.deepEqual(view.missing, []);

    const { from, to } = view.interval;
    const interval = `${from}T00:00:00/${to}T23:59:59`;
    const rows = await rowsOf(place, { interval, groupBy: ["OauthClientName"] });
    const requests = Object.fromEntries(
      rows.map((row) => [(row["oauthClient"] as Json)["name"], row["requestCount"]]),
    );
    assert.deepEqual(
      Object.fromEntries(view.rows.map(({ values, requests }) => [values[0], requests])),
      requests,
    );
    const total = Object.values(requests as Record<string, number>).reduce((sum, one) => sum + one, 0);
    assert.equal(view.totals.requests, total);
    assert.equal(
      view.buckets.reduce((sum, one) => sum + one.requests, 0),
      total,
    );

    const name = `api-usage-${from}-${to}`;
    const files = ["csv", "json"].map((format) => inWorkspace(`${name}.${format}`));
    try {
      for (const format of ["csv", "json"]) await act(format, [`${name}.${format}`, "yes"]);
      const [csv, json] = await Promise.all(
        files.map(async (file) => new TextDecoder().decode(await vscode.workspace.fs.readFile(file))),
      );
      const lines = csv!.trimEnd().split("\r\n");
      assert.match(lines[0]!, /^date,clientId,clientName,.*,requests,status200,.*,status429,status500$/);
      const column = lines[0]!.split(",").indexOf("requests");
      assert.equal(
        lines.slice(1).reduce((sum, line) => sum + Number(line.split(",")[column]), 0),
        total,
      );
      const parsed = JSON.parse(json!) as { totals: Json; records: Json[]; timeZone: string };
      assert.equal(parsed.records.length, lines.length - 1);
      assert.deepEqual([parsed.totals["requests"], parsed.timeZone], [total, "UTC"]);
    } finally {
      for (const file of files) await vscode.workspace.fs.delete(file).then(undefined, () => undefined);
    }

    const before = await vscode.env.clipboard.readText();
    try {
      await act("markdown");
      const table = (await vscode.env.clipboard.readText()).trimEnd().split("\n");
      assert.match(table[0]!, /^\| From \| Client \| Client id \| Requests \| 2xx/);
      assert.equal(table.length, lines(view) + 3);
      assert.ok(table.at(-1)!.includes(total.toLocaleString("en-US")), table.at(-1));
    } finally {
      await vscode.env.clipboard.writeText(before);
    }

    // Again without a question, and the profile is found though the view and no file is in front.
    const starts = count(place, "POST");
    await act("again");
    await counted(place, "POST", starts + 1);
    assert.equal(await failure(), undefined);
    assert.deepEqual((await shown()).totals, view.totals);
  },
);

/** One line a day and client that called at all on that day. */
function lines(view: {
  buckets: readonly { date: string }[];
  rows: readonly { values: readonly string[] }[];
}) {
  const mondays = view.buckets.filter(({ date }) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1).length;
  return view.buckets.length * (view.rows.length - 1) + mondays;
}

testWith(
  "usage: from a client to what it calls and back, and the period before beside this one",
  { usage: { main: {} } },
  async (place) => {
    await inFront(place);
    await run(COMMAND, undefined, ...MONTH);
    const all = await shown();
    const row = all.rows.find(({ clientId }) => clientId === ORDERS)!;
    await press({ type: "client", id: ORDERS, name: row.values[0] });
    const one = await shown();
    assert.deepEqual(one.client, { id: ORDERS, name: "Order sync" });
    assert.deepEqual(one.groups, ["Template", "Method"]);
    assert.equal(one.totals.requests, row.requests);
    assert.equal(one.totals.status429, row.status429);
    await eventually("a job of this client", () =>
      place.calls.some((call) => call.includes(`/usage/client/${ORDERS}/aggregates/query/jobs `)),
    );
    await act("back");
    assert.deepEqual(await shown(), all);

    await press({ type: "compare", on: true });
    try {
      const { previous, rows, interval } = await shown();
      assert.ok(previous && previous.interval.to < interval.from);
      const before = await rowsOf(place, {
        interval: `${previous.interval.from}T00:00:00/${previous.interval.to}T23:59:59`,
        groupBy: ["OauthClientId"],
      });
      for (const { clientId, before: shownBefore } of rows) {
        const found = before.find(({ oauthClient }) => (oauthClient as Json)["id"] === clientId);
        assert.equal(shownBefore, found?.["requestCount"] ?? 0);
      }
    } finally {
      await press({ type: "compare", on: false });
    }
    assert.equal((await shown()).previous, undefined);
  },
);

testWith(
  "usage: of several profiles one is chosen; the older query says that it is one",
  { usage: { jobs: {}, old: { legacy: true } } },
  async (place) => {
    await inFront(place);
    await run(COMMAND, undefined, ["API Usage: Profile: jobs, old", "jobs"], ...MONTH);
    const jobs = await shown();
    const person = await run(COMMAND, undefined, ["API Usage: Profile", "old"], ...MONTH);
    const old = await shown();
    assert.deepEqual([jobs.legacy, old.legacy], [false, true]);
    assert.doesNotMatch(person.heard.at(-1)!, /Platform/);
    await eventually("the older query", () => place.calls.includes("POST /api/v2/usage/query 200"));
    assert.equal(
      old.totals.requests,
      jobs.totals.requests - jobs.rows.find(({ values }) => values[0] === "purecloud-builtin")!.requests,
    );
  },
);

testWith(
  "usage: whoever stops waiting goes on later with the same job",
  { usage: { main: {} }, emulator: ["--usage-job-time", "5000"] },
  async (place) => {
    await inFront(place);
    const asking = run(COMMAND, undefined, ...MONTH);
    await eventually("a first look at the job", () => count(place, "GET") > 0);
    await act("cancel");
    await asking;
    const stopped = (await failure())!;
    assert.deepEqual([stopped.stopped, stopped.can], [true, ["resume", "retry"]]);
    assert.match(`${stopped.message} ${stopped.action}`, /Waiting was canceled\. .*Reopen it/);
    await act("resume");
    assert.equal(await failure(), undefined);
    assert.equal((await shown()).buckets.length, 30);
    await counted(place, "POST", 1);
  },
);

testWith(
  "usage: a job that was started elsewhere is read by its id, and none is started",
  { usage: { main: {} } },
  async (place) => {
    await inFront(place);
    await run(COMMAND, undefined, ...MONTH);
    const { interval, rows, totals } = await shown();
    const answer = await fetch(place.url + JOBS, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        interval: `${interval.from}T00:00:00/${interval.to}T23:59:59`,
        granularity: "Day",
        groupBy: ["OauthClientId", "OauthClientName"],
      }),
    });
    const { id } = (await answer.json()) as { id: string };
    await counted(place, "POST", 2);

    await run("mosaic.reopenApiUsageJob", undefined, ...MONTH, ["API Usage: Job", undefined]);
    await run("mosaic.reopenApiUsageJob", undefined, ...MONTH, ["API Usage: Job", ` ${id} `]);
    assert.equal(await failure(), undefined);
    assert.deepEqual([(await shown()).rows, (await shown()).totals], [rows, totals]);
    assert.ok(place.calls.some((call) => call.startsWith(`GET ${JOBS}/${id}`)));
    await counted(place, "POST", 2);

    await run("mosaic.reopenApiUsageJob", undefined, ...MONTH, ["API Usage: Job", "no-such-job"]);
    assert.match((await failure())!.message, /job/i);
    await counted(place, "POST", 2);
  },
);

testWith(
  "usage: a closed view asks nothing more, and has what it had when it is opened again",
  { usage: { main: {} } },
  async (place) => {
    await inFront(place);
    await run(COMMAND, undefined, ...MONTH);
    const view = await shown();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await eventually("the closed view", () => !isOpen());
    await pause(500);
    const calls = place.calls.length;
    await inFront(place);
    // After Escape in the questions, the last result is visible.
    await run(COMMAND, undefined, ["API Usage: Days", undefined]);
    await eventually("the view", isOpen);
    assert.deepEqual(await shown(), view);
    await pause(500);
    assert.equal(place.calls.length, calls);
  },
);

testWith(
  "usage: nobody asks about a job after the view was closed",
  { usage: { main: {} }, emulator: ["--fault", "job-stuck=1"] },
  async (place) => {
    await inFront(place);
    const asking = run(COMMAND, undefined, ...MONTH);
    await eventually("a first look at the job", () => count(place, "GET") > 0);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await asking;
    const looks = count(place, "GET");

    await inFront(place);
    await run(COMMAND, undefined, ["API Usage: Days", undefined]);
    assert.deepEqual((await failure())?.can, ["resume", "retry"]);
    const resuming = act("resume");
    await eventually("another look at the job", () => count(place, "GET") > looks);
    await counted(place, "POST", 1);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await resuming;
  },
);

testWith(
  "usage: credentials that are missing or wrong are asked for, and what failed goes on",
  { usage: { main: { credentials: "secret" } }, emulator: ["--usage-client", "me:s3cret"] },
  async (place) => {
    await inFront(place);
    const credentials = (secret: string): Step[] => [
      ["Credentials for main", "OAuth Client"],
      ["Id of the OAuth Client", "me"],
      ["Secret of the OAuth Client", secret],
    ];
    await run(COMMAND, undefined, ...MONTH, AGREED, ["Credentials for main", undefined]);
    const none = (await failure())!;
    assert.match(none.message, /No credentials are stored for the usage profile "main"/);
    assert.deepEqual(none.can, ["credentials", "question"]);
    assert.deepEqual(place.calls, []);

    await act("credentials", ...credentials("wrong"));
    const wrong = (await failure())!;
    assert.match(wrong.message, /rejected the OAuth client \(authentication failed\)/);
    assert.match(wrong.action, /Check its id and secret/);
    assert.deepEqual(wrong.can, ["credentials", "retry"]);
    assert.doesNotMatch(JSON.stringify(wrong), /"wrong"|s3cret/);

    await act("credentials", ...credentials("s3cret"));
    assert.equal(await failure(), undefined);
    assert.equal((await shown()).rows.length, 6);
    // The access token is kept until it expires.
    await act("again");
    await pause(500);
    assert.equal(place.calls.filter((call) => call === "POST /oauth/token 200").length, 1);
    // They can be taken back, and the token that they gave with them.
    await run("mosaic.setUsageCredentials", undefined, ["Credentials for main", "Delete Stored Credentials"]);
    await run(COMMAND, undefined, ...MONTH, ["Credentials for main", undefined]);
    assert.match((await failure())!.message, /No credentials/);
  },
);

testWith(
  "usage: a token that expires while a job runs is asked for, and the same job goes on",
  {
    usage: { main: { credentials: "secret" } },
    emulator: [...["--usage-client", "me:s3cret", "--usage-token-seconds", "3", "--usage-job-time", "6000"]],
  },
  async (place) => {
    await inFront(place);
    const answer = await fetch(`${place.url}/oauth/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa("me:s3cret")}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    await run(
      COMMAND,
      undefined,
      ...MONTH,
      AGREED,
      ["Credentials for main", "Access Token"],
      ["Access Token", token],
    );
    const expired = (await failure())!;
    assert.match(expired.message, /expired\. \[credentials\.expired\]/);
    assert.deepEqual(expired.can, ["credentials", "resume", "retry"]);
    // An OAuth client gets a new token whenever one expires.
    await act(
      "credentials",
      ["Credentials for main", "OAuth Client"],
      ["Id of the OAuth Client", "me"],
      ["Secret of the OAuth Client", "s3cret"],
    );
    assert.equal(await failure(), undefined);
    assert.equal((await shown()).rows.length, 6);
    await eventually("one job", () => place.calls.filter((call) => call === `POST ${JOBS} 200`).length === 1);
    await run("mosaic.setUsageCredentials", undefined, ["Credentials for main", "Delete Stored Credentials"]);
  },
);

testWith(
  "usage: a variable that is not set is named, and the configuration is one press away",
  { usage: { main: { credentials: { env: "MOSAIC_TEST_NO_SUCH_TOKEN" } } } },
  async (place) => {
    await inFront(place);
    await run(COMMAND, undefined, ...MONTH, AGREED);
    const missing = (await failure())!;
    assert.match(missing.message, /MOSAIC_TEST_NO_SUCH_TOKEN is not set/);
    assert.match(missing.action, /Set MOSAIC_TEST_NO_SUCH_TOKEN to an access token/);
    assert.deepEqual(missing.can, ["configuration", "retry"]);
    await act("configuration");
    assert.equal(
      vscode.window.activeTextEditor?.document.uri.toString(),
      place.uri(".mosaic/config.json").toString(),
    );
  },
);

testWith(
  "usage: a permission that is missing is named",
  { usage: { main: {} }, emulator: ["--usage-deny", "usage:organization:view"] },
  async (place) => {
    await inFront(place);
    await run(COMMAND, undefined, ...MONTH);
    const denied = (await failure())!;
    assert.match(denied.message, /usage:organization:view \[missing\.any\.permissions\]/);
    assert.match(denied.action, /a role with the permission usage:organization:view/);
    assert.deepEqual(denied.can, ["retry", "question"]);
    await counted(place, "POST", 1);
  },
);

testWith(
  "usage: a client that may not be asked about leaves the result as it is",
  { usage: { main: {} }, emulator: ["--usage-deny", "usage:client:view"] },
  async (place) => {
    await inFront(place);
    await run(COMMAND, undefined, ...MONTH);
    const all = await shown();
    await press({ type: "client", id: ORDERS, name: "Order sync" });
    assert.match((await failure())!.action, /usage:client:view/);
    assert.deepEqual(await shown(), all);
    // Run Again is about what is on show and not about what failed.
    await act("again");
    assert.equal(await failure(), undefined);
  },
);

for (const [fault, message] of [
  ["job-failed", /failed: The query could not be completed/],
  ["job-cancelled", /was cancelled by the service/],
  ["job-gone", /does not exist or has expired/],
] as const) {
  testWith(
    `usage: a job that ends as ${fault} says so and is asked for anew`,
    { usage: { main: {} }, emulator: ["--fault", `${fault}=1`] },
    async (place) => {
      await inFront(place);
      await run(COMMAND, undefined, ...MONTH);
      assert.match((await failure())!.message, message);
      assert.deepEqual((await failure())!.can, ["retry"]);
      await act("retry");
      await counted(place, "POST", 2);
    },
  );
}

testWith("usage: without a usage profile the way to one is shown", {}, async (place) => {
  await inFront(place);
  await run(COMMAND, undefined, [
    /No usage profile is set up: add one under "usageProfiles"/,
    "Open Configuration",
  ]);
  assert.equal(
    vscode.window.activeTextEditor?.document.uri.toString(),
    place.uri(".mosaic/config.json").toString(),
  );
});
