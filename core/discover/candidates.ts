/** Files that are dashboards by their name alone. */
export const DASHBOARD_GLOBS: readonly string[] = [
  "**/*.dashboard.json",
  "**/*.dashboard.yaml",
  "**/*.dashboard.yml",
];

/** Whether a file is a dashboard by its name alone. */
export function isDashboardName(path: string): boolean {
  return /\.dashboard\.(?:json|ya?ml)$/.test(path);
}

/** Maximum size of a dashboard file. In bytes, and in UTF-16 code units. */
export const MAX_SIZE = 4_000_000;

/** `dashboard.json`, `board.tftpl`, `board.json.tpl` and the other names that templates of JSON have. */
const CANDIDATE = /\.(?:json|jsonc|tftpl|json[._](?:tpl|tmpl|template|tftpl|j2))$/i;

/** Whether a file may hold a dashboard, as far as its name tells. */
export function isCandidateName(path: string): boolean {
  return CANDIDATE.test(path) && !LOCK_FILE.test(path);
}

/** Written by package managers, often large, and never a dashboard. */
const LOCK_FILE = /(?:^|\/)(?:package-lock|npm-shrinkwrap|composer|packages)(?:\.lock)?\.json$/;
