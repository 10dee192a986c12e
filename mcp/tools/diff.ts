import { inertText } from "../../core/inert-text";
import { changeLines, planLines, problemText, remoteOf, remotePath, tokenOf } from "../remote";
import { object } from "../schema";
import { tool } from "../tool";
import { Wrong } from "../wrong";
import { DASHBOARD, FILE, NOTICE, NOTICE_TEXT } from "./common";

/** What a push would change. */
export const DIFF = tool({
  name: "diff_dashboard",
  title: "Compare a file with the service",
  description:
    "Compares a dashboard file with the dashboard of the configured Google Cloud project, by meaning. Arrows point from the remote to the local value. The token of the answer is what push_dashboard needs.",
  input: object({ file: FILE, dashboard: DASHBOARD }, ["file"]),
  output: object(
    {
      target: { type: "string" },
      account: { type: "string" },
      id: { type: "string" },
      state: {
        type: "string",
        enum: ["unchanged", "create", "update", "conflict"],
        description: "conflict: the service has edits that the file does not have",
      },
      changes: { type: "array", items: { type: "string" }, description: "what a push would change" },
      unseen: {
        type: "array",
        items: { type: "string" },
        description: "remote edits that a push would undo",
      },
      diff: { type: "string", description: "token for push_dashboard" },
      hint: { type: "string" },
      notice: NOTICE,
    },
    ["target", "account", "state", "changes", "notice"],
  ),
  readOnly: true,
  openWorld: true,
  async run({ file: name, dashboard }, session, { mcpReq }) {
    const remote = remoteOf(session);
    const file = await remotePath(session, name, dashboard);
    const { target, account, outcome } = await remote.compare(file, mcpReq.signal);
    const shared = { target: inertText(target), account: inertText(account), notice: NOTICE_TEXT };
    switch (outcome.kind) {
      case "unchanged":
        return { structured: { ...shared, id: inertText(outcome.id), state: "unchanged", changes: [] } };
      case "planned": {
        const { plan } = outcome;
        const diff = tokenOf(session, file, plan);
        session.show(diff);
        return {
          structured: {
            ...shared,
            id: inertText(plan.id),
            state: plan.action,
            changes: planLines(plan, MOST),
            diff,
          },
        };
      }
      case "conflict": {
        const { id, changes, undone } = outcome.conflict;
        return {
          structured: {
            ...shared,
            id: inertText(id),
            state: "conflict",
            changes: changeLines(changes, MOST),
            unseen: changeLines(undone, MOST),
            hint: problemText(outcome),
          },
        };
      }
      default:
        throw new Wrong(problemText(outcome));
    }
  },
});

/** Lines of differences in one answer. */
const MOST = 40;
