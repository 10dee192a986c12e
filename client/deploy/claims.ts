import { FileClaims } from "../../core/sync/state-list";
import type { Session } from "./session/session";
import { dashboardsBelow } from "./session/workspace-files";

/** Which of the workspace's dashboards say that they are which dashboard of the session's project. */
export async function claimsBelow({
  settings,
  state,
}: Pick<Session, "settings" | "state">): Promise<FileClaims> {
  const claims = new FileClaims(await state.list());
  for (const { path, document } of await dashboardsBelow(settings.root, settings.config.dashboards)) {
    claims.add(path, document);
  }
  return claims;
}
