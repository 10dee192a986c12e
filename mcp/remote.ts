import { dashboardPaths } from "../core/forms";
import { arrange } from "../core/grid/arrangement";
import { inertText } from "../core/inert-text";
import type { Difference } from "../core/sync/compare";
import type { PushOutcome, PushPlan } from "../core/sync/push";
import { Version } from "../core/sync/version";
import type { Remote } from "./host";
import { quoted } from "./open";
import type { Session } from "./session";
import { Wrong } from "./wrong";

/** The service. @throws Wrong when the server was started without it */
export function remoteOf({ host }: Session): Remote {
  if (host.remote) return host.remote;
  throw new Wrong("The server was started without --allow-remote. Only the user can change that.");
}

/** The path of one dashboard for the service, such as `/work/boards.yaml#web`. */
export async function remotePath(
  session: Session,
  name: string,
  dashboard: string | undefined,
): Promise<string> {
  const [, plain = name, key = dashboard] = /^(.*\.ya?ml)#([^/\\#]+)$/is.exec(name) ?? [];
  const file = await session.roots.resolve(plain);
  const text = await session.roots.read(file);
  const paths = dashboardPaths(file, text);
  if (paths.length === 1 && key === undefined) return paths[0]!;
  const keys = paths.map((one) => one.slice(file.length + 1)).filter(Boolean);
  if (key !== undefined && keys.includes(key)) return `${file}#${key}`;
  if (keys.length === 0) return file;
  throw new Wrong(`Choose one of the dashboards of the file with "dashboard": ${quoted(keys)}.`);
}

/**
 * The token of a plan: of the file, where it goes, what is sent and what it replaces. Only the same push has the same one.
 */
export function tokenOf(session: Session, file: string, { id, profile, local, remote }: PushPlan): string {
  const { endpoint, project } = profile;
  const before = remote && [new Version(remote).key, remote.etag ?? ""];
  return session.tokenOf(
    JSON.stringify([file, endpoint, project, id, new Version(local).key, before ?? null]),
  );
}

const SIGNS = { added: "+", removed: "-", changed: "~" } as const;

/** Differences, one line each. Arrows point from remote to local. */
export function changeLines(changes: readonly Difference[], most: number): string[] {
  const lines = changes.slice(0, most).map(({ kind, text }) => `${SIGNS[kind]} ${inertText(text, 200)}`);
  return changes.length > most ? [...lines, `${changes.length - most} more`] : lines;
}

/** What a plan does, one line for each change; a new dashboard with the titles of its widgets. */
export function planLines({ action, changes, local }: PushPlan, most: number): string[] {
  if (action === "update") return changeLines(changes, most);
  const { tiles } = arrange(new Version(local).canonical);
  const titles = tiles.slice(0, most).map(({ title, kind }) => JSON.stringify(inertText(title || kind, 100)));
  const rest = tiles.length > most ? ` and ${tiles.length - most} more` : "";
  const widgets = tiles.length === 0 ? "without widgets" : `with ${titles.join(", ")}${rest}`;
  return [`+ new dashboard ${JSON.stringify(inertText(String(local.displayName ?? ""), 100))} ${widgets}`];
}

/** Why nothing was compared or saved, as a message with what to do. */
export function problemText(outcome: PushOutcome): string {
  switch (outcome.kind) {
    case "impossible":
      return `${inertText(outcome.message)} ${inertText(outcome.action)}`;
    case "refused":
    case "failed": {
      const { message, action, violations } = outcome.failure;
      const reasons = violations.map((one) => one.message);
      const unknown = outcome.failure.outcomeUnknown ? " It may have been saved anyway; compare again." : "";
      return `${inertText(reasons.length > 0 ? reasons.join("; ") : message, 600)} ${inertText(action)}${unknown}`;
    }
    case "errors":
      return `The file has ${outcome.errors.length} errors. Fix them first: ${outcome.errors
        .slice(0, 3)
        .map(({ message }) => inertText(message))
        .join(" ")}`;
    case "conflict":
      return "The service has edits that this file does not have. Ask the user to pull or merge them with mosaic pull; an agent cannot overwrite them.";
    default:
      return "Canceled. Nothing was saved.";
  }
}
