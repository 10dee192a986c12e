/** A text without the indentation that all of its lines have; blank lines do not count. */
export function withoutCommonIndent(text: string): string {
  const indents = text
    .split("\n")
    .flatMap((line) => (/\S/.test(line) ? [/^[ \t]*/.exec(line)![0].length] : []));
  const indent = Math.min(...indents, 1000);
  return indent === 0 ? text : text.replace(/^[ \t]+/gm, (blank) => blank.slice(indent));
}
