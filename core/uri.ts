/** A URI, or a part of one, without its escapes; as it is where they make no text, since not every client escapes a `%`. */
export function decodedUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
