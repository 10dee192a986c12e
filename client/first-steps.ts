import * as vscode from "vscode";

const STEPS = ["created", "previewed", "edited", "pushed"] as const;
type Step = (typeof STEPS)[number];

const done = new Set<Step>();

/** Checks off a step of the walkthrough; see `completionEvents` in the manifest. */
export function markDone(step: Step): void {
  if (done.has(step)) return;
  done.add(step);
  void vscode.commands.executeCommand("setContext", `mosaic.done.${step}`, true);
}
