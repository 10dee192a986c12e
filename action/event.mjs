// What an event of GitHub says about the change that is checked.

/** A commit in a payload; forty zeros stand for none. */
const COMMIT = /^(?!0+$)[0-9a-f]{40,64}$/;

/**
 * @typedef {object} Change
 * @property {string | undefined} base the commit before the change; undefined if there is none
 * @property {number | undefined} pull number of the pull request
 * @property {boolean} isFork whether the change comes from another repository, so that there are no secrets and no write access
 * @property {string} repository owner/name
 */

/**
 * @param {string} name of the event
 * @param {any} payload
 * @returns {Change}
 * @throws {Error} for an event that gives a stranger's change more rights than it should have
 */
export function changeOf(name, payload) {
  const repository = text(payload?.repository?.full_name);
  const none = { base: undefined, pull: undefined, isFork: false, repository };
  switch (name) {
    case "pull_request": {
      const { number, base, head } = payload.pull_request ?? {};
      const from = text(head?.repo?.full_name);
      return {
        repository,
        base: commit(base?.sha),
        pull: Number.isInteger(number) ? number : undefined,
        // The repository of the fork may be gone.
        isFork: from === "" || from !== repository,
      };
    }
    case "pull_request_target":
      throw new Error(
        "This action does not run on pull_request_target, which gives a stranger's change access to secrets. Use pull_request.",
      );
    case "push":
      return { ...none, base: commit(payload.before) };
    case "merge_group":
      return { ...none, base: commit(payload.merge_group?.base_sha) };
    default:
      return none;
  }
}

/**
 * The first parent of the merge commit that GitHub makes for a pull request. It is the newest commit of the base branch, which
 * the payload's may not be.
 *
 * @param {string} ref GITHUB_REF
 * @param {string} commitText of HEAD, as `git cat-file` prints it
 * @returns {string | undefined}
 */
export function mergedInto(ref, commitText) {
  if (!/^refs\/pull\/\d+\/merge$/.test(ref)) return undefined;
  const head = commitText.split("\n\n", 1)[0] ?? "";
  const parents = [...head.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map((match) => match[1]);
  return parents.length === 2 ? parents[0] : undefined;
}

/** @param {unknown} value */
function commit(value) {
  return typeof value === "string" && COMMIT.test(value) ? value : undefined;
}

/** @param {unknown} value */
function text(value) {
  return typeof value === "string" ? value : "";
}
