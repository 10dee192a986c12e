import type { Profile } from "../../../core/config/config";
import { documentOf } from "../../../core/forms";
import { nameOf } from "../../../core/sync/identity";
import { unreadableFile } from "../../../core/sync/readable";
import { requestBody, unsendable } from "../../../core/sync/sent";
import type { DashboardResource } from "../../../core/sync/service";
import { askMessage, askPick, askText } from "../../ask";
import { partOf } from "../session/chosen";
import { targetText } from "../session/location";
import { callService, showError } from "../session/messages";
import { type DeployParts, sessionFor } from "../session/session";
import { mentionsOf } from "../texts/mentions";
import { confirmOnProfile } from "./consent";
import { creationDetail } from "./creation-text";
import { readRemote } from "./remote-side";
import { type DashboardTarget, dashboardSubject } from "./target";

/** *Clone Dashboard*: the service's dashboard, else the file's, as a new one under another id or in another profile. */
export async function cloneCommand(argument: unknown, parts: DeployParts): Promise<void> {
  const subject = await dashboardSubject(argument, parts);
  const source = subject && (await sourceOf(subject, parts));
  const profile = source && (await chooseTarget(subject, parts));
  if (!source || !profile) return;
  const target = await sessionFor(subject.session.settings.root, parts, profile.name);
  const id =
    target && (await chooseId(profile === subject.session.profile ? `${subject.id}-copy` : subject.id));
  if (!target || id === undefined) return;
  const { etag: _, ...rest } = source;
  const value = { ...rest, name: nameOf(profile.project, id) };
  const question = `Create the dashboard ${id} in ${targetText(profile)}?`;
  const mentions =
    profile.project === subject.session.profile.project
      ? []
      : mentionsOf(rest, subject.session.profile.project);
  const leftOver =
    mentions.length === 0
      ? ""
      : `The copy still refers to the project ${subject.session.profile.project} in ${mentions.length} places: ${mentions.slice(0, 3).join(", ")}`;
  const detail = [creationDetail(rest), leftOver].filter(Boolean).join("\n\n");
  if (!(await confirmOnProfile(profile, question, detail, "Create"))) return;
  const created = await callService(
    `Creating in ${targetText(profile)}`,
    { log: parts.log, profile },
    (signal) => target.service.create(value, { signal }),
  );
  if (!created) return;
  parts.synced.fire({ root: target.settings.root, profile, id, resource: created.value });
  const pull = "Pull into a File";
  const done = `Created ${id} in ${targetText(profile)}.`;
  if ((await askMessage("information", done, {}, pull)) === pull) {
    const { pullNew } = await import("./pull");
    await pullNew(created.value, target.settings.root, target, parts);
  }
}

/** What the service has; a file that was never pushed gives its own. */
async function sourceOf(
  subject: DashboardTarget,
  parts: DeployParts,
): Promise<DashboardResource | undefined> {
  const { session, id, document } = subject;
  if (!document) return readRemote(session, id, parts);
  const { profile, service, settings } = session;
  const read = await callService(
    `Reading from ${targetText(profile)}`,
    { log: parts.log, profile },
    (signal) => service.get(id, { signal }),
  );
  if (!read) return undefined;
  parts.synced.fire({ root: settings.root, profile, id, resource: read.value });
  if (read.value) return read.value;
  const file = documentOf(document.uri.path + partOf(document, id), document.getText());
  const isObject = file.root?.kind === "object" && !file.problems.some((p) => p.severity === "error");
  const unfit = isObject ? unsendable(file) : undefined;
  if (isObject && !unfit) return requestBody(file);
  await showError(
    unfit
      ? `${unfit.message} ${unfit.action}`
      : `${unreadableFile(file)?.message ?? "The file is not a JSON object."}`,
  );
  return undefined;
}

async function chooseTarget({ session }: DashboardTarget, parts: DeployParts): Promise<Profile | undefined> {
  const { profiles } = session.settings.config;
  if (profiles.length === 1) return profiles[0];
  const active = parts.profiles.active(session.settings);
  const choices = profiles.map((profile) => ({
    profile,
    label: profile.name,
    icon: profile.protected ? "lock" : undefined,
    description: profile.project,
    detail: `${profile.endpoint}${active === profile ? " — in use" : ""}`,
  }));
  return (await askPick(choices, { title: "Clone Dashboard: Into Which Profile?" }))?.profile;
}

async function chooseId(suggestion: string): Promise<string | undefined> {
  return askText({
    title: "Clone Dashboard: Id of the Copy",
    value: suggestion,
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[A-Za-z0-9_-]+$/.test(text)
        ? undefined
        : "An id can contain only letters, digits, dashes and underscores.",
  });
}
