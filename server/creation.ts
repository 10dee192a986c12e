import type { CancellationToken, Connection } from "vscode-languageserver";
import { shippedCatalog } from "../core/catalog/catalog";
import { createDashboard, creations } from "../core/create";
import type { Dashboard } from "../core/dashboard";
import { dashboardOfTiles, readPaste } from "../core/features/changing/clipboard";
import { newFileText } from "../core/forms";
import type { Catalogs } from "./catalogs";
import {
  type CreateParams,
  type CreateResult,
  type CreationsParams,
  type CreationsResult,
  type ReadPasteParams,
  type ReadPasteResult,
  Requests,
} from "./protocol";
import type { RequestGuard } from "./request-guard";

/** Requests about what is no document yet: new dashboards, and the clipboard. */
export function registerCreation(connection: Connection, catalogs: Catalogs, guard: RequestGuard): void {
  const catalogOf = (folder: string | undefined) =>
    (folder === undefined ? undefined : catalogs.of(`${folder}/`)) ?? shippedCatalog();

  connection.onRequest(Requests.creations, ({ folder }: CreationsParams, token: CancellationToken) =>
    guard.run<CreationsResult>(Requests.creations, [], token, () =>
      creations(catalogOf(folder)).map(({ input, ...rest }) => ({
        ...rest,
        ...(input && { input: { ...input, pattern: input.pattern.source } }),
      })),
    ),
  );
  connection.onRequest(
    Requests.create,
    ({ folder, id, file, title, answer }: CreateParams, token: CancellationToken) =>
      guard.run<CreateResult>(Requests.create, null, token, () => {
        const value = createDashboard(catalogOf(folder), id, title, answer);
        return value ? newFileText(file, value) : null;
      }),
  );
  const read = ({ text }: ReadPasteParams, token: CancellationToken): unknown =>
    guard.run<ReadPasteResult>(Requests.readPaste, { reason: UNREADABLE }, token, () => {
      const found = readPaste(text);
      return found.ok ? { blocks: found.blocks } : { reason: found.reason };
    });
  connection.onRequest(Requests.readPaste, read);
}

const UNREADABLE = "The clipboard could not be read.";

/** Tiles as the text of a file of their own; `null` when a tile does not exist. */
export function tilesAsDashboard(
  dashboard: Dashboard,
  tiles: readonly string[],
  { title, file }: { readonly title: string; readonly file: string },
): string | null {
  const value = dashboardOfTiles(dashboard, tiles, title);
  return value ? newFileText(file, value) : null;
}
