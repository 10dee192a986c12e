// The text of the comment and of the summary. The parts come from mosaic, which has escaped names and titles.

/** The first line of a comment of this action, by which it finds it again. */
export const MARKER = "<!-- mosaic-dashboards -->";

/** GitHub accepts 65,536 characters in a comment. */
const LONGEST = 64_000;

/**
 * @typedef {object} Parts
 * @property {string} findings Markdown of `mosaic validate`
 * @property {string} changes Markdown of `mosaic diff --against`
 * @property {string} service Markdown of `mosaic diff` with a profile
 * @property {string} notes why a part is missing
 * @property {string} page URL of the page with pictures
 */

/** @param {Partial<Parts>} parts */
export function bodyOf({ findings = "", changes = "", service = "", notes = "", page = "" }) {
  const sections = [
    MARKER,
    "## Dashboards",
    findings,
    notes && `> ${notes.trim().replaceAll("\n", "\n> ")}`,
    page && /^https:\/\/[\w.-]+\/[\w./-]+$/.test(page)
      ? `[Before and after](${page}) (opens in the browser)`
      : "",
    changes && `### What changes\n\n${lowered(changes)}`,
    service && `### Compared with the service\n\n${lowered(service)}`,
  ];
  let body = "";
  for (const section of sections.filter(Boolean)) {
    const next = `${body}${body === "" ? "" : "\n\n"}${String(section).trim()}`;
    // A table that is cut in the middle of a row is worse than none.
    if (next.length > LONGEST)
      return `${body}\n\nThe rest is too long for a comment; see the log of the job.\n`;
    body = next;
  }
  return `${body}\n`;
}

/** Headings one level deeper, below the one of their section. @param {string} markdown */
function lowered(markdown) {
  return markdown.replace(/^(#{1,5}) /gm, "#$1 ");
}
