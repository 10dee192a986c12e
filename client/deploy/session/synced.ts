import type { PullOutcome } from "../../../core/sync/pull";
import type { PushOutcome } from "../../../core/sync/push";
import type { DashboardResource } from "../../../core/sync/service";
import type { DeployParts, Session } from "./session";

/** Reports the remote version that a push read to everything that shows it. */
export function notifyPushOutcome(session: Session, outcome: PushOutcome, { synced }: DeployParts): void {
  const { profile, settings } = session;
  const say = (id: string, resource: DashboardResource | undefined) =>
    synced.fire({ root: settings.root, profile, id, resource });
  if ("resource" in outcome) say(outcome.id, outcome.resource);
  else if (outcome.kind === "conflict") say(outcome.conflict.id, outcome.conflict.remote);
}

/** Reports the remote version that a pull read to everything that shows it. */
export function notifyPullOutcome(
  { profile, settings }: Session,
  outcome: PullOutcome,
  { synced }: DeployParts,
): void {
  const say = (id: string, resource: DashboardResource | undefined) =>
    synced.fire({ root: settings.root, profile, id, resource });
  if ("resource" in outcome) say(outcome.id, outcome.resource);
  else if ("plan" in outcome) say(outcome.plan.id, outcome.plan.remote);
  else if (outcome.kind === "missing") say(outcome.id, undefined);
}
