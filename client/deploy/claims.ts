import { Claims } from "../../core/sync/state-list";
import type { Session } from "./session";
import { dashboardsBelow } from "./workspace-files";

/** Which of the workspace's dashboards say that they are which dashboard of the session's project. */
export async function claimsBelow({ settings, state }: Pick<Session, "settings" | "state">): Promise<Claims> {
  const claims = new Claims(await state.list());
  for (const { path, document } of await dashboardsBelow(settings.root, settings.config.dashboards)) {
    claims.add(path, document);
  }
  return claims;
}
