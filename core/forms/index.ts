import type { FileForm } from "../document/file-form";
import type { HoleMarks } from "../document/holes";
import { type JsonDocument, readDocument } from "../document/reader";
import { terraformFileForm } from "../terraform/file-form";
import { singleYamlDocument, yamlDocumentNamed, yamlKeyAt, yamlKeys } from "../yaml/dashboards";
import { yamlFileForm } from "../yaml/file-form";
import { isYamlName, splitPath } from "../yaml/names";
import { yamlText } from "../yaml/text";

export type { FileDashboard, FileForm } from "../document/file-form";
export { filePart, splitPath } from "../yaml/names";

/** Every kind of file that is not one dashboard as JSON. This list is the only place where a form is chosen. */
const FORMS: readonly FileForm[] = [terraformFileForm, yamlFileForm];

/**
 * The form of a file, by its path or URI; undefined where the whole text is one dashboard as JSON, or a template of it.
 *
 * @param language of the editor, which counts for documents without a name of their own
 */
export function fileFormOf(path: string, language?: string): FileForm | undefined {
  const name = /^[a-z][\w+.-]+:/i.test(path) ? path.replace(/[?#].*$/s, "") : path;
  const named = FORMS.find((form) => form.hasName(name));
  if (named || language === undefined || !path.startsWith("untitled:")) return named;
  return FORMS.find(({ languages }) => languages?.includes(language));
}

/** A dashboard as the text of a new file, by the file's name. */
export function newFileText(path: string, value: unknown): string {
  return isYamlName(path) ? yamlText(value) : `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * The dashboard of a file that is deployed: YAML by its name, else JSON. Of a YAML file with several, one of `dashboardPaths`
 * says which; without that, it comes out as a document without a value whose problem says so.
 *
 * @param marks what stands for holes in JSON that somebody fills in
 */
export function documentOf(path: string, text: string, marks?: HoleMarks): JsonDocument {
  const { file, id } = splitPath(path);
  if (id !== undefined) return yamlDocumentNamed(text, id);
  return isYamlName(file) ? singleYamlDocument(text) : readDocument(text, marks);
}

/** The paths of the dashboards in a file: its own, or `boards.yaml#web` for each dashboard of a YAML file with several. */
export function dashboardPaths(path: string, text: string): readonly string[] {
  const keys = isYamlName(path) ? yamlKeys(text) : [];
  return keys.length > 0 ? keys.map((key) => `${path}#${key}`) : [path];
}

/** The path of the dashboard at an offset of a file. */
export function dashboardPathAt(path: string, text: string, offset: number): string {
  const key = isYamlName(path) ? yamlKeyAt(text, offset) : undefined;
  return key === undefined ? path : `${path}#${key}`;
}
