import type { Catalog } from "../core/catalog/catalog";
import type { RuleSettings } from "../core/config/config";
import { Dashboard } from "../core/dashboard";
import type { JsonDocument } from "../core/document/reader";
import { applyEdits } from "../core/edit/edit";
import { unambiguousEdits } from "../core/features/changing/fixes";
import type { Details } from "./detail";
import { type FileReport, toDiagnostic } from "./report";

/** How the dashboards of a file that may hold several are checked. */
export interface FileContext {
  readonly fix: boolean;
  /** Errors only. */
  readonly quiet: boolean;
  readonly details: Details;
  readonly catalog: Catalog | undefined;
  readonly settings: RuleSettings;
  /** The other files of the same kind in the folder, which may use parts of this one, or the other way round. */
  readonly others?: readonly string[];
}

/** What there is to say about one dashboard of a file, at places of the file. */
export function reportInFile(
  file: string,
  resource: string | undefined,
  document: JsonDocument,
  { quiet, details, catalog, settings }: FileContext,
): FileReport {
  const dashboard = Dashboard.of(document, catalog);
  const diagnostics = dashboard
    .findingsUnder(settings)
    .filter(({ severity }) => !quiet || severity === "error")
    .map((finding) => toDiagnostic(finding, dashboard, details));
  return { file, resource, inFile: true, diagnostics };
}

/** A fix can uncover the next one; a few rounds are plenty. */
const MAX_ROUNDS = 10;

/** A file with every unambiguous fix, dashboard by dashboard. @param read the dashboards of a text, in its order */
export function fixEach(
  text: string,
  read: (text: string) => readonly { readonly document?: JsonDocument | undefined }[],
  { catalog, settings }: FileContext,
): string {
  let now = text;
  const { length } = read(text);
  for (let index = 0; index < length; index++) {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const document = read(now)[index]?.document;
      if (!document || document.shaped) break;
      const edits = unambiguousEdits(Dashboard.of(document, catalog), settings);
      if (edits.length === 0) break;
      now = applyEdits(now, edits);
    }
  }
  return now;
}
