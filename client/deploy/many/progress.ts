import * as vscode from "vscode";
import type { Tally } from "../../../core/sync/batch";
import { askMessage, askPick, tellBusy } from "../../ask";
import { showProgress } from "../../notify";
import { count, type Result, TALLIES } from "./summary";

const { t } = vscode.l10n;

/** Counts in a progress notification, which can stop the work. */
export interface Counter {
  readonly signal: AbortSignal;
  /** One more is done. */
  settled(item: { readonly path: string }, outcome: unknown, done: number, total: number): void;
}

/**
 * Does something for many dashboards, with progress that counts and a way to stop.
 *
 * @returns what `work` gives, and whether it was stopped
 */
export async function withProgress<T>(
  title: string,
  work: (counter: Counter) => Promise<T>,
): Promise<{ readonly value: T; readonly stopped: boolean }> {
  const stop = new AbortController();
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  tellBusy(title, () => stop.abort());
  const value = await showProgress(options, (report, token) => {
    token.onCancellationRequested(() => stop.abort());
    return work({
      signal: stop.signal,
      settled: ({ path }, _, done, total) =>
        report({ message: t("{0} of {1}: {2}", done, total, path), increment: 100 / total }),
    });
  });
  return { value, stopped: stop.signal.aborted };
}

/**
 * Tells what became of them, with every single one a click away.
 *
 * @param place what was done where, such as "Pushed to project p"
 * @param open opens the file of a result
 */
export async function showSummary(
  place: string,
  results: readonly Result[],
  open: (result: Result) => Promise<void>,
): Promise<void> {
  const counts = count(results);
  const text = `${place}: ${[...counts].map(([tally, number]) => countText(tally, number)).join(", ")}.`;
  const bad = counts.has("conflicted") || counts.has("failed");
  const details = t("Show Details");
  const answer = await askMessage(bad ? "warning" : "information", text, {}, details);
  if (answer !== details) return;
  const items = [...results]
    .sort((a, b) => TALLIES.indexOf(a.tally) - TALLIES.indexOf(b.tally))
    .map((result) => ({
      result,
      icon: ICONS[result.tally],
      label: result.path,
      description: tallyText(result.tally),
      ...(result.reason ? { detail: result.reason } : {}),
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
      return t("{0} created", number);
    case "updated":
      return t("{0} updated", number);
    case "merged":
      return t("{0} merged", number);
    case "unchanged":
      return t("{0} unchanged", number);
    case "conflicted":
      return t("{0} with conflicts", number);
    case "failed":
      return t("{0} failed", number);
    case "planned":
    case "cancelled":
      return t("{0} not processed", number);
  }
}

function tallyText(tally: Tally): string {
  switch (tally) {
    case "created":
      return t("created");
    case "updated":
      return t("updated");
    case "merged":
      return t("merged");
    case "unchanged":
      return t("unchanged");
    case "conflicted":
      return t("conflict: edits would be lost");
    case "failed":
      return t("failed");
    case "planned":
    case "cancelled":
      return t("not done");
  }
}
