import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../shared/corpus");

/** Whether the real dashboards are there; they are other people's and no part of this repository. */
export const hasCorpus = existsSync(folder);

/** The real dashboards, in the order of their names. */
export function corpusFiles(): { readonly name: string; readonly text: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".dashboard.json"))
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") }));
}

/** Whether Google published the file, so that it is known to have been accepted. */
export function isGoogleAuthored(name: string): boolean {
  return name.startsWith("GoogleCloudPlatform__") || name.startsWith("samples__");
}
