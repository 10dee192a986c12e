/** Whether a file is YAML by its name. */
export function isYamlName(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}
