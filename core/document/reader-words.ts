import { TokenProblem } from "./scanner";

/** What is wrong inside a string, in words. */
export const STRING_ERRORS: Partial<Record<TokenProblem, string>> = {
  [TokenProblem.UnclosedString]: "The closing double quote of this string is missing.",
  [TokenProblem.UnicodeEscape]: "A \\u escape is followed by four hexadecimal digits.",
  [TokenProblem.Escape]:
    'JSON knows the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX only; a backslash itself is written \\\\.',
  [TokenProblem.ControlCharacter]:
    "A line break, tab or other control character in a string is written as an escape, such as \\n or \\t.",
};

/** What to say about a text that is not meant as JSON; undefined when nothing is known of it. */
export function otherLanguage(start: string): string | undefined {
  if (/^(---\s|%YAML|[A-Za-z_]\w*:(\s|$))/.test(start)) {
    return "This is YAML, and the service reads JSON. `gcloud monitoring dashboards describe … --format=json` prints a dashboard as JSON.";
  }
  if (/^(resource|module|locals|variable|data|output|provider|terraform)\b[^\n:]*[{]/.test(start)) {
    return 'This is Terraform, and Mosaic reads JSON. Put the dashboard into a file of its own and load it with `dashboard_json = file("…")`.';
  }
  return undefined;
}
