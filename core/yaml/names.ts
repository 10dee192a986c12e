/** Whether a file is YAML by its name. */
export function isYamlName(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

/**
 * The file of a dashboard, and which of its dashboards is meant: `boards.yaml#web` is the one whose `name` ends with `web`. No
 * file of dashboards has such an end.
 */
export function splitPath(path: string): { readonly file: string; readonly id?: string } {
  const found = /^(.*\.ya?ml)#([^/\\#]+)$/is.exec(path);
  // A file can have a # in its own name.
  if (!found || /\.(?:json|ya?ml)$/i.test(path)) return { file: path };
  return { file: found[1]!, id: found[2]! };
}

/** The path of a dashboard's file. */
export function filePart(path: string): string {
  return splitPath(path).file;
}
