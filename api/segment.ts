/**
 * One segment of the path of a URL. `.` and `..` cannot be encoded: every URL parser resolves them, also `%2e%2e`.
 *
 * @throws TypeError for them and for an empty string; callers check untrusted names first
 */
export function segment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${JSON.stringify(text)} cannot be a segment of a URL`);
  return encodeURIComponent(text);
}
