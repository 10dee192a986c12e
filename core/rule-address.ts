/** Where the pages of the rules are published; package.json names the same repository. */
export const RULE_PAGES = "https://github.com/mosaic-dashboards/mosaic/blob/main/docs/rules/";

/** The page that explains a kind of finding. */
export function ruleAddress(code: string): string {
  return `${RULE_PAGES}${encodeURIComponent(code)}.md`;
}
