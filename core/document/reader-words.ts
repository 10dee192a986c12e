import { TokenProblem } from "./scanner";

/** What is wrong inside a string, in words. */
export const STRING_ERRORS: Partial<Record<TokenProblem, string>> = {
  [TokenProblem.UnclosedString]: "The closing double quote of this string is missing.",
  [TokenProblem.UnicodeEscape]: "A \\u escape needs four hexadecimal digits.",
  [TokenProblem.Escape]:
    'JSON allows the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX only. For a backslash, write \\\\.',
  [TokenProblem.ControlCharacter]:
    "A string cannot contain control characters such as a line break or tab. Use an escape such as \\n or \\t.",
};

/** Whether a text starts as YAML does. */
export function looksLikeYaml(text: string): boolean {
  const start = text.slice(0, 4000).replace(/^\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*/, "");
  return /^(?:---\s|%YAML|[A-Za-z_]\w*:(?:\s|$))/.test(start);
}

/** A message for text in a known other format; undefined otherwise. */
export function detectOtherFormat(start: string): string | undefined {
  if (looksLikeYaml(start)) {
    return 'This is YAML, but the file is named as JSON. Rename it to *.dashboard.yaml, or convert it with "mosaic convert".';
  }
  if (/^(resource|module|locals|variable|data|output|provider|terraform)\b[^\n:]*[{]/.test(start)) {
    return "This is Terraform, but Mosaic reads JSON. Move the dashboard to its own file and load it with 'dashboard_json = file(\"…\")'.";
  }
  return undefined;
}
