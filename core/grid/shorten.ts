/** Shortens to at most `limit` UTF-16 units, ellipsis included, without cutting a surrogate pair in two. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit - 1;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return `${text.slice(0, end)}…`;
}

/** One line: runs of white space become single spaces. Looks at no more of a long text than it keeps. */
export function singleLine(text: string, limit: number): string {
  return truncateText(
    text
      .slice(0, limit * 4)
      .replace(/\s+/g, " ")
      .trim(),
    limit,
  );
}
