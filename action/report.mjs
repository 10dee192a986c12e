// The last step of the action: the summary of the job, the comment, and the exit code.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bodyOf } from "./body.mjs";
import { writeComment } from "./comment.mjs";
import { changeOf } from "./event.mjs";

const { env } = process;
const folder = env.MOSAIC_FOLDER ?? "";

/** @param {string} name */
function part(name) {
  const file = path.join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

const body = bodyOf({
  findings: part("findings.md"),
  changes: part("changes.md"),
  service: part("service.md"),
  notes: part("notes.md"),
  page: env.MOSAIC_PAGE ?? "",
});
const report = path.join(folder, "report.md");
writeFileSync(report, body);
if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `report=${report}\n`);
if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, body);

const payload = env.GITHUB_EVENT_PATH ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, "utf8")) : {};
const { pull, isFork, repository } = changeOf(env.GITHUB_EVENT_NAME ?? "", payload);
if (pull !== undefined && env.MOSAIC_COMMENT !== "false") {
  if (isFork || !env.MOSAIC_TOKEN) {
    console.log(
      "No comment: a pull request from a fork has no token that can write. The report is in the summary of the job.",
    );
  } else {
    const api = env.GITHUB_API_URL ?? "https://api.github.com";
    try {
      const { edited } = await writeComment({ api, repository, pull, token: env.MOSAIC_TOKEN, body });
      console.log(edited ? "The comment was updated." : "A comment was added.");
    } catch (error) {
      const { status } = /** @type {{ status?: number }} */ (error);
      // For example on a pull request of Dependabot, or without `pull-requests: write`.
      const why =
        status === 403 || status === 404
          ? "the token cannot write comments; add pull-requests: write"
          : String(error);
      console.log(
        `::notice title=Mosaic::No comment, because ${why.replace(/[\r\n%]/g, " ")}. The report is in the summary of the job.`,
      );
    }
  }
}
process.exitCode = Number(env.MOSAIC_CODE || 2);
