import { createElement } from "../shared/dom";
import { changeText, daysText, formatNumber, formatPercent, pointsText } from "./labels";
import type { Counts, UsageView } from "./messages";

interface Card {
  readonly title: string;
  readonly text: (counts: Counts) => string;
  readonly change: (now: Counts, before: Counts) => string;
  /** More of it is worse. */
  readonly isBad: boolean;
  readonly value: (counts: Counts) => number;
}

const CARDS: readonly Card[] = [
  card("Requests", (counts) => counts.requests, false),
  share("Error rate", (counts) => counts.errorRate),
  card("429s", (counts) => counts.status429, true),
  share("429 rate", (counts) => counts.limitedRate),
  card("Other 4xx", (counts) => counts.other400, true),
  card("5xx", (counts) => counts.status500, true),
];

function card(title: string, value: (counts: Counts) => number, isBad: boolean): Card {
  const text = (counts: Counts) => formatNumber(value(counts));
  return { title, value, text, isBad, change: (now, before) => changeText(value(now), value(before)) };
}

function share(title: string, value: (counts: Counts) => number): Card {
  const text = (counts: Counts) => formatPercent(value(counts));
  return { title, value, text, isBad: true, change: (now, before) => pointsText(value(now), value(before)) };
}

/** The totals of a result, each with its change from the period before where there is one. */
export function totalsOf({ totals, previous }: UsageView): HTMLElement {
  const list = createElement("dl", "usage-totals");
  for (const { title, text, change, isBad, value } of CARDS) {
    const cell = createElement(
      "div",
      "total",
      {},
      createElement("dt", "", {}, title),
      createElement("dd", "total-value", {}, text(totals)),
    );
    if (previous) {
      const worse = isBad && value(totals) > value(previous.totals);
      const words = change(totals, previous.totals);
      const line = createElement("dd", `total-change${worse ? " is-worse" : ""}`, {}, words);
      line.title = `${text(previous.totals)} in ${daysText(previous.interval)}`;
      cell.append(line);
    }
    list.append(cell);
  }
  return list;
}
