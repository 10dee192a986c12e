import { inputRequired, inputResponse } from "@modelcontextprotocol/server";
import { inertText } from "../../core/inert-text";
import type { PushOutcome, PushPlan } from "../../core/sync/push";
import { changeLines, planLines, problemText, remoteOf, remotePath, tokenOf } from "../remote";
import { object } from "../schema";
import { tool } from "../tool";
import { Wrong } from "../wrong";
import { DASHBOARD, FILE, NOTICE, NOTICE_TEXT } from "./common";

/** Saves what a comparison has shown, after the user has agreed. */
export const PUSH = tool({
  name: "push_dashboard",
  title: "Push a file to the service",
  description:
    "Saves a dashboard file to the configured Google Cloud project. Needs the token of diff_dashboard, and asks the user; in a client that cannot ask, the user has to run mosaic push. It never overwrites remote edits that the file does not have.",
  input: object(
    {
      file: FILE,
      dashboard: DASHBOARD,
      diff: { type: "string", description: "the token that diff_dashboard has answered for this file" },
    },
    ["file", "diff"],
  ),
  output: object(
    {
      state: { type: "string", enum: ["created", "updated", "unchanged"] },
      id: { type: "string" },
      altered: {
        type: "array",
        items: { type: "string" },
        description: "what the service changed on saving",
      },
      notice: NOTICE,
    },
    ["state", "id", "notice"],
  ),
  readOnly: false,
  destructive: true,
  openWorld: true,
  async run({ file: name, dashboard, diff }, session, { mcpReq }) {
    const remote = remoteOf(session);
    if (!remote.push)
      throw new Wrong("The server was started without --allow-push. Only the user can change that.");
    const file = await remotePath(session, name, dashboard);
    if (!session.wasShown(diff))
      throw new Wrong(
        '"diff" is not a token of diff_dashboard for this file. Call diff_dashboard and use the token of its answer.',
      );
    const answer = inputResponse(mcpReq.inputResponses, QUESTION);
    if (answer.kind === "missing" || !session.takeQuestion(diff)) {
      const { outcome, target, account, errors } = await remote.compare(file, mcpReq.signal);
      if (outcome.kind === "unchanged") return done(outcome);
      if (errors.length > 0) throw new Wrong(problemText({ kind: "errors", errors, show: false }));
      if (outcome.kind !== "planned") throw new Wrong(problemText(outcome));
      if (tokenOf(session, file, outcome.plan) !== diff) throw new Wrong(OTHER);
      session.ask(diff);
      return { ask: question(session.roots.shown(file), target, account, outcome.plan) };
    }
    const content =
      answer.kind === "elicit" && answer.action === "accept" ? (answer.content ?? {}) : undefined;
    if (
      !content ||
      content["save"] === false ||
      (content["save"] !== true && content["profile"] === undefined)
    )
      throw new Wrong(
        "The user did not agree. Nothing was saved. Do not push again unless the user asks for it.",
      );
    let isOther = false;
    const confirm = (plan: PushPlan) => {
      isOther = tokenOf(session, file, plan) !== diff;
      return !isOther;
    };
    const typed = typeof content["profile"] === "string" ? content["profile"] : undefined;
    const outcome = await remote.push(file, confirm, typed, mcpReq.signal);
    if (isOther) throw new Wrong(OTHER);
    session.spend(diff);
    return done(outcome);
  },
});

const QUESTION = "confirm";
const OTHER =
  "The file or the remote dashboard has changed since that comparison. Nothing was saved. Call diff_dashboard again.";

function done(outcome: PushOutcome) {
  switch (outcome.kind) {
    case "created":
    case "updated":
    case "unchanged": {
      const altered = outcome.kind === "unchanged" ? [] : changeLines(outcome.altered, 20);
      return {
        structured: {
          state: outcome.kind,
          id: inertText(outcome.id),
          ...(altered.length > 0 && { altered }),
          notice: NOTICE_TEXT,
        },
      };
    }
    default:
      throw new Wrong(problemText(outcome));
  }
}

/** What the user is asked. A protected profile is confirmed by its name, as everywhere. */
function question(file: string, target: string, account: string, plan: PushPlan) {
  const { profile, action, id } = plan;
  const what = action === "create" ? "Create the dashboard" : "Save these changes of the dashboard";
  const lines = [
    `${what} ${inertText(id)} in ${inertText(target)}, ${inertText(account)}?`,
    `File: ${inertText(file)}`,
    ...planLines(plan, 20),
  ];
  const typed = {
    type: "string" as const,
    title: "Name of the profile",
    description: `The profile is protected. Type ${JSON.stringify(inertText(profile.name))} to save.`,
  };
  const agreed = { type: "boolean" as const, title: "Save", description: "Save to the service" };
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: lines.join("\n"),
        requestedSchema: {
          type: "object",
          properties: profile.protected ? { profile: typed } : { save: agreed },
          required: [profile.protected ? "profile" : "save"],
        },
      }),
    },
  });
}
