import type { LanguageToken } from "../language";

/** Template variables and placeholders of deploying tools. */
const variable = /\$?\$\{[^{}]*\}|\{\{[^{}]*\}\}/g;

/** Adds a token in pieces: the variables in it are tokens of their own, and no piece crosses the end of a line. */
export function pushTokenParts(
  out: LanguageToken[],
  text: string,
  offset: number,
  end: number,
  type: LanguageToken["type"],
): void {
  let at = offset;
  const add = (to: number, kind: LanguageToken["type"]): void => {
    for (const line of text.slice(at, to).matchAll(/[^\r\n]+/g))
      out.push({ offset: at + line.index, length: line[0].length, type: kind });
    at = to;
  };
  for (const match of text.slice(offset, end).matchAll(variable)) {
    add(offset + match.index, type);
    add(offset + match.index + match[0].length, "variable");
  }
  add(end, type);
}
