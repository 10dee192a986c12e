/** Shortens text for a message. */
export function truncate(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
