import * as vscode from "vscode";
import type { Tally } from "../../../../core/sync/batch";
import { askMessage, askPick, notifyBusy } from "../../../ask";
import { showProgress } from "../../../notify";
import { countTally, type Result, TALLIES } from "./summary";

/** Counts in a progress notification, which can stop the work. */
export interface Counter {
  readonly signal: AbortSignal;
  /** One more is done. */
  settled(item: { readonly path: string }, outcome: unknown, done: number, total: number): void;
}

/**
 * Processes many dashboards with a progress count and a cancel button.
 *
 * @returns the result of `work`, and whether it was canceled
 */
export async function withProgress<T>(
  title: string,
  work: (counter: Counter) => Promise<T>,
): Promise<{ readonly value: T; readonly stopped: boolean }> {
  const stop = new AbortController();
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  notifyBusy(title, () => stop.abort());
  const value = await showProgress(options, (report, token) => {
    token.onCancellationRequested(() => stop.abort());
    return work({
      signal: stop.signal,
      settled: ({ path }, _, done, total) =>
        report({ message: `${done} of ${total}: ${path}`, increment: 100 / total }),
    });
  });
  return { value, stopped: stop.signal.aborted };
}

/**
 * Shows a summary that lists every result.
 *
 * @param place what was done where, such as "Pushed to project p"
 * @param open opens the file of a result
 */
export async function showSummary(
  place: string,
  results: readonly Result[],
  open: (result: Result) => Promise<void>,
): Promise<void> {
  const counts = countTally(results);
  const text = `${place}: ${[...counts].map(([tally, number]) => countText(tally, number)).join(", ")}.`;
  const bad = counts.has("conflicted") || counts.has("failed");
  const details = "Show Details";
  const answer = await askMessage(bad ? "warning" : "information", text, {}, details);
  if (answer !== details) return;
  const items = [...results]
    .sort((a, b) => TALLIES.indexOf(a.tally) - TALLIES.indexOf(b.tally))
    .map((result) => ({
      result,
      icon: ICONS[result.tally],
      label: result.path,
      description: tallyText(result.tally),
      detail: result.reason || undefined,
    }));
  const chosen = await askPick(items, { title: text, matchOnDescription: true, matchOnDetail: true });
  if (chosen) await open(chosen.result);
}

const ICONS: Readonly<Record<Tally, string>> = {
  created: "add",
  updated: "edit",
  merged: "git-merge",
  unchanged: "check",
  conflicted: "git-compare",
  failed: "error",
  planned: "circle-slash",
  cancelled: "circle-slash",
};

function countText(tally: Tally, number: number): string {
  switch (tally) {
    case "created":
      return `${number} created`;
    case "updated":
      return `${number} updated`;
    case "merged":
      return `${number} merged`;
    case "unchanged":
      return `${number} unchanged`;
    case "conflicted":
      return `${number} with conflicts`;
    case "failed":
      return `${number} failed`;
    case "planned":
    case "cancelled":
      return `${number} not processed`;
  }
}

function tallyText(tally: Tally): string {
  switch (tally) {
    case "created":
      return "created";
    case "updated":
      return "updated";
    case "merged":
      return "merged";
    case "unchanged":
      return "unchanged";
    case "conflicted":
      return "conflict: edits would be lost";
    case "failed":
      return "failed";
    case "planned":
    case "cancelled":
      return "not processed";
  }
}
