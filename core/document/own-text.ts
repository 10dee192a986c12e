/**
 * The same text with characters of its own: engines let a part of a text share those of the whole, which then lives as long
 * as the part. For what is kept longer than the document it was read from.
 */
export function detachString(text: string): string {
  return ` ${text}`.slice(1);
}
