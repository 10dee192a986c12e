import type { JsonDocument } from "../../../core/document/reader";
import { arrange } from "../../../core/grid/arrangement";
import { type Members, membersOf, stringOf } from "../../../core/shape";
import { identify } from "../../../core/sync/identity";

/** What somebody is about to create, for the detail text of a dialog: title and number of widgets. */
export function creationDetail(value: unknown): string {
  const dashboard: Members = membersOf(value);
  const title = stringOf(dashboard["displayName"]);
  const { length } = arrange(dashboard).tiles;
  return `${title ? `Title: ${title}` : "No title"}\n${length} widget${length === 1 ? "" : "s"}`;
}

/**
 * Says that a dashboard's id is permanent where it is taken from the file name; empty where the file or an earlier push
 * gives it.
 *
 * @param path path of the file, with `/`
 * @param id the id that the dashboard gets
 */
export function permanentIdText(path: string, document: JsonDocument, id: string): string {
  const own = identify(path, document, undefined);
  if (!own.ok || own.from !== "path" || own.id !== id) return "";
  return `The id ${id} comes from the file name and is permanent. For another id, cancel and rename the file, or add "name".`;
}
