/** Where the first line starts that is not indented more than a hyphen. */
export function endOfTile(text: string, start: number, dash: number): number {
  for (let end = text.indexOf("\n", start); end >= 0; ) {
    const line = end + 1;
    let at = line;
    while (text[at] === " ") at++;
    const isBlank = at >= text.length || text[at] === "\n" || text[at] === "\r";
    if (!isBlank && at - line <= dash) return line;
    end = text.indexOf("\n", at);
  }
  return text.length;
}
