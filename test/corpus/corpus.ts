import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A real dashboard as it was published. */
export interface CorpusFile {
  readonly name: string;
  readonly text: string;
}

const folder = fileURLToPath(new URL("../../../shared/corpus/", import.meta.url));

/** Whether the optional folder of real dashboards lies beside this checkout. */
export const hasCorpus = existsSync(folder);

/** Every dashboard of the corpus, by name; none without the folder. */
export function corpusFiles(): CorpusFile[] {
  if (!hasCorpus) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".dashboard.json"));
  return names.sort().map((name) => ({ name, text: readFileSync(folder + name, "utf8") }));
}

/** Whether a file comes from Google itself, and is thus sure to be what the service accepts. */
export function isGoogleAuthored(name: string): boolean {
  return name.startsWith("GoogleCloudPlatform__") || name.startsWith("samples__");
}
