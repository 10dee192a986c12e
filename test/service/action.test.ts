import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
// @ts-expect-error The action is plain JavaScript.
import { bodyOf, MARKER } from "../../action/body.mjs";
// @ts-expect-error The action is plain JavaScript.
import { writeComment } from "../../action/comment.mjs";
// @ts-expect-error The action is plain JavaScript.
import { changeOf, mergedInto } from "../../action/event.mjs";
// @ts-expect-error The action is plain JavaScript.
import { pageOf } from "../../action/page.mjs";
// @ts-expect-error The scripts are plain JavaScript.
import { makeRepository, pullRequestEvent, runAction } from "../../scripts/example-pull-request.mjs";
import { buildProgram } from "../support/build-program";

const BASE = "a".repeat(40);
const HEAD = "b".repeat(40);

describe("the change of an event", () => {
  it.each<[string, object, object]>([
    ["pull_request", pullRequestEvent({ base: BASE, head: HEAD }), { base: BASE, pull: 7, isFork: false }],
    ["pull_request", pullRequestEvent({ base: BASE, head: HEAD, fork: true }), { pull: 7, isFork: true }],
    [
      "pull_request",
      { pull_request: { number: 7, base: { sha: "--output=x" }, head: { repo: null } } },
      { base: undefined, isFork: true },
    ],
    [
      "push",
      { before: BASE, repository: { full_name: "acme/shop" } },
      { base: BASE, pull: undefined, repository: "acme/shop" },
    ],
    ["push", { before: "0".repeat(40) }, { base: undefined }],
    ["merge_group", { merge_group: { base_sha: BASE } }, { base: BASE }],
    ["schedule", {}, { base: undefined, pull: undefined }],
  ])("%s %#", (name, payload, expected) => {
    expect(changeOf(name, payload)).toMatchObject(expected);
  });

  it("pull_request_target is refused", () => {
    expect(() => changeOf("pull_request_target", {})).toThrow(/Use pull_request\./);
  });

  it("the base is the first parent of GitHub's merge commit, and no line of its message", () => {
    const merge = `tree x\nparent ${BASE}\nparent ${HEAD}\n\nparent ${"c".repeat(40)}\n`;
    expect(mergedInto("refs/pull/7/merge", merge)).toBe(BASE);
    expect(mergedInto("refs/heads/main", merge)).toBeUndefined();
    expect(mergedInto("refs/pull/7/merge", `tree x\nparent ${BASE}\n\nx`)).toBeUndefined();
  });
});

describe("the comment", () => {
  let server: Server;
  const calls: string[] = [];
  let comments: { id: number; body: string; user: { login: string } }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      if (request.url === "/user") return void response.writeHead(403).end("{}");
      if (request.headers.authorization !== "Bearer t0ken") return void response.writeHead(401).end("{}");
      const answer = request.method === "GET" ? comments : { id: 99 };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  afterEach(() => calls.splice(0));
  const write = (body: string, token = "t0ken") => {
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return writeComment({ api, repository: "acme/shop", pull: 7, token, body });
  };

  it("is added, and edited the next time; that of a stranger with the same marker is left alone", async () => {
    comments = [{ id: 1, body: `${MARKER} mine`, user: { login: "stranger" } }];
    expect(await write("new")).toEqual({ id: 99, edited: false });
    expect(calls.at(-1)).toBe("POST /repos/acme/shop/issues/7/comments");
    comments.push({ id: 2, body: `${MARKER}\nold`, user: { login: "github-actions[bot]" } });
    expect(await write("new")).toEqual({ id: 2, edited: true });
    expect(calls.at(-1)).toBe("PATCH /repos/acme/shop/issues/comments/2");
  });

  it("names the status of a failure", async () => {
    await expect(write("x", "wrong")).rejects.toMatchObject({ status: 401 });
  });

  it("fits GitHub's limit and links only to a plain address", () => {
    const long = bodyOf({ findings: "a", changes: "x".repeat(70_000) });
    expect(long.length).toBeLessThan(65_000);
    expect(long).toContain("too long for a comment");
    expect(bodyOf({ page: "https://github.com/a/b/actions/runs/1" })).toContain(
      "[Before and after](https://",
    );
    expect(bodyOf({ page: "javascript:alert(1)" })).not.toContain("javascript");
  });
});

it("the page holds each picture in a sandbox of its own", () => {
  const page = pageOf([{ name: '<script>"', html: '<script>parent.x="&amp;"</script>' }]);
  expect(page).toContain('sandbox="allow-scripts"');
  expect(page).not.toMatch(/<script/);
  expect(page).toContain("&lt;script&gt;parent.x=&quot;&amp;amp;&quot;&lt;/script&gt;");
});

describe("the steps on a pull request", () => {
  let all: string;
  let program: string;
  let commits: { base: string; head: string };
  const run = (more: object) =>
    runAction({
      folder: path.join(all, "shop"),
      temporary: mkdtempSync(path.join(all, "runner-")),
      event: pullRequestEvent(commits),
      program,
      ...more,
    });
  beforeAll(async () => {
    all = mkdtempSync(path.join(tmpdir(), "mosaic-action-"));
    program = path.join(all, "cli.js");
    await buildProgram("cli/main.ts", program);
    commits = makeRepository(path.join(all, "shop"));
  });
  afterAll(() => rmSync(all, { recursive: true, force: true }));

  it("annotate, report, and fail the job for errors", () => {
    const { check, report, outputs, summary } = run({});
    const annotations = check.out.split("\n").filter((line: string) => line.startsWith("::error"));
    expect(annotations[0]).toMatch(/^::error file=dashboards\/checkout\.dashboard\.json,line=\d+,/);
    expect(annotations).toHaveLength(4);
    expect(outputs).toMatchObject({ errors: "4", warnings: "0", changed: "3", code: "1" });
    expect(report.code).toBe(1);
    expect(summary.startsWith(`${MARKER}\n\n## Dashboards`)).toBe(true);
    expect(summary).toContain("#### Checkout");
    expect(summary).toContain('| "Notes" | moved |');
    expect(summary).toContain("the file was removed");
    expect(summary).not.toMatch(/<img|[^\\]@team/);
    expect(readFileSync(outputs.page, "utf8")).toContain("dashboards/checkout.dashboard.json");
    expect(JSON.parse(readFileSync(outputs.sarif, "utf8")).runs[0].results).toHaveLength(4);
    expect(readdirSync(path.join(all, "shop"))).not.toContain("owned");
  });

  it("compare with the service by the profile of the base commit, and not for a fork", () => {
    const inputs = { MOSAIC_PROFILE: "demo", MOSAIC_PICTURES: "false", MOSAIC_ALLOWED_PROJECTS: "none" };
    const own = run({ env: inputs });
    // The pull request points the profile at another host; the base commit does not.
    expect(own.check.out).not.toContain("evil.example");
    expect(own.check.out).toContain("shop-demo");
    const config = readFileSync(path.join(own.outputs.folder, "base-config.json"), "utf8");
    expect(config).not.toContain("evil.example");
    const fork = run({ event: pullRequestEvent({ ...commits, fork: true }), env: inputs });
    expect(fork.summary).toContain("A pull request from a fork is not compared with the service.");
    expect(existsSync(path.join(fork.outputs.folder, "base-config.json"))).toBe(false);
    expect(fork.report.out).toContain("No comment: a pull request from a fork");
  });

  it("refuse pull_request_target with one clear error", () => {
    const { check } = run({ name: "pull_request_target" });
    expect(check.code).toBe(2);
    expect(check.out).toMatch(/^::error title=Mosaic::This action does not run on pull_request_target/);
  });
});
