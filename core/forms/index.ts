import type { FileForm } from "../document/file-form";
import { terraformFileForm } from "../terraform/file-form";

export type { FileDashboard, FileForm } from "../document/file-form";

/** Every kind of file that is not one dashboard as JSON. This list is the only place where a form is chosen. */
const FORMS: readonly FileForm[] = [terraformFileForm];

/** The form of a file, by its path or URI; undefined where the whole text is one dashboard as JSON, or a template of it. */
export function fileFormOf(path: string): FileForm | undefined {
  return FORMS.find((form) => form.hasName(path));
}
