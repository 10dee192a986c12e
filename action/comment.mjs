// One comment on a pull request, edited in place.
import { MARKER } from "./body.mjs";

/** More comments than these are not searched. */
const PAGES = 20;

/**
 * Writes the comment, or edits the one that an earlier run has written.
 *
 * @param {object} options
 * @param {string} options.api URL of the API of GitHub
 * @param {string} options.repository owner/name
 * @param {number} options.pull
 * @param {string} options.token
 * @param {string} options.body
 * @param {typeof fetch} [options.fetch]
 * @returns {Promise<{ id: number, edited: boolean }>}
 * @throws {Error} with the status in the message
 */
export async function writeComment({ api, repository, pull, token, body, fetch = globalThis.fetch }) {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new Error("The name of the repository is not valid.");
  const call = async (method, path, data) => {
    const response = await fetch(`${api}/${path}`, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "user-agent": "mosaic-dashboards",
        "x-github-api-version": "2022-11-28",
      },
      ...(data && { body: JSON.stringify(data) }),
    });
    if (!response.ok)
      throw Object.assign(new Error(`GitHub responded with ${response.status}`), { status: response.status });
    return response.json();
  };
  // A token of Actions cannot ask who it is.
  const me = await call("GET", "user").then(
    ({ login }) => login,
    () => "github-actions[bot]",
  );
  const comments = `repos/${repository}/issues/${pull}/comments`;
  for (let page = 1; page <= PAGES; page++) {
    const list = await call("GET", `${comments}?per_page=100&page=${page}`);
    // Anyone can write the marker; only a comment of this account is edited.
    const own = list.find((comment) => comment.user?.login === me && comment.body?.startsWith(MARKER));
    if (own) {
      if (own.body !== body) await call("PATCH", `repos/${repository}/issues/comments/${own.id}`, { body });
      return { id: own.id, edited: true };
    }
    if (list.length < 100) break;
  }
  const { id } = await call("POST", comments, { body });
  return { id, edited: false };
}
