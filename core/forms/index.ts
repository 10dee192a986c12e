import type { FileForm } from "../document/file-form";
import type { HoleMarks } from "../document/holes";
import { type JsonDocument, readDocument } from "../document/reader";
import { terraformFileForm } from "../terraform/file-form";
import { singleYamlDocument } from "../yaml/dashboards";
import { yamlFileForm } from "../yaml/file-form";
import { isYamlName } from "../yaml/names";
import { yamlText } from "../yaml/text";

export type { FileDashboard, FileForm } from "../document/file-form";

/** Every kind of file that is not one dashboard as JSON. This list is the only place where a form is chosen. */
const FORMS: readonly FileForm[] = [terraformFileForm, yamlFileForm];

/**
 * The form of a file, by its path or URI; undefined where the whole text is one dashboard as JSON, or a template of it.
 *
 * @param language of the editor, which counts for documents without a name of their own
 */
export function fileFormOf(path: string, language?: string): FileForm | undefined {
  const named = FORMS.find((form) => form.hasName(path));
  if (named || language === undefined || !path.startsWith("untitled:")) return named;
  return FORMS.find(({ languages }) => languages?.includes(language));
}

/** A dashboard as the text of a new file, by the file's name. */
export function newFileText(path: string, value: unknown): string {
  return isYamlName(path) ? yamlText(value) : `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * The dashboard of a file that is deployed, which holds exactly one: YAML by its name, else JSON. A YAML file with several
 * documents comes out as one without a value whose problem says so.
 *
 * @param marks what stands for holes in JSON that somebody fills in
 */
export function documentOf(path: string, text: string, marks?: HoleMarks): JsonDocument {
  return isYamlName(path) ? singleYamlDocument(text) : readDocument(text, marks);
}
