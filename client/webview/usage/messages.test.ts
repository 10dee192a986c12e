import { expect, it } from "vitest";
import { readUsageHostMessage, type UsageHostMessage } from "./messages";

// Typed, so that the check at run time and the type cannot name different members.
const messages: readonly UsageHostMessage[] = [
  { type: "show", view: null, client: null, compare: false },
  { type: "busy", progress: { what: "usage", label: "Job 1 of 2: queued", rows: 0 } },
  { type: "idle" },
  { type: "failed", failure: { message: "No.", action: "Do this.", can: ["retry"], stopped: false } },
];

it.each(messages)("reads $type from the host", (message) => {
  expect(readUsageHostMessage(message)).toEqual(message);
});

it.each([{ type: "busy", progress: { rows: 0 } }, { type: "other" }, null, "idle"])(
  "rejects %j",
  (message) => {
    expect(readUsageHostMessage(message)).toBeUndefined();
  },
);
