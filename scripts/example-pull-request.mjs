// Makes a repository with a pull request of two commits in a temporary folder, and runs the steps of the GitHub Action on
// it: `node scripts/example-pull-request.mjs [FOLDER]` prints where the results are. Needs `npm run build`.
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** @param {readonly object[]} tiles */
const board = (name, tiles, more = {}) =>
  `${JSON.stringify({ displayName: name, ...more, mosaicLayout: { columns: 48, tiles } }, null, 2)}\n`;

const chart = (title, aligner, metric = "run.googleapis.com/request_count") => ({
  title,
  xyChart: {
    dataSets: [
      {
        plotType: "LINE",
        timeSeriesQuery: {
          timeSeriesFilter: {
            filter: `metric.type="${metric}" resource.type="cloud_run_revision"`,
            aggregation: { alignmentPeriod: "60s", perSeriesAligner: aligner },
          },
        },
      },
    ],
  },
});
const tile = (xPos, yPos, widget) => ({ xPos, yPos, width: 24, height: 16, widget });

/** What the branch has changed after its first and after its second commit. */
const MAIN = {
  ".mosaic/config.json": `${JSON.stringify({ profiles: { demo: { project: "shop-demo" } } }, null, 2)}\n`,
  "dashboards/checkout.dashboard.json": board("Checkout", [
    tile(0, 0, chart("Requests", "ALIGN_RATE")),
    tile(24, 0, { title: "Notes", text: { content: "Call the *payments* team.", format: "MARKDOWN" } }),
  ]),
  "dashboards/old.dashboard.json": board("Old", [tile(0, 0, { blank: {} })]),
  "dashboards/untouched.dashboard.json": board("Untouched", [tile(0, 0, { blank: {}, oops: 1 })]),
  "README.md": "# Shop\n",
};
const FIRST = {
  "dashboards/checkout.dashboard.json": board("Checkout", [
    tile(0, 0, chart("Requests <img src=x> | @team", "ALIGN_MEAN")),
    tile(0, 16, { title: "Notes", text: { content: "Call the *payments* team.", format: "MARKDOWN" } }),
    tile(24, 0, chart("Errors", "ALIGN_RAET")),
  ]),
  "dashboards/orders.dashboard.json": board("Orders", [tile(0, 0, chart("Orders ::error::x", "ALIGN_RATE"))]),
};
const SECOND = {
  "dashboards/orders.dashboard.json": board("Orders", [
    tile(0, 0, chart("Orders ::error::x", "ALIGN_RATE")),
    tile(36, 0, { title: "Größe 😀", text: { contents: "typo" } }),
  ]),
  // A change to the profiles, which must not count for this pull request.
  ".mosaic/config.json": `${JSON.stringify(
    { profiles: { demo: { project: "shop-demo", endpoint: "https://evil.example" } } },
    null,
    2,
  )}\n`,
};

/** @param {string} folder */
export function makeRepository(folder) {
  const git = (...args) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=Dev", "-c", "user.email=dev@example.com", ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  const write = (files) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    git("add", "-A");
  };
  mkdirSync(folder, { recursive: true });
  git("init", "-q", "-b", "main");
  write(MAIN);
  git("commit", "-qm", "Dashboards");
  const base = git("rev-parse", "HEAD");
  git("checkout", "-qb", "topic");
  write(FIRST);
  rmSync(path.join(folder, "dashboards/old.dashboard.json"));
  git("add", "-A");
  git("commit", "-qm", "Average of the requests");
  write(SECOND);
  git("commit", "-qm", "Notes about orders");
  const head = git("rev-parse", "HEAD");
  // GitHub checks out a merge of the branch into main.
  git("checkout", "-q", "main");
  git("merge", "-q", "--no-ff", "-m", "Merge", "topic");
  return { base, head };
}

/** The parts of GitHub's payload of a pull request that the action reads, with some that it does not. */
export function pullRequestEvent({ base, head, fork = false }) {
  const repository = { id: 1, name: "shop", full_name: "acme/shop", default_branch: "main", private: true };
  return {
    action: "synchronize",
    number: 7,
    pull_request: {
      number: 7,
      title: "Average of the requests $(touch owned)",
      user: { login: "dev", type: "User" },
      base: { ref: "main", sha: base, repo: repository },
      head: {
        ref: "topic",
        sha: head,
        repo: fork ? { ...repository, id: 2, full_name: "stranger/shop", fork: true } : repository,
      },
    },
    repository,
    sender: { login: "dev", type: "User" },
  };
}

/**
 * Runs the two scripts of the action as the runner does.
 *
 * @param {object} options
 * @param {string} options.folder of the repository
 * @param {string} options.temporary RUNNER_TEMP
 * @param {object} options.event
 * @param {string} options.program the command line of Mosaic
 * @param {string} [options.name] of the event
 * @param {Record<string, string>} [options.env] inputs
 */
export function runAction({ folder, temporary, event, program, name = "pull_request", env = {} }) {
  mkdirSync(temporary, { recursive: true });
  const file = (kind) => path.join(temporary, kind);
  writeFileSync(file("event.json"), JSON.stringify(event));
  const outputs = () =>
    Object.fromEntries(
      readFileSync(file("output"), "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split(/=(.*)/s)),
    );
  for (const kind of ["output", "summary"]) writeFileSync(file(kind), "");
  const common = {
    PATH: process.env["PATH"],
    HOME: temporary,
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: file("event.json"),
    GITHUB_OUTPUT: file("output"),
    GITHUB_STEP_SUMMARY: file("summary"),
    GITHUB_REF: name === "pull_request" ? "refs/pull/7/merge" : "refs/heads/main",
    RUNNER_TEMP: temporary,
    MOSAIC_PROGRAM: program,
    ...env,
  };
  const step = (script, more) => {
    const options = { cwd: folder, encoding: "utf8", env: { ...common, ...more } };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(root, "action", script)],
      options,
    );
    return { code: status, out: stdout, err: stderr };
  };
  const check = step("check.mjs", {});
  if (check.code !== 0) return { check, report: undefined, outputs: outputs(), summary: "" };
  const found = outputs();
  const report = step("report.mjs", {
    MOSAIC_FOLDER: found["folder"],
    MOSAIC_CODE: found["code"],
    MOSAIC_PAGE: found["page"] ? "https://github.com/acme/shop/actions/runs/1/artifacts/2" : "",
  });
  appendFileSync(file("summary"), "");
  return { check, report, outputs: outputs(), summary: readFileSync(file("summary"), "utf8") };
}

if (process.argv[1] && fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  const all = process.argv[2] ?? mkdtempSync(path.join(tmpdir(), "mosaic-pull-request-"));
  const folder = path.join(all, "shop");
  const commits = makeRepository(folder);
  const program = path.join(root, "dist/cli.js");
  const { check, report, outputs } = runAction({
    folder,
    temporary: path.join(all, "runner"),
    event: pullRequestEvent(commits),
    program,
  });
  const junit = path.join(all, "junit.xml");
  spawnSync(process.execPath, [program, "validate", `--output=junit=${junit}`, "--since", commits.base], {
    cwd: folder,
  });
  console.log(`${check.out}${check.err}${report?.out ?? ""}`);
  console.log(
    `Repository: ${folder}\nComment:    ${outputs["report"]}\nSARIF:      ${outputs["sarif"]}\nPictures:   ${outputs["page"]}\nJUnit:      ${junit}`,
  );
}
