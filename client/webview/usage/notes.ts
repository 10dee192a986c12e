import { createElement } from "../shared/dom";
import { icon } from "../shared/icons";
import { daysText } from "./labels";
import type { UsageView } from "./messages";

/** Notes about the numbers: what is missing and what they do not count. */
export function notesOf(view: UsageView): HTMLElement[] {
  const notes: string[] = [];
  if (view.missing.length > 0) {
    const days = view.missing.map(daysText).join("; ");
    notes.push(`Partial result: data is missing for ${days}. Totals are too low.`);
  }
  if (view.legacy) {
    notes.push(
      "The legacy usage query excludes the service's own clients, so totals are lower than those of the jobs.",
    );
  }
  if (view.reachesToday) notes.push("Today is not counted yet.");
  return notes.map((words, at) =>
    createElement(
      "div",
      `banner ${at === 0 && view.missing.length > 0 ? "banner-partial" : "banner-note"}`,
      {},
      icon("warning"),
      createElement("span", "banner-words", {}, words),
    ),
  );
}
