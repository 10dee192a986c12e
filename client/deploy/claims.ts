import { FileClaims } from "../../core/sync/state-list";
import type { Session } from "./session/session";
import { dashboardsBelow } from "./session/workspace-files";

/** Which files of the workspace have which dashboard id. */
export async function claimsBelow({
  settings,
  state,
}: Pick<Session, "settings" | "state">): Promise<FileClaims> {
  const list = await state.list();
  const claims = new FileClaims(list);
  const files = await dashboardsBelow(settings.root, settings.config.dashboards, list.paths);
  for (const { path, document } of files) {
    claims.add(path, document);
  }
  return claims;
}
